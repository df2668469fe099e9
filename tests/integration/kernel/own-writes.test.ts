import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { latestChange } from '../../../src/data/kernel/changes.ts';
import { serviceClient } from '../../../src/data/kernel/client.ts';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { type ChangeFeed, followChanges } from '../../../src/server/kernel/change-feed.ts';
import { openOwnWrites } from '../../../src/server/kernel/own-writes.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';

let backend: TestBackend;
let folder: string;
beforeAll(async () => {
  backend = await openTestBackend();
  folder = await mkdtemp(join(tmpdir(), 'own-writes-'));
});
afterAll(async () => {
  await backend.close();
  await rm(folder, { recursive: true, force: true });
});

/** What a site does with its writes. */
function openSite(secret = 'the same everywhere') {
  const writes = openOwnWrites(secret, () => latestChange(pb), false);
  const account = { url: backend.url, ...backend.service };
  const pb = serviceClient(account, undefined, (position) => writes.note(position));
  return { pb, writes };
}

/** A feed that polls only when it is asked to, with the records it has handled. */
async function openFeed(): Promise<{ feed: ChangeFeed; handled: string[] }> {
  const handled: string[] = [];
  const feed = followChanges(
    backend.pb,
    (changes) => void handled.push(...changes.map(({ record }) => record)),
    () => undefined,
  );
  await feed.wake();
  return { feed, handled };
}

const category = (id: string) => ({ id, slug: `slug-${id}`, name: 'A' });

it('what a person wrote is there where another process answers next', async () => {
  const one = openSite();
  const other = openSite();
  const { feed, handled } = await openFeed();
  const byBatch = newRecordId();
  const byRecord = newRecordId();
  for (const [id, write] of [
    [byBatch, () => transaction(one.pb).create('categories', category(byBatch)).run()],
    [byRecord, () => one.pb.collection('categories').create(category(byRecord))],
  ] as const) {
    const before = one.writes.count;
    await write();
    const cookie = (await one.writes.cookieSince(before)) ?? '';
    expect(cookie).toMatch(/^guildhall_written=\d+\.[\w-]{16}; Path=\/; Max-Age=10; HttpOnly; SameSite=Lax$/);
    const position = other.writes.neededBy(`a=b; ${cookie.split(';')[0]}`);
    expect(position).toBe(await latestChange(backend.pb));
    await feed.reach(position ?? 0, 30_000);
    expect(handled).toContain(id);
  }
  await feed.close();
});

it('nobody who wrote nothing that pages show gets a cookie', async () => {
  const { pb, writes } = openSite();
  const before = writes.count;
  await latestChange(pb);
  await transaction(pb).exec(sql`DELETE FROM leases WHERE name = {:name}`, { name: 'none' }).run();
  expect(await writes.cookieSince(before)).toBeNull();
});

it('a forged position is ignored', async () => {
  const { pb, writes } = openSite();
  const before = writes.count;
  await transaction(pb).create('categories', category(newRecordId())).run();
  const cookie = ((await writes.cookieSince(before)) ?? '').split(';')[0] ?? '';
  expect(writes.neededBy(cookie)).not.toBeNull();
  expect(openSite('another secret').writes.neededBy(cookie)).toBeNull();
  for (const forged of [
    cookie.replace('=', '=9'),
    `${cookie}x`,
    'guildhall_written=9',
    cookie.replace('.', ''),
  ])
    expect(writes.neededBy(forged)).toBeNull();
});

it('a backend that is away keeps nobody waiting for what they wrote', async () => {
  const gone = serviceClient({ url: 'http://127.0.0.1:9', email: 'a@b.test', password: 'x' });
  const feed = followChanges(
    gone,
    () => undefined,
    () => undefined,
  );
  await feed.reach(5, 30_000);
  await feed.close();
});
