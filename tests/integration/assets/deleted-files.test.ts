import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { STORAGE_KEY_COLLECTIONS } from '../../../src/data/assets/stored-keys.ts';
import { beginDeletion, claimKey, dueKeys, endDeletion } from '../../../src/data/assets/tombstones.ts';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { type Sql, sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { type FileStore, openFolderStore } from '../../../src/server/adapters/files/file-store.ts';
import { claimsIn, deleteDueFiles } from '../../../src/server/assets/deleted-files.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { deleteLeftFiles, graceOver } from './deleted.ts';

/** Bytes that one process deletes while another one is about to name them. */
const HOUR_MS = 3_600_000;

let backend: TestBackend;
let files: FileStore;
const failures: unknown[] = [];
const onError = (reason: unknown) => failures.push(reason);

beforeAll(async () => {
  backend = await openTestBackend();
  files = await openFolderStore(backend.modelsDir, { claim: claimsIn(backend.pb) });
});
afterAll(() => backend.close());
afterEach(async () => {
  failures.length = 0;
  await run(sql`DELETE FROM tombstones`, {});
});

const put = (text: string) => files.put(Readable.from([Buffer.from(text)]));
const run = (statement: Sql, params: Record<string, string>) =>
  transaction(backend.pb).exec(statement, params).run();

/** Invoices never leave their bytes: `tax-invoices.test.ts`. */
type Leaving = Exclude<(typeof STORAGE_KEY_COLLECTIONS)[number], 'invoices'>;

/** One statement for each collection that names bytes: the rest of its columns has defaults. */
const NAME: Record<Leaving, [insert: Sql, leave: Sql, remove: Sql]> = {
  uploads: [
    sql`INSERT INTO uploads (id, storageKey) VALUES ({:id}, {:key})`,
    sql`UPDATE uploads SET storageKey = {:key} WHERE id = {:id}`,
    sql`DELETE FROM uploads WHERE id = {:id}`,
  ],
  product_files: [
    sql`INSERT INTO product_files (id, storageKey) VALUES ({:id}, {:key})`,
    sql`UPDATE product_files SET storageKey = {:key} WHERE id = {:id}`,
    sql`DELETE FROM product_files WHERE id = {:id}`,
  ],
  product_zips: [
    sql`INSERT INTO product_zips (id, storageKey) VALUES ({:id}, {:key})`,
    sql`UPDATE product_zips SET storageKey = {:key} WHERE id = {:id}`,
    sql`DELETE FROM product_zips WHERE id = {:id}`,
  ],
  previews: [
    sql`INSERT INTO previews (id, storageKey) VALUES ({:id}, {:key})`,
    sql`UPDATE previews SET storageKey = {:key} WHERE id = {:id}`,
    sql`DELETE FROM previews WHERE id = {:id}`,
  ],
  message_attachments: [
    sql`INSERT INTO message_attachments (id, storageKey) VALUES ({:id}, {:key})`,
    sql`UPDATE message_attachments SET storageKey = {:key} WHERE id = {:id}`,
    sql`DELETE FROM message_attachments WHERE id = {:id}`,
  ],
};
const nameIt = (key: string, id = newRecordId()) => run(NAME.uploads[0], { id, key });

it.each(Object.keys(NAME) as Leaving[])(
  'bytes stay while %s name them, and go afterwards',
  async (collection) => {
    const [insert, leave, remove] = NAME[collection];
    const id = newRecordId();
    const [first, second] = [await put(`${collection} 1`), await put(`${collection} 2`)];
    const isThere = () =>
      Promise.all([first, second].map(({ storageKey, sizeBytes }) => files.has(storageKey, sizeBytes)));

    await run(insert, { id, key: first.storageKey });
    await run(leave, { id, key: second.storageKey });
    expect(await dueKeys(backend.pb, 100)).toEqual([]);
    await deleteLeftFiles(backend.pb, files);
    expect(await isThere()).toEqual([false, true]);

    await run(remove, { id });
    expect(await deleteDueFiles({ pb: backend.pb, files, onError })).toBe(0);
    expect(await isThere()).toEqual([false, true]);
    await deleteLeftFiles(backend.pb, files);
    expect(await isThere()).toEqual([false, false]);

    const { storageKey } = await put(`${collection} 3`);
    await graceOver(backend.pb);
    const holder = newRecordId();
    expect(await beginDeletion(backend.pb, storageKey, holder, HOUR_MS)).toBe(true);
    await expect(run(insert, { id, key: storageKey })).rejects.toMatchObject({ status: 400 });
    await endDeletion(backend.pb, storageKey, holder);
  },
);

it('a file cannot be named while it is deleted, and its bytes are stored again afterwards', async () => {
  const before = await put('the same model');
  let deleting = (): void => undefined;
  const asked = new Promise<void>((resolve) => (deleting = resolve));
  let goOn = (): void => undefined;
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  const slow: FileStore = {
    ...files,
    async delete(storageKey) {
      deleting();
      await gate;
      await files.delete(storageKey);
    },
  };
  await graceOver(backend.pb);
  const deletion = deleteDueFiles({ pb: backend.pb, files: slow, onError });
  await asked;
  await expect(nameIt(before.storageKey)).rejects.toMatchObject({ status: 400 });
  const again = put('the same model');
  // It waits until the deletion is over, and then stores the bytes once more.
  goOn();
  const stored = await again;
  await nameIt(stored.storageKey);
  await deletion;
  expect(await deleteLeftFiles(backend.pb, files)).toBe(0);
  expect(await files.has(stored.storageKey, stored.sizeBytes)).toBe(true);
  expect(failures).toEqual([]);
});

it('bytes that a killed process never named are deleted after their grace', async () => {
  const { storageKey, sizeBytes } = await put('never named');
  expect(await deleteDueFiles({ pb: backend.pb, files, onError })).toBe(0);
  expect(await files.has(storageKey, sizeBytes)).toBe(true);
  await deleteLeftFiles(backend.pb, files);
  expect(await files.has(storageKey, sizeBytes)).toBe(false);
});

it('a claim lasts as long as the longest one of the same bytes', async () => {
  const { storageKey } = await put('claimed twice');
  expect(await claimKey(backend.pb, storageKey, -HOUR_MS)).toBe(true);
  expect(await dueKeys(backend.pb, 100)).not.toContain(storageKey);
});

it('a deletion that was taken over does not end that of its successor', async () => {
  const { storageKey } = await put('deleted twice');
  const [killed, next] = [newRecordId(), newRecordId()];
  await graceOver(backend.pb);
  expect(await beginDeletion(backend.pb, storageKey, killed, HOUR_MS)).toBe(true);
  expect(await beginDeletion(backend.pb, storageKey, next, HOUR_MS)).toBe(false);
  await run(sql`UPDATE tombstones SET dueAt = 1 WHERE storageKey = {:key}`, { key: storageKey });
  expect(await beginDeletion(backend.pb, storageKey, next, HOUR_MS)).toBe(true);
  await endDeletion(backend.pb, storageKey, killed);
  expect(await claimKey(backend.pb, storageKey, HOUR_MS)).toBe(false);
  await endDeletion(backend.pb, storageKey, next);
  expect(await claimKey(backend.pb, storageKey, HOUR_MS)).toBe(true);
});

it('bytes that the store cannot delete at the moment cannot be named', async () => {
  await deleteLeftFiles(backend.pb, files);
  const { storageKey } = await put('stuck');
  const away: FileStore = { ...files, delete: () => Promise.reject(new Error('the store is away')) };
  await graceOver(backend.pb);
  await deleteDueFiles({ pb: backend.pb, files: away, onError });
  expect(failures.splice(0)).toMatchObject([{ message: 'the store is away' }]);
  await expect(nameIt(storageKey)).rejects.toMatchObject({ status: 400 });
});
