import PocketBase, { ClientResponseError } from 'pocketbase';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { ask } from '../../../src/data/kernel/query.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transport } from '../../../src/data/kernel/transport.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { query } from './plain-query.ts';

let backend: TestBackend;
/** The engine's own client: each read is a request. */
let plain: PocketBase;
let user: string;

beforeAll(async () => {
  backend = await openTestBackend();
  plain = new PocketBase(backend.url);
  plain.autoCancellation(false);
  await plain.collection('_superusers').authWithPassword(backend.service.email, backend.service.password);
  const password = 'a password of the tests';
  const person = { email: 'mira@guildhall.test', username: 'mira', password, passwordConfirm: password };
  user = (await plain.collection('users').create(person)).id;
  const store = (
    await plain.collection('stores').create({
      ...{ owner: user, slug: 'mira', name: 'Mira', state: 'open', openedAt: '2026-11-01 12:00:00.000Z' },
      socials: { website: 'https://mira.test' },
    })
  ).id;
  for (let position = 0; position < 30; position++)
    await plain
      .collection('shelves')
      .create({ store, slug: `s${position}`, name: `Shelf ${position}`, position });
  for (const slug of ['one', 'two']) await plain.collection('categories').create({ slug, name: slug });
});
afterAll(() => backend.close());
afterEach(() => vi.restoreAllMocks());

/** What reads answer, or with which status they fail. */
const outcome = (asked: Promise<unknown>) =>
  asked.catch((reason: unknown) => (reason instanceof ClientResponseError ? reason.status : String(reason)));

/** Reads of each kind that the data layer has. */
const READS: ((pb: PocketBase) => Promise<unknown>)[] = [
  (pb) => pb.collection('users').getOne(user),
  (pb) => pb.collection('users').getOne(user, { fields: 'id,email,verified' }),
  (pb) => pb.collection('users').getOne('absent123456789'),
  (pb) =>
    pb.collection('stores').getFirstListItem(pb.filter('owner = {:user}', { user }), { expand: 'owner' }),
  (pb) => pb.collection('stores').getFirstListItem("slug = 'nobody'"),
  (pb) =>
    pb.collection('stores').getFullList({ fields: 'id,name,socials,expand.owner.email', expand: 'owner' }),
  (pb) =>
    pb
      .collection('stores')
      .getFullList({ expand: 'shelves_via_store,owner', fields: '*,expand.shelves_via_store.name' }),
  (pb) =>
    pb.collection('shelves').getList(2, 7, { sort: '-position,id', skipTotal: true, filter: "slug ~ 's'" }),
  (pb) => pb.collection('shelves').getList(9, 7, { sort: '@rowid', skipTotal: true }),
  (pb) => pb.collection('shelves').getList(1, 7, { sort: 'position' }),
  (pb) =>
    pb.collection('shelves').getFullList({ filter: 'store.owner = "nobody" || position < 3', batch: 2 }),
  (pb) => pb.collection('seller_income_totals').getFullList(),
  (pb) => pb.collection('categories').getFullList({ sort: 'name', expand: 'parent' }),
  (pb) => pb.collection('shelves').getFullList({ filter: 'nothing = 1' }),
  (pb) => pb.collection('nothing').getFullList(),
];

it('reads that start together answer what each answers alone, also where one of them fails', async () => {
  const alone: unknown[] = [];
  for (const read of READS) alone.push(await outcome(read(plain)));
  expect(await Promise.all(READS.map((read) => outcome(read(backend.pb))))).toEqual(alone);
  expect(await Promise.all(READS.slice(0, 2).map((read) => outcome(read(backend.pb))))).toEqual(
    alone.slice(0, 2),
  );
  for (const [place, read] of READS.entries()) expect(await outcome(read(backend.pb))).toEqual(alone[place]);
});

it('several reads that start together are one request', async () => {
  await backend.pb.collection('users').getOne(user);
  const fetched = vi.spyOn(transport, 'fetch');
  const later = async (pb: PocketBase) => {
    await null;
    return pb.collection('users').getOne(user);
  };
  const [shelves, , person, [count]] = await Promise.all([
    backend.pb.collection('shelves').getFullList(),
    backend.pb.collection('stores').getFirstListItem("slug = 'mira'"),
    later(backend.pb),
    ask(
      backend.pb,
      query<{ n: number }>(sql`SELECT count(*) AS n FROM shelves WHERE store <> ''`, {}, ['n']),
    ),
  ]);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect([shelves.length, person.id, count]).toEqual([30, user, [{ n: 30 }]]);
});

it('more reads than a trip has places leave in further trips', async () => {
  await backend.pb.collection('users').getOne(user);
  const fetched = vi.spyOn(transport, 'fetch');
  const found = await Promise.all(
    Array.from({ length: 45 }, () => backend.pb.collection('users').getOne(user, { fields: 'id' })),
  );
  expect(found).toEqual(Array.from({ length: 45 }, () => ({ id: user })));
  expect(fetched).toHaveBeenCalledTimes(3);
});

it.each([
  { queries: [], reads: 'all' },
  { queries: [], reads: [null] },
  { queries: [], reads: [{ collection: 'users' }] },
  { queries: [], reads: Array.from({ length: 21 }, () => ({})) },
])('hostile reads are answered 400: %#', async (body) => {
  const sent = backend.pb.send('/internal/ask', { method: 'POST', body });
  expect(await outcome(sent)).toBe(400);
});

it('connections that read hold 8 MB of the database each', async () => {
  const sizes = {
    sql: 'SELECT cache_size AS kb FROM pragma_cache_size',
    ...{ params: {}, columns: ['kb'] },
  };
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      plain.send('/internal/ask', { method: 'POST', body: { queries: [sizes] } }),
    ),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['[[[-8000]]]']));
});

it('sends a limit as a number, so that the database plans the trip once, and answers as many rows', async () => {
  const fetched = vi.spyOn(transport, 'fetch');
  const shelves = (most: number, from: number) =>
    ask(
      backend.pb,
      query<{ slug: string }>(
        sql`SELECT slug FROM (SELECT slug, position FROM shelves ORDER BY position LIMIT {:most})
          ORDER BY position LIMIT {:most} OFFSET {:from}`,
        { most, from },
        ['slug'],
      ),
    );
  expect(await shelves(3, 1)).toEqual([[{ slug: 's1' }, { slug: 's2' }]]);
  const sent = String(fetched.mock.calls[0]?.[1]?.body);
  expect(sent).not.toContain('LIMIT {:');
  expect(sent.match(/LIMIT 3\b/g)).toHaveLength(2);
  // What is no whole number stays bound, and the database refuses it.
  expect(await outcome(shelves(2.5, 0))).toBe(400);
});
