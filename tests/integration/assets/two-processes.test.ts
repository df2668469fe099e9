import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginUpload, membersOf, uploadById } from '../../../src/data/assets/uploads.ts';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { openFolderStore } from '../../../src/server/adapters/files/file-store.ts';
import { openUploads, type Uploads } from '../../../src/server/assets/uploads/uploads.ts';
import { openLeases } from '../../../src/server/kernel/leases.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { aZip } from '../../server/assets/uploads/a-zip.ts';
import { aSeller } from '../commerce/sellers.ts';

/** Two processes of the site on one backend and one file store. */
const MB = 1024 * 1024;
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
    folder: join(backend.modelsDir, 'uploads'),
    storage: ROOM,
    now: Date.now,
    onError: (reason) => failures.push(reason),
  });
}

it('two processes that unpacked one archive at once marked wrong bytes as checked', async () => {
  const contents = Array.from({ length: 4 }, () => randomBytes(3 * MB));
  const archive = aZip(contents.map((bytes, at) => ({ path: `part ${at}.lys`, bytes })));
  const { storeId } = await aSeller(backend, 'mira');
  const [first, second] = [await aProcess(), await aProcess()];
  const begun = await first.begin(storeId, {
    name: 'o.zip',
    path: null,
    sizeBytes: archive.length,
    productId: null,
  });
  const id = 'id' in begun ? begun.id : '';
  await first.partial.write(id, Readable.from([archive]));
  // As after a process was killed in the middle: the members are known, and none is whole.
  for (const [at, { length }] of contents.entries()) {
    const member = { name: `part ${at}.lys`, path: `o/part ${at}.lys`, sizeBytes: length, productId: null };
    await beginUpload(backend.pb, { ...member, id: newRecordId(), storeId, archiveId: id }, ROOM, Date.now());
  }
  await Promise.all([first.arrived(id), second.arrived(id)]);
  await second.sweep();
  await expect
    .poll(async () => {
      await Promise.all([first.settled(), second.settled()]);
      return (await uploadById(backend.pb, id))?.state;
    })
    .toBe('used');

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
  expect(await readdir(join(backend.modelsDir, 'uploads'))).toEqual([]);
  await Promise.all([first.close(), second.close()]);
});
