import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Bucket } from '../../server/adapters/files/bucket.ts';

/** What lies at a place. */
export interface PlacedFile {
  name: string;
  sizeBytes: number;
  /** When it was written, in ms by the clock of the place. */
  at: number;
}

/** Where snapshots lie, under names with "/" between folders. A bucket fits behind it. */
export interface SnapshotPlace {
  /** For sentences. */
  readonly address: string;
  /** Writes a file that appears under its name when it is whole, and not at all where that fails. */
  write(name: string, bytes: Readable): Promise<void>;
  /** @throws MissingAtPlace if there is no such file. */
  read(name: string): Promise<Readable>;
  /** Everything whose name begins with this folder. */
  list(folder: string): AsyncIterable<PlacedFile>;
  remove(name: string): Promise<void>;
}

export class MissingAtPlace extends Error {}

/** What a process that was killed left half-written is removed after this time, in ms. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;
const ARRIVING = 'arriving';
const READ_BYTES = 1024 * 1024;

/** Only the account that takes snapshots reads them. */
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/**
 * Makes a folder below a place that only its owner can open. One of an earlier version that others can open is closed to them;
 * the place itself is as it was made. Some network shares know no such modes: then it stays as it is.
 * @param under with "/" between folders
 */
async function privateFolder(place: string, under: string): Promise<void> {
  const parts = under.split('/');
  await mkdir(join(place, ...parts), { recursive: true, mode: PRIVATE_FOLDER });
  for (let depth = 1; depth <= parts.length; depth++) {
    const path = join(place, ...parts.slice(0, depth));
    if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, PRIVATE_FOLDER).catch(() => undefined);
  }
}

/** A folder as a place, such as one on another disk or a mounted share. */
export function openFolderPlace(folder: string, now = Date.now): SnapshotPlace {
  const pathOf = (name: string) => join(folder, ...name.split('/'));
  return {
    address: folder,

    async write(name, bytes) {
      await privateFolder(folder, ARRIVING);
      const arriving = join(folder, ARRIVING, randomUUID());
      try {
        await pipeline(
          bytes,
          createWriteStream(arriving, {
            ...{ flags: 'wx', mode: PRIVATE_FILE, flush: true, highWaterMark: READ_BYTES },
          }),
        );
        await privateFolder(folder, dirname(name));
        await rename(arriving, pathOf(name));
        // Without this the name may be lost in a power cut although the bytes are not.
        const parent = await open(dirname(pathOf(name)), 'r');
        await parent.sync().finally(() => parent.close());
      } catch (reason) {
        await rm(arriving, { force: true });
        throw reason;
      }
    },

    async read(name) {
      const file = await open(pathOf(name), 'r').catch((reason: NodeJS.ErrnoException) => {
        if (reason.code === 'ENOENT') throw new MissingAtPlace(`${name} is missing in ${folder}.`);
        throw reason;
      });
      return createReadStream('', { fd: file, highWaterMark: READ_BYTES });
    },

    async *list(under) {
      await clearAbandoned(join(folder, ARRIVING), now());
      const names = await readdir(pathOf(under), { recursive: true }).catch(
        (reason: NodeJS.ErrnoException) => {
          if (reason.code === 'ENOENT') return [];
          throw reason;
        },
      );
      for (const path of names) {
        const name = `${under}/${path.split('\\').join('/')}`;
        const found = await stat(pathOf(name)).catch(() => null);
        if (found?.isFile()) yield { name, sizeBytes: found.size, at: found.mtimeMs };
      }
    },

    async remove(name) {
      await rm(pathOf(name), { force: true });
      // The folder of a snapshot goes with its last file; one that is not empty stays.
      await rmdir(dirname(pathOf(name))).catch(() => undefined);
    },
  };
}

/** A bucket as a place; each name comes after the prefix. An object appears when its last part has arrived. */
export function openBucketPlace(bucket: Bucket, address: string, prefix: string): SnapshotPlace {
  const keyOf = (name: string) => `${prefix}${name}`;
  return {
    address,

    async write(name, bytes) {
      await bucket.putStream(keyOf(name), bytes as AsyncIterable<Buffer>);
    },

    async read(name) {
      const answer = await bucket.get(keyOf(name));
      if (!answer?.body) throw new MissingAtPlace(`${name} is missing in ${address}.`);
      return Readable.fromWeb(answer.body as never);
    },

    async *list(folder) {
      for await (const { key, sizeBytes, storedAt } of bucket.list(keyOf(`${folder}/`)))
        yield { name: key.slice(prefix.length), sizeBytes, at: storedAt };
    },

    remove: (name) => bucket.remove(keyOf(name)),
  };
}

async function clearAbandoned(arriving: string, now: number): Promise<void> {
  for (const name of await readdir(arriving).catch(() => [])) {
    const found = await stat(join(arriving, name)).catch(() => null);
    if (found && now - found.mtimeMs > ABANDONED_AFTER_MS) await rm(join(arriving, name), { force: true });
  }
}
