import { fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Locker } from '@tus/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { membersOf } from '../../../src/data/assets/archive-members.ts';
import { beginUpload, markArrived, uploadById } from '../../../src/data/assets/uploads.ts';
import { takeLease } from '../../../src/data/kernel/leases.ts';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { openFolderStore } from '../../../src/server/adapters/files/file-store.ts';
import { openPartialUploads } from '../../../src/server/assets/uploads/partial-uploads.ts';
import { openUploads, type Uploads } from '../../../src/server/assets/uploads/uploads.ts';
import { uploadLocks } from '../../../src/server/http/upload-locks.ts';
import { openLeases } from '../../../src/server/kernel/leases.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { aZip } from '../../server/assets/uploads/a-zip.ts';
import { aSeller } from '../commerce/sellers.ts';
import { aHalfMember } from './half-unpacked.ts';

/** Two processes of the site on one backend and one file store. */
const MB = 1024 * 1024;
/** How long a machine that is busy with other tests may take, in ms. */
const UNPACKED = { timeout: 120_000 };
const TEST_MS = 240_000;
const ROOM = { free: 500 * MB, pro: 500 * MB };
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let backend: TestBackend;
const failures: unknown[] = [];

beforeAll(async () => {
  backend = await openTestBackend();
  await mkdir(backend.modelsDir, { recursive: true });
});
afterAll(async () => {
  await backend.close();
});

async function aProcess(): Promise<Uploads> {
  return openUploads({
    pb: backend.pb,
    leases: openLeases(backend.pb),
    files: await openFolderStore(backend.modelsDir),
    partial: await openPartialUploads(partialFolder()),
    storage: () => ROOM,
    now: Date.now,
    onError: (reason) => failures.push(reason),
  });
}

/** An archive of four files, received whole; no process checks it yet. */
async function anArchive(who: string) {
  const contents = Array.from({ length: 4 }, () => randomBytes(3 * MB));
  const archive = aZip(contents.map((bytes, at) => ({ path: `part ${at}.lys`, bytes })));
  const { storeId } = await aSeller(backend, who);
  const id = newRecordId();
  const upload = { id, storeId, name: 'o.zip', path: 'o.zip', sizeBytes: archive.length, productId: null };
  expect(await beginUpload(backend.pb, upload, ROOM, Date.now())).toBeNull();
  const partial = await openPartialUploads(partialFolder());
  await partial.write(id, Readable.from([archive]));
  return { id, storeId, contents };
}
const partialFolder = () => join(backend.modelsDir, 'uploads');

/** Every member is checked, and its bytes are those of the archive. */
async function expectUnpacked({ id, contents }: { id: string; contents: Buffer[] }): Promise<void> {
  const members = await membersOf(backend.pb, id);
  expect(members.map(({ path, state }) => [path, state])).toEqual(
    contents.map((_, at) => [`o/part ${at}.lys`, 'checked']),
  );
  const files = await openFolderStore(backend.modelsDir);
  const stored = await Promise.all(
    members.map(async ({ storageKey }) => sha256(await buffer(await files.open(storageKey ?? '')))),
  );
  expect(stored).toEqual(contents.map(sha256));
  expect(members.map((member) => member.sha256)).toEqual(contents.map(sha256));
  expect(failures).toEqual([]);
}

it(
  'two processes that unpack one archive at once mark no wrong bytes as checked',
  async () => {
    const { id, storeId, contents } = await anArchive('mira');
    // As after a process was killed in the middle: the members are known, and none is whole.
    for (const [at, { length }] of contents.entries()) {
      const member = { name: `part ${at}.lys`, path: `o/part ${at}.lys`, sizeBytes: length };
      await aHalfMember(backend.pb, { ...member, storeId, archiveId: id });
    }
    // Each looks at once for what is whole and not checked yet, so nothing may be recorded beside them from here on.
    const [first, second] = [await aProcess(), await aProcess()];
    await Promise.all([first.arrived(id), second.arrived(id)]);
    await second.sweep();
    await expect
      .poll(async () => {
        await Promise.all([first.settled(), second.settled()]);
        return (await uploadById(backend.pb, id))?.state;
      }, UNPACKED)
      .toBe('used');

    await expectUnpacked({ id, contents });
    expect(await readdir(partialFolder())).toEqual([]);
    await Promise.all([first.close(), second.close()]);
  },
  TEST_MS,
);

it(
  'another process marks no wrong bytes as checked after one was killed in the middle of a member',
  async () => {
    const archive = await anArchive('orin');
    expect(await markArrived(backend.pb, archive.id, Date.now())).toBe(true);
    const account = JSON.stringify({ url: backend.url, ...backend.service });
    const child = fork(join(import.meta.dirname, 'unpacking-process.ts'), [
      account,
      backend.modelsDir,
      '2000',
    ]);
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    const left = (await readdir(partialFolder())).filter((name) => name.includes('.'));
    expect(left).toHaveLength(1);
    const { size } = await stat(join(partialFolder(), left[0] ?? ''));
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThan(3 * MB);

    const second = await aProcess();
    // The lease of the killed process lasts a moment.
    await expect
      .poll(async () => {
        await second.sweep();
        await second.settled();
        return (await uploadById(backend.pb, archive.id))?.state;
      }, UNPACKED)
      .toBe('used');
    await expectUnpacked(archive);
    expect(await readdir(partialFolder())).toEqual(left);
    await second.partial.removeUnfinished(Date.now() + 60_000);
    expect(await readdir(partialFolder())).toEqual([]);
    await second.close();
  },
  TEST_MS,
);

it('a late write of a request that was given up does not reach the stored bytes', async () => {
  const bytes = randomBytes(MB);
  const { storeId } = await aSeller(backend, 'tarn');
  const one = await aProcess();
  const request = { name: 'a.lys', path: null, sizeBytes: bytes.length, productId: null };
  const begun = await one.begin(storeId, request);
  const id = 'id' in begun ? begun.id : '';
  await one.partial.begin(id);
  await one.partial.append(id, Readable.from([bytes]), 0);
  const slow = await open(join(partialFolder(), id), 'r+');
  await one.arrived(id);
  await one.settled();
  await slow.write(randomBytes(1000), 0, 1000, 0);
  await slow.close();
  const { state, storageKey } = (await uploadById(backend.pb, id)) ?? {};
  expect(state).toBe('checked');
  const files = await openFolderStore(backend.modelsDir);
  expect(sha256(await buffer(await files.open(storageKey ?? '')))).toBe(sha256(bytes));
  await one.close();
});

/** A request that holds the lock of an upload, and notes when it is asked to give it back. */
async function aWriter(locker: Locker, uploadId: string) {
  const lock = locker.newLock(uploadId);
  const writer = { lock, asked: 0 };
  await lock.lock(new AbortController().signal, () => {
    writer.asked++;
  });
  return writer;
}

it.each([
  ['one process', 1],
  ['two processes', 2],
])('%s let one request at a time write an upload', async (_, processes) => {
  const lockers = Array.from({ length: processes }, () => uploadLocks(openLeases(backend.pb)));
  const [first, second] = [lockers[0], lockers.at(-1)];
  if (!first || !second) return expect.unreachable();
  const id = newRecordId();
  const writer = await aWriter(first, id);
  let written = false;
  const next = aWriter(second, id).then((taken) => {
    expect(written).toBe(true);
    return taken;
  });
  await expect.poll(() => writer.asked).toBeGreaterThan(0);
  written = true;
  await writer.lock.unlock();
  await (await next).lock.unlock();
  await (await aWriter(first, id)).lock.unlock();
});

it('a request waits a limited time for an upload whose writer was killed', async () => {
  const id = newRecordId();
  const name = `upload-body/${id}`;
  await takeLease(backend.pb, { name, holder: newRecordId() }, 3_600_000);
  const impatient = uploadLocks(openLeases(backend.pb), 1);
  await expect(aWriter(impatient, id)).rejects.toMatchObject({ status_code: 500 });
  await expect(aWriter(impatient, id)).rejects.toMatchObject({ status_code: 500 });
  await transaction(backend.pb).exec(sql`UPDATE leases SET until = 1 WHERE name = {:name}`, { name }).run();
  await (await aWriter(uploadLocks(openLeases(backend.pb)), id)).lock.unlock();
});
