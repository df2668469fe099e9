import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Desk, openDesk } from '../../../../src/server/adapters/files/desk.ts';
import { openBucketUploads } from '../../../../src/server/assets/uploads/bucket-uploads.ts';
import { openMovingUploads } from '../../../../src/server/assets/uploads/moving-uploads.ts';
import { openPartialUploads } from '../../../../src/server/assets/uploads/partial-uploads.ts';
import { memoryBucket } from '../../adapters/files/memory-bucket.ts';

const ID = 'abcdefghij12345';
let folder: string;
let desks: Desk[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bucket-uploads-'));
  desks = [];
});
afterEach(async () => {
  for (const desk of desks) await desk.close();
  await rm(folder, { recursive: true, force: true });
});

async function aSite(bucket: ReturnType<typeof memoryBucket>['bucket']) {
  const desk = await openDesk(join(folder, `desk-${desks.length}`), 1e9);
  desks.push(desk);
  return openBucketUploads(bucket, desk);
}

it('an upload goes on at another site of the same bucket', async () => {
  const { bucket, objects } = memoryBucket();
  const [one, other] = [await aSite(bucket), await aSite(bucket)];
  const bytes = randomBytes(19 * 1024 * 1024 + 7);
  expect(await one.lengthOf(ID)).toBeNull();
  await one.begin(ID);
  expect(await other.lengthOf(ID)).toBe(0);
  expect(await one.append(ID, Readable.from([bytes.subarray(0, 70_000)]), 0)).toBe(70_000);
  expect(await other.lengthOf(ID)).toBe(70_000);
  expect(await other.append(ID, Readable.from([bytes.subarray(70_000)]), 70_000)).toBe(bytes.length);
  expect(await one.lengthOf(ID)).toBe(bytes.length);
  expect(await one.head(ID, 70_004)).toEqual(bytes.subarray(0, 70_004));
  expect((await one.withLocal(ID, (path) => readFile(path))).equals(bytes)).toBe(true);
  expect(await other.all()).toEqual([ID]);
  await other.remove(ID);
  expect(await one.lengthOf(ID)).toBeNull();
  expect(objects.size).toBe(0);
});

it('keeps what arrived before the line broke', async () => {
  const { bucket } = memoryBucket();
  const site = await aSite(bucket);
  async function* breaking() {
    yield Buffer.from('four hundred ');
    throw new Error('the line went dead');
  }
  await site.begin(ID);
  await expect(site.append(ID, Readable.from(breaking()), 0)).rejects.toThrow('the line went dead');
  expect(await site.lengthOf(ID)).toBe(13);
  await site.append(ID, Readable.from([Buffer.from('triangles')]), 13);
  expect((await site.withLocal(ID, (path) => readFile(path))).toString()).toBe('four hundred triangles');
});

it('an upload reaches as far as its runs of bytes cover it, in whatever order they arrive', async () => {
  const whole = randomBytes(400);
  const runs = fc.array(fc.tuple(fc.integer({ min: 0, max: 399 }), fc.integer({ min: 1, max: 200 })), {
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(runs, async (written) => {
      const { bucket } = memoryBucket();
      const site = await aSite(bucket);
      await site.begin(ID);
      const covered = new Set<number>();
      for (const [first, length] of written) {
        const run = whole.subarray(first, first + length);
        await site.append(ID, Readable.from([run]), first);
        for (let at = first; at < first + run.length; at++) covered.add(at);
      }
      let reach = 0;
      while (covered.has(reach)) reach++;
      expect(await site.lengthOf(ID)).toBe(reach);
      expect(await site.head(ID, 400)).toEqual(whole.subarray(0, reach));
    }),
    { numRuns: 60 },
  );
});

it('an upload goes on where it began when a bucket is set or taken away', async () => {
  const { bucket } = memoryBucket();
  const inBucket = await aSite(bucket);
  const inFolder = await openPartialUploads(join(folder, 'uploads'));
  await inFolder.begin(ID);
  const moving = openMovingUploads(inBucket, { folder: inFolder, bucket: inBucket });
  expect(await moving.append(ID, Readable.from([Buffer.from('dragon')]), 0)).toBe(6);
  expect(await inFolder.lengthOf(ID)).toBe(6);
  const other = 'zbcdefghij12345';
  await moving.begin(other);
  expect(await inBucket.lengthOf(other)).toBe(0);
  expect((await moving.all()).sort()).toEqual([ID, other]);
  expect((await moving.withLocal(ID, (path) => readFile(path))).toString()).toBe('dragon');
  // On the way back, new ones begin in the folder and the bucket's go on.
  const back = openMovingUploads(inFolder, { folder: inFolder, bucket: inBucket });
  await back.append(other, Readable.from([Buffer.from('hydra')]), 0);
  expect(await inBucket.lengthOf(other)).toBe(5);
  await back.remove(other);
  expect(await back.lengthOf(other)).toBeNull();
});
