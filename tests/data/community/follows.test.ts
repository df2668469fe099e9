import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { visibleStore } from '../../../src/data/catalogue/stores.ts';
import {
  follow,
  followsOf,
  isFollowing,
  newFromFollowed,
  unfollow,
} from '../../../src/data/community/follows.ts';
import { deleteUser } from '../../../src/data/identity/users.ts';
import { changesAfter, latestChange } from '../../../src/data/kernel/changes.ts';
import { dateOf } from '../../../src/data/kernel/fields.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { FOLLOWS_MAX } from '../../../src/domain/community/follow.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';
import { exportUser } from '../account/exported.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;

let world: TestWorld;
let wren: string;
let crow: string;
let made = 0;

beforeAll(async () => {
  world = await openTestWorld();
  wren = await person('wren');
  crow = await person('crow');
});
afterAll(() => world.close());
afterEach(async () => {
  for (const name of ['follows', 'products', 'stores'])
    for (const { id } of await world.pb.collection(name).getFullList())
      await world.pb.collection(name).delete(id);
});

const person = async (name: string) => (await world.person(name)).id;

/** A store with its own seller; open by default. */
const store = (state = 'open', owner?: string) =>
  world.store(`store-${++made}`, { state, ...(owner === undefined ? {} : { owner }) });

const product = (of: string, publishedAt: number, state = 'published') =>
  world.product(of, { state, ai: 'none', publishedAt: dateOf(publishedAt) });

const followIt = async (who: string, id: string, at = NOW, since?: number) =>
  follow(world.pb, who, await visibleStore(world.pb, id), at, since);
const followers = async (id: string) => (await visibleStore(world.pb, id))?.followers;

describe('following a store', () => {
  it('is stored once, listed latest first, and restored at its old position', async () => {
    const [one, other] = [await store(), await store()];
    expect(await followIt(wren, one)).toBeNull();
    expect(await followIt(wren, other, NOW + HOUR)).toBeNull();
    expect(await followIt(wren, one, NOW + 2 * HOUR)).toBeNull();
    expect((await followsOf(world.pb, wren)).map(({ store: { id } }) => id)).toEqual([other, one]);
    await unfollow(world.pb, wren, one);
    await unfollow(world.pb, wren, one);
    expect(await isFollowing(world.pb, wren, one)).toBe(false);
    await followIt(wren, one, NOW + 3 * HOUR, NOW);
    expect((await followsOf(world.pb, wren)).map(({ followedAt }) => followedAt)).toEqual([NOW + HOUR, NOW]);
    expect(await isFollowing(world.pb, crow, one)).toBe(false);
  });

  it('is refused for the own store, for one that is not visible, and beyond the limit', async () => {
    const own = await store('open', crow);
    expect(await followIt(crow, own)).toBe('own');
    expect(await followIt(wren, await store('draft'))).toBe('unknown');
    expect(await followIt(wren, 'no store')).toBe('unknown');
    await transaction(world.pb)
      .exec(
        sql`INSERT INTO follows (id, [[user]], store, created, updated)
          SELECT printf('f%014d', value), {:wren}, printf('s%014d', value), {:now}, {:now} FROM json_each({:all})`,
        { wren, all: JSON.stringify(Array.from({ length: FOLLOWS_MAX }, (_, at) => at)), now: dateOf(NOW) },
      )
      .run();
    expect(await followIt(wren, own)).toBe('too-many');
  });

  it('is counted exactly, also under concurrency', async () => {
    const id = await store();
    const people = await Promise.all(Array.from({ length: 12 }, () => person(`fan-${++made}`)));
    await Promise.all(people.flatMap((who) => [followIt(who, id), followIt(who, id)]));
    expect(await followers(id)).toBe(12);
    const [leaver = '', ...rest] = people;
    await Promise.all(rest.slice(0, 5).map((who) => unfollow(world.pb, who, id)));
    expect(await followers(id)).toBe(7);
    await deleteUser(world.pb, leaver);
    expect(await followers(id)).toBe(6);
  });

  it('is not in the change feed, unlike other changes of a store', async () => {
    const id = await store();
    const before = await latestChange(world.pb);
    await followIt(wren, id);
    expect(await changesAfter(world.pb, before, 10)).toEqual([]);
    await world.pb.collection('stores').update(id, { tagline: 'New here' });
    const told = await changesAfter(world.pb, before, 10);
    expect([...new Set(told.map(({ collection, record }) => `${collection}:${record}`))]).toEqual([
      `stores:${id}`,
    ]);
  });

  it('is in the user’s export, and is deleted with the account or the store', async () => {
    const [one, other] = [await store(), await store()];
    const leaver = await person('leaver');
    await followIt(leaver, one);
    await followIt(leaver, other, NOW + HOUR);
    expect(await exportUser(world.pb, leaver)).toMatchObject({
      follows: expect.arrayContaining([
        expect.objectContaining({ user: leaver, store: one }),
        expect.objectContaining({ store: other }),
      ]),
    });
    await world.pb.collection('stores').delete(other);
    expect(await followsOf(world.pb, leaver)).toHaveLength(1);
    await deleteUser(world.pb, leaver);
    expect(await world.pb.collection('follows').getFullList()).toEqual([]);
  });
});

describe('new products of followed stores', () => {
  it('are only the listed ones of those stores, newest first, up to the limit', async () => {
    const [one, other, strange] = [await store(), await store(), await store()];
    const old = await product(one, NOW - 3 * HOUR);
    const newest = await product(other, NOW - HOUR);
    const middle = await product(one, NOW - 2 * HOUR);
    await product(strange, NOW);
    await product(one, NOW, 'unlisted');
    for (const id of [one, other]) await followIt(wren, id);
    const ids = async (limit: number) =>
      (await newFromFollowed(world.pb, wren, limit)).cards.map(({ id }) => id);
    expect(await ids(8)).toEqual([newest, middle, old]);
    expect(await ids(2)).toEqual([newest, middle]);
    expect(await newFromFollowed(world.pb, crow, 8)).toEqual({ cards: [], follows: 0 });
  });

  it('are found also for more stores than fit into one query', async () => {
    const stores = await Promise.all(Array.from({ length: 61 }, () => store()));
    for (const id of stores) await followIt(wren, id, NOW + ++made);
    // The first and the last followed store are in different queries.
    const [first = '', last = ''] = [stores[0], stores.at(-1)];
    const [older, newer] = [await product(first, NOW - HOUR), await product(last, NOW)];
    expect((await newFromFollowed(world.pb, wren, 8)).cards.map(({ id }) => id)).toEqual([newer, older]);
  });
});
