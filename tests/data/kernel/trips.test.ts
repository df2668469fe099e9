import PocketBase, { ClientResponseError } from 'pocketbase';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { ask } from '../../../src/data/kernel/query.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transport } from '../../../src/data/kernel/transport.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { query } from './plain-query.ts';

let backend: TestBackend;
/** The engine's own client, without the trips. */
let plain: PocketBase;

beforeAll(async () => {
  backend = await openTestBackend();
  plain = new PocketBase(backend.url);
  plain.autoCancellation(false);
  await plain.collection('_superusers').authWithPassword(backend.service.email, backend.service.password);
  const password = 'a password of the tests';
  const person = { email: 'mira@guildhall.test', username: 'mira', password, passwordConfirm: password };
  const user = (await plain.collection('users').create(person)).id;
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
});
afterAll(() => backend.close());
afterEach(() => vi.restoreAllMocks());

/** What reads answer, or with which status they fail. */
const outcome = (asked: Promise<unknown>) =>
  asked.catch((reason: unknown) => (reason instanceof ClientResponseError ? reason.status : String(reason)));

const NAMES = sql`SELECT slug FROM shelves ORDER BY position LIMIT {:most}`;
const names = (most: number) => query<{ slug: string }>(NAMES, { most }, ['slug']);
const COUNT = query<{ n: number }>(sql`SELECT count(*) AS n FROM shelves WHERE store <> ''`, {}, ['n']);

it('questions that start together are one request, also of who begins a little later', async () => {
  await ask(backend.pb, COUNT);
  const fetched = vi.spyOn(transport, 'fetch');
  const later = async () => {
    await null;
    return ask(backend.pb, names(2));
  };
  const answers = await Promise.all([ask(backend.pb, COUNT), later(), ask(backend.pb, names(1), COUNT)]);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(answers).toEqual([
    [[{ n: 30 }]],
    [[{ slug: 's0' }, { slug: 's1' }]],
    [[{ slug: 's0' }], [{ n: 30 }]],
  ]);
});

it('more questions than a trip has room for leave in further trips', async () => {
  await ask(backend.pb, COUNT);
  const fetched = vi.spyOn(transport, 'fetch');
  const found = await Promise.all(Array.from({ length: 45 }, () => ask(backend.pb, COUNT)));
  expect(found).toEqual(Array.from({ length: 45 }, () => [[{ n: 30 }]]));
  expect(fetched).toHaveBeenCalledTimes(3);
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
