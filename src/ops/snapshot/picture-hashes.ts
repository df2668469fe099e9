import { createReadStream } from 'node:fs';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hashing } from './streams.ts';

type Known = Record<string, [sha256: string, sizeBytes: number, changedAt: number]>;

export interface PictureHashes {
  /** Hash and size of a file; null if it is not there. A file that was not written since is not read again. */
  of(path: string, name: string): Promise<{ sha256: string; sizeBytes: number } | null>;
  /** Keeps the hashes asked for, and forgets the others. */
  save(): Promise<void>;
}

/** Hashes of pictures, whose names do not say them, kept from one snapshot to the next in a file that may be lost. */
export async function openPictureHashes(file: string): Promise<PictureHashes> {
  const known = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Known,
    () => ({}) as Known,
  );
  const asked: Known = {};
  return {
    async of(path, name) {
      const found = await stat(path).catch(() => null);
      if (!found) return null;
      const changedAt = Math.max(found.mtimeMs, found.ctimeMs);
      const before = known[name];
      const isSame = before?.[1] === found.size && before[2] === changedAt;
      const sha256 = isSame ? before[0] : await hashOf(path);
      asked[name] = [sha256, found.size, changedAt];
      return { sha256, sizeBytes: found.size };
    },
    async save() {
      await writeFile(`${file}.new`, JSON.stringify(asked));
      await rename(`${file}.new`, file);
    },
  };
}

async function hashOf(path: string): Promise<string> {
  const passed = hashing();
  const away = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(createReadStream(path), passed, away);
  return passed.sha256();
}
