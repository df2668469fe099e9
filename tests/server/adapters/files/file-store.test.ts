import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type FileStore,
  openFolderStore,
  StorageRefused,
} from '../../../../src/server/adapters/files/file-store.ts';

const bytes = new TextEncoder().encode('a dragon in four hundred triangles');
const sha256 = createHash('sha256').update(bytes).digest('hex');
const inChunks = () => Readable.from([bytes.subarray(0, 9), bytes.subarray(9)]);

let folder: string;
let store: FileStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-store-'));
  store = await openFolderStore(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('openFolderStore', () => {
  it('stores the same bytes once, also when they arrive concurrently', async () => {
    const stored = await Promise.all(Array.from({ length: 8 }, () => store.put(inChunks())));
    expect(new Set(stored.map(({ storageKey }) => storageKey)).size).toBe(1);
    expect(await readdir(join(folder, sha256.slice(0, 2)))).toEqual([sha256]);
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  });

  it('stores an existing file without a second copy, repeatedly', async () => {
    const path = join(folder, 'arrived');
    await writeFile(path, bytes);
    const kept = [await store.storeFile(path), await store.storeFile(path), await store.put(inChunks())];
    expect(kept.map(({ storageKey }) => storageKey)).toEqual(
      Array(3).fill(`${sha256.slice(0, 2)}/${sha256}`),
    );
    const again = await store.storeFile(path);
    expect((await stat(join(folder, again.storageKey))).ino).toBe((await stat(path)).ino);
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
    await rm(path);
    expect(new Uint8Array(await buffer(await store.open(again.storageKey)))).toEqual(bytes);
    await expect(store.storeFile(path)).rejects.toThrow('ENOENT');
  });

  it('lists the keys of a prefix that were stored between two instants', async () => {
    const { storageKey } = await store.put(inChunks());
    const shelf = storageKey.slice(0, 2);
    const path = join(folder, storageKey);
    await utimes(path, 1, 1);
    await writeFile(join(folder, shelf, 'notes.txt'), 'not ours');
    const { ctimeMs } = await stat(path);
    expect(await store.storedBetween(shelf, 0, ctimeMs)).toEqual([]);
    expect(await store.storedBetween(shelf, 0, ctimeMs + 1)).toEqual([storageKey]);
    expect(await store.storedBetween(shelf, ctimeMs, ctimeMs + 1)).toEqual([]);
    expect(await store.storedBetween(shelf === '00' ? '01' : '00', 0, ctimeMs + 1)).toEqual([]);
  });

  it('leaves nothing behind when the stream fails', async () => {
    async function* breaking() {
      yield bytes;
      throw new Error('the line went dead');
    }
    await expect(store.put(breaking())).rejects.toThrow('the line went dead');
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
    expect(await readdir(folder)).toEqual(['incoming']);
  });

  it('says in one sentence when the disk is full', async () => {
    async function* fillingTheDisk(): AsyncGenerator<Uint8Array> {
      yield bytes;
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    }
    const refused = await store.put(fillingTheDisk()).catch((reason: unknown) => reason);
    expect(refused).toBeInstanceOf(StorageRefused);
    expect((refused as StorageRefused).code).toBe('storage-full');
    expect((refused as StorageRefused).message).toMatch(/^There is no room .*\.$/);
  });

  it.each(['../secret', 'ab/../../secret', '/etc/passwd', 'incoming', '', `ab/${'0'.repeat(64)}`, sha256])(
    'touches nothing by the key "%s"',
    async (key) => {
      await writeFile(join(folder, 'secret'), 'x');
      await expect(store.open(key)).rejects.toMatchObject({ code: 'file-missing' });
      await expect(store.delete(key)).rejects.toMatchObject({ code: 'file-missing' });
      expect((await readdir(folder)).sort()).toEqual(['incoming', 'secret']);
    },
  );

  it('deletes partial uploads after a day, not before', async () => {
    const now = Date.now();
    const hours = (count: number) => new Date(now - count * 3_600_000);
    for (const [name, age] of [
      ['old', 25],
      ['young', 23],
    ] as const) {
      await writeFile(join(folder, 'incoming', name), 'half');
      await utimes(join(folder, 'incoming', name), hours(age), hours(age));
    }
    await openFolderStore(folder, { now });
    expect(await readdir(join(folder, 'incoming'))).toEqual(['young']);
  });
});
