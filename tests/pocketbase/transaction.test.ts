import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ClientResponseError } from 'pocketbase';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { changesAfter, latestChange } from '../../src/data/kernel/changes.ts';
import { ask } from '../../src/data/kernel/query.ts';
import { newRecordId } from '../../src/data/kernel/record-id.ts';
import { sql } from '../../src/data/kernel/sql.ts';
import { TransactionRefused, transaction } from '../../src/data/kernel/transaction.ts';
import { transport } from '../../src/data/kernel/transport.ts';
import { query } from '../data/kernel/plain-query.ts';
import { openTestBackend, type TestBackend } from '../dev/world/backend.ts';

let backend: TestBackend;
let store: string;

beforeAll(async () => {
  backend = await openTestBackend();
  const owner = await backend.pb.collection('users').create({
    email: 'mira@guildhall.test',
    username: 'mira',
    password: 'a password of the tests',
    passwordConfirm: 'a password of the tests',
  });
  store = (
    await backend.pb
      .collection('stores')
      .create({ owner: owner.id, slug: 'mira', name: 'Mira', state: 'open' })
  ).id;
});
afterAll(() => backend.close());

const shelf = async (slug: string) =>
  (await backend.pb.collection('shelves').create({ store, slug, name: slug, productCount: 0 })).id;
const outcome = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (reason: unknown) => (reason instanceof TransactionRefused ? reason.code : `thrown: ${String(reason)}`),
  );

describe('the guarded batch', () => {
  it('waits while another process writes to the database, and is refused nothing', async () => {
    const other = new DatabaseSync(join(backend.dataDir, 'data.db'));
    try {
      other.exec('BEGIN IMMEDIATE');
      const rename = sql`UPDATE stores SET name = 'Mira' WHERE id = {:id}`;
      const written = outcome(
        transaction(backend.pb).exec(rename, { id: store }, { expect: 1, else: 'gone' }).run(),
      );
      // Twenty questions are answered one after the other: the batch has met the lock by then.
      const asked = query<{ id: string }>(sql`SELECT id FROM stores WHERE slug = 'mira'`, {}, ['id']);
      for (let times = 0; times < 20; times++) await ask(backend.pb, asked);
      other.exec('COMMIT');
      expect(await written).toBe('done');
    } finally {
      other.close();
    }
  });

  it('lets exactly one of 200 concurrent batches through', async () => {
    const id = await shelf('claimed');
    const claim = () =>
      transaction(backend.pb)
        .exec(
          sql`UPDATE shelves SET productCount = 1 WHERE id = {:id} AND productCount = 0`,
          { id },
          { expect: 1, else: 'already' },
        )
        .create('categories', { slug: 'claimed-once', name: 'Claimed' })
        .run();
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => outcome(claim())));
    expect(outcomes.filter((word) => word === 'done')).toHaveLength(1);
    expect(outcomes.filter((word) => word === 'already')).toHaveLength(199);
    expect(
      await backend.pb.collection('categories').getFullList({ filter: "slug = 'claimed-once'" }),
    ).toHaveLength(1);
  });

  it('lets exactly 50 of 200 concurrent redemptions through', async () => {
    const id = await shelf('limited');
    const redeem = () =>
      transaction(backend.pb)
        .exec(
          sql`UPDATE shelves SET productCount = productCount + 1 WHERE id = {:id} AND productCount < 50`,
          { id },
          { expect: 1, else: 'exhausted' },
        )
        .run();
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => outcome(redeem())));
    expect(outcomes.filter((word) => word === 'done')).toHaveLength(50);
    expect(outcomes.filter((word) => word === 'exhausted')).toHaveLength(150);
    expect((await backend.pb.collection('shelves').getOne(id))['productCount']).toBe(50);
  });

  it('stores nothing if a later step fails', async () => {
    const refused = transaction(backend.pb)
      .create('categories', { slug: 'half', name: 'Half' })
      .create('categories', { slug: 'half', name: 'Half again' })
      .run();
    expect(await outcome(refused)).toBe('conflict');
    expect(await backend.pb.collection('categories').getFullList({ filter: "slug = 'half'" })).toEqual([]);
  });

  it('creates, updates and deletes records', async () => {
    const id = newRecordId();
    await transaction(backend.pb).create('categories', { id, slug: 'short-lived', name: 'A' }).run();
    await transaction(backend.pb).update('categories', id, { name: 'B' }).run();
    expect((await backend.pb.collection('categories').getOne(id))['name']).toBe('B');
    await transaction(backend.pb).delete('categories', id).run();
    expect(await backend.pb.collection('categories').getFullList({ filter: "slug = 'short-lived'" })).toEqual(
      [],
    );
  });

  it('counts the rows that a step changed, at any position, after it has run', async () => {
    const id = newRecordId();
    const steps = transaction(backend.pb).create('categories', { id, slug: 'counted', name: 'A' });
    const none = steps.count(sql`UPDATE categories SET name = 'B' WHERE slug = {:slug}`, { slug: 'absent' });
    const one = steps.count(sql`UPDATE categories SET name = 'B' WHERE slug = {:slug}`, { slug: 'counted' });
    steps.delete('categories', id);
    expect(() => one.rows).toThrow('has not run');
    await steps.run();
    expect([none.rows, one.rows]).toEqual([0, 1]);
  });

  const deep = JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`) as unknown;
  it.each([
    null,
    [],
    'text',
    {},
    { steps: 'x' },
    { steps: [] },
    { steps: [null] },
    { steps: [{}] },
    { steps: [deep] },
    { steps: [{ exec: 5 }] },
    { steps: [{ exec: 'DROP TABLE users' }] },
    { steps: [{ exec: 'SELECT * FROM users' }] },
    { steps: [{ exec: 'UPDATE users SET verified = 1; DROP TABLE users' }] },
    { steps: [{ exec: 'UPDATE users SET verified = 1 -- all' }] },
    { steps: [{ exec: "DELETE FROM _superusers WHERE id != ''" }] },
    { steps: [{ create: 'products', data: { priceCents: '12,50' } }] },
    { steps: [{ create: 'products', data: { 'priceCents+': 1 } }] },
    { steps: [{ create: 'categories', data: null }] },
    { steps: [{ update: 'categories', data: {} }] },
    { steps: Array.from({ length: 501 }, () => ({ delete: 'categories', id: 'x' })) },
    JSON.parse('{"__proto__": {"steps": [{"delete": "users", "id": "x"}]}}'),
  ])('answers 400 to hostile body %#, and changes nothing', async (body) => {
    const before = await latestChange(backend.pb);
    const status = await backend.pb
      .send('/internal/tx', { method: 'POST', body: body as object })
      .then(() => 200)
      .catch((reason: ClientResponseError) => reason.status);
    expect(status).toBe(400);
    expect(await latestChange(backend.pb)).toBe(before);
  });
});

it('the hourly job counts tables of which the planner has no statistics', async () => {
  const file = join(dirname(backend.modelsDir), 'data', 'data.db');
  const counted = () => {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      const stats = database.prepare("SELECT stat FROM sqlite_stat1 WHERE tbl = 'shelves'").all();
      return stats.map(({ stat }) => Number.parseInt(String(stat), 10));
    } finally {
      database.close();
    }
  };
  const steps = transaction(backend.pb);
  for (let n = 0; n < 90; n++) steps.create('shelves', { store, slug: `s${n}`, name: `Shelf ${n}` });
  await steps.run();
  expect(await backend.pb.crons.getFullList()).toContainEqual({ id: 'statistics', expression: '7 * * * *' });
  await backend.pb.crons.run('statistics');
  const rows = (await backend.pb.collection('shelves').getList(1, 1)).totalItems;
  await vi.waitFor(() => expect(counted()).toContain(rows), 20_000);
});

describe('the change feed', () => {
  it('contains changes by records and by raw SQL, in order', async () => {
    const before = await latestChange(backend.pb);
    const id = await shelf('watched');
    await transaction(backend.pb).exec(sql`UPDATE shelves SET name = 'Other' WHERE id = {:id}`, { id }).run();
    await backend.pb.collection('shelves').delete(id);
    const changes = await changesAfter(backend.pb, before, 10);
    expect(changes.map(({ collection, record, op }) => [collection, record, op])).toEqual([
      ['shelves', id, 'put'],
      ['shelves', id, 'put'],
      ['shelves', id, 'del'],
    ]);
  });

  it('does not contain changes that were rolled back', async () => {
    const before = await latestChange(backend.pb);
    await outcome(
      transaction(backend.pb)
        .create('categories', { slug: 'gone', name: 'Gone' })
        .exec(
          sql`UPDATE shelves SET productCount = 1 WHERE id = {:id}`,
          { id: 'nobody' },
          { expect: 1, else: 'guard' },
        )
        .run(),
    );
    expect(await changesAfter(backend.pb, before, 10)).toEqual([]);
  });
});

describe('questions in one trip', () => {
  const named = (slugs: readonly string[]) =>
    query<{ slug: string; name: string }>(
      sql`SELECT slug, name FROM shelves WHERE slug IN (SELECT value FROM json_each({:slugs})) ORDER BY name DESC`,
      { slugs },
      ['slug', 'name'],
    );

  it('are answered in their order, each with its rows in the order it asks for', async () => {
    const slugs = Array.from({ length: 300 }, (_, place) => `ask-${(place * 7) % 300}`);
    const steps = transaction(backend.pb);
    for (const slug of slugs)
      steps.create('shelves', { store, slug, name: slug.padStart(9, '0'), productCount: 0 });
    await steps.run();
    const [all, none, count] = await ask(
      backend.pb,
      named(slugs),
      named([]),
      query<{ n: number }>(
        sql`SELECT count(*) AS n FROM shelves WHERE store = {:store} AND slug LIKE 'ask-%'`,
        { store },
        ['n'],
      ),
    );
    expect(all.map(({ name }) => name)).toEqual(
      slugs
        .map((slug) => slug.padStart(9, '0'))
        .sort()
        .reverse(),
    );
    expect(none).toEqual([]);
    expect(count).toEqual([{ n: 300 }]);
  });

  it('share a trip with those that start together, as far as there is room', async () => {
    const sent = vi.spyOn(transport, 'fetch');
    const number = (n: number) => query<{ n: number }>(sql`SELECT {:n} AS n`, { n }, ['n']);
    const numbers = Array.from({ length: 25 }, (_, place) => place);
    const answers = await Promise.all(numbers.map((n) => ask(backend.pb, number(n))));
    expect(answers).toEqual(numbers.map((n) => [[{ n }]]));
    const trips = sent.mock.calls.filter(([address]) => String(address).endsWith('/internal/ask')).length;
    sent.mockRestore();
    expect(trips).toBe(2);
  });

  it('carry every value as SQLite has it', async () => {
    const name = 'Ĝildo “Ü” 🐉 \\ \n \' " {:x} \u0001';
    const [rows] = await ask(
      backend.pb,
      query<{
        name: string;
        whole: number;
        big: number;
        half: number;
        yes: number;
        none: null;
        list: string;
      }>(
        sql`SELECT {:name} AS name, {:whole} AS whole, {:big} AS big, {:half} AS half, {:yes} AS yes, {:none} AS none,
          {:list} AS list`,
        {
          name,
          whole: -3,
          big: 9_007_199_254_740_991,
          half: 0.5,
          yes: true,
          none: null,
          list: [1, 'two'],
        },
        ['name', 'whole', 'big', 'half', 'yes', 'none', 'list'],
      ),
    );
    expect(rows).toEqual([
      { name, whole: -3, big: 9_007_199_254_740_991, half: 0.5, yes: 1, none: null, list: '[1,"two"]' },
    ]);
  });

  it('see one moment: never the first half of what a transaction writes', async () => {
    const [one, two] = [await shelf('moment-one'), await shelf('moment-two')];
    const set = (count: number) => {
      const steps = transaction(backend.pb);
      for (const id of [one, two])
        steps.exec(sql`UPDATE shelves SET productCount = {:count} WHERE id = {:id}`, { count, id });
      return steps.run();
    };
    const counted = (id: string) =>
      query<{ count: number }>(sql`SELECT productCount AS count FROM shelves WHERE id = {:id}`, { id }, [
        'count',
      ]);
    let isWriting = true;
    const writing = (async () => {
      for (let count = 1; count <= 150; count++) await set(count);
    })().finally(() => {
      isWriting = false;
    });
    const uneven: unknown[] = [];
    while (isWriting) {
      const [first, second] = await ask(backend.pb, counted(one), counted(two));
      if (first[0]?.count !== second[0]?.count) uneven.push([first, second]);
    }
    await writing;
    expect(uneven).toEqual([]);
  });

  const fine = { sql: 'SELECT id FROM users', params: {}, columns: ['id'] };
  it.each([
    null,
    [],
    {},
    { queries: 'x' },
    { queries: [] },
    { queries: [null] },
    { queries: [fine, {}] },
    { queries: [{ ...fine, sql: 5 }] },
    { queries: [{ ...fine, sql: 'DELETE FROM shelves' }] },
    { queries: [{ ...fine, sql: 'WITH x AS (SELECT 1) DELETE FROM shelves' }] },
    { queries: [{ ...fine, sql: 'SELECT id FROM users; DELETE FROM shelves' }] },
    { queries: [{ ...fine, sql: 'SELECT id FROM users -- all' }] },
    { queries: [{ ...fine, sql: 'SELECT id FROM _superusers' }] },
    { queries: [{ ...fine, sql: 'SELECT name AS id FROM sqlite_master' }] },
    { queries: [{ ...fine, sql: 'SELECT id FROM users WHERE id = {:absent}' }] },
    { queries: [{ ...fine, params: [] }] },
    { queries: [{ ...fine, columns: [] }] },
    { queries: [{ ...fine, columns: ['absent'] }] },
    { queries: [{ ...fine, columns: ['id`)) FROM users --'] }] },
    { queries: Array.from({ length: 21 }, () => fine) },
  ])('answer 400 to hostile body %#, and change nothing', async (body) => {
    const before = await latestChange(backend.pb);
    const status = () =>
      backend.pb
        .send('/internal/ask', { method: 'POST', body: body as object })
        .then(() => 200)
        .catch((reason: ClientResponseError) => reason.status);
    // The hook remembers what it found in a text.
    expect([await status(), await status()]).toEqual([400, 400]);
    expect(await latestChange(backend.pb)).toBe(before);
  });
});
