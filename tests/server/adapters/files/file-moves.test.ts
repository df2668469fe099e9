import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  copyModels,
  picturesToBucket,
  picturesToFolder,
} from '../../../../src/server/adapters/files/file-moves.ts';
import { openFolderStore } from '../../../../src/server/adapters/files/file-store.ts';
import { openS3Store } from '../../../../src/server/adapters/files/s3-store.ts';
import { memoryBucket } from './memory-bucket.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moves-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('moves model files to a bucket and back, goes on where it stopped, and takes no damaged file for moved', async () => {
  const { bucket, objects, state } = memoryBucket();
  const inFolder = await openFolderStore(join(folder, 'models'));
  const inBucket = openS3Store({ bucket, proxied: true });
  const texts = ['dragon', 'hydra', 'orc', 'elf'];
  const keys: string[] = [];
  for (const text of texts) keys.push((await inFolder.put(Readable.from([Buffer.from(text)]))).storageKey);
  let steps = 0;
  const stopped = copyModels(inFolder, inBucket, () => {
    steps++;
    if (state.puts === 2) state.broken = true;
  });
  await expect(stopped).rejects.toThrow('the bucket is away');
  expect(steps).toBeLessThan(256);
  state.broken = false;
  await writeFile(join(folder, 'models', keys[3] ?? ''), 'not an elf');
  const kept = new Set([...objects.keys()]);
  const again = await copyModels(inFolder, inBucket, () => undefined);
  const wasMoved = kept.has(`models/${keys[3]}`);
  expect(again).toMatchObject({ present: 2, copied: wasMoved ? 2 : 1, damaged: wasMoved ? [] : [keys[3]] });

  const back = await openFolderStore(join(folder, 'back'));
  await copyModels(inBucket, back, () => undefined);
  for (const [at, text] of ['dragon', 'hydra', 'orc'].entries())
    expect((await buffer(await back.open(keys[at] ?? ''))).toString()).toBe(text);
});

it('moves the pictures of PocketBase to a bucket and back, with their types', async () => {
  const { bucket, objects } = memoryBucket();
  const record = 'pbc_4092854851/28etsqobgpx9fmd';
  const put = async (name: string, text: string) => {
    const path = join(folder, 'storage', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  };
  await put(`${record}/picture_a.webp`, 'a picture');
  await put(`${record}/picture_a.webp.attrs`, '{"user.content_type":"image/webp"}');
  await put(`${record}/thumbs_picture_a.webp/100x100_picture_a.webp`, 'small');
  await bucket.put('models/ab/abc', Buffer.from('a model'));
  expect(await picturesToBucket(join(folder, 'storage'), bucket)).toMatchObject({ copied: 1, present: 0 });
  expect(await picturesToBucket(join(folder, 'storage'), bucket)).toMatchObject({ copied: 0, present: 1 });
  expect([...objects.keys()].sort()).toEqual(['models/ab/abc', `${record}/picture_a.webp`]);
  const back = join(folder, 'back');
  expect(await picturesToFolder(bucket, back)).toMatchObject({ copied: 1, present: 0 });
  expect(await picturesToFolder(bucket, back)).toMatchObject({ copied: 0, present: 1 });
  expect(await readFile(join(back, record, 'picture_a.webp'), 'utf8')).toBe('a picture');
  const facts = JSON.parse(await readFile(join(back, record, 'picture_a.webp.attrs'), 'utf8'));
  expect(facts['user.content_type']).toBe('image/webp');
});
