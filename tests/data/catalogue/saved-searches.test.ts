import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  changeSearch,
  removeSearch,
  savedSearchesOf,
  storeSearch,
} from '../../../src/data/catalogue/saved-searches.ts';
import { deleteUser } from '../../../src/data/identity/users.ts';
import { changesAfter } from '../../../src/data/kernel/changes.ts';
import { dateOf } from '../../../src/data/kernel/fields.ts';
import { SAVED_SEARCHES_MAX } from '../../../src/domain/catalogue/search/saved-search.ts';
import { runSavedSearches, type SavedSearchParts } from '../../../src/server/catalogue/saved-search-job.ts';
import { type OpenedSearch, openSearch } from '../../../src/server/catalogue/search-feed.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';
import { exportUser } from '../account/exported.ts';

/** A Saturday, some hours after the daily run. */
const START = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DRAGONS = { name: 'Dragons', query: 'query=dragon', pace: 'daily' } as const;

let world: TestWorld;
let search: OpenedSearch;
let parts: SavedSearchParts;
let now = START;
let wren: string;
let store: string;
let made = 0;
let seq = 0;

beforeAll(async () => {
  world = await openTestWorld();
  const onError = (reason: unknown) => {
    throw reason;
  };
  search = await openSearch({ pb: world.pb, cacheDir: `${world.modelsDir}-search`, onError });
  await vi.waitFor(async () => expect(await search.suggest('dragon', 1)).not.toBeNull(), { timeout: 30_000 });
  parts = {
    pb: world.pb,
    siteUrl: 'http://127.0.0.1:4321',
    siteName: 'Guildhall',
    now: () => now,
    mailQueued: () => undefined,
    onError,
    search,
  };
  wren = await person('wren');
  store = await world.store('crow', { name: 'Crow' });
});
afterAll(async () => {
  await search.close();
  await world.close();
  await rm(`${world.modelsDir}-search`, { recursive: true, force: true });
});
beforeEach(() => {
  now = START;
});
afterEach(async () => {
  for (const name of ['saved_searches', 'notifications', 'mails', 'products'])
    for (const { id } of await world.pb.collection(name).getFullList())
      await world.pb.collection(name).delete(id);
  await indexed();
});

const person = async (name: string) => (await world.person(name)).id;

/** Applies all changes to the index. */
async function indexed(): Promise<void> {
  const changes = await changesAfter(world.pb, seq, 5000);
  seq = changes.at(-1)?.seq ?? seq;
  await search.follow(changes);
}

async function product(name: string, publishedAt: number): Promise<string> {
  const slug = `model-${++made}`;
  const facts = { state: 'published', ai: 'none', scale: '32', publishedAt: dateOf(publishedAt) };
  return world.row('products', { store, name, slug, ...facts });
}

const keep = (search = {}) => storeSearch(world.pb, wren, { ...DRAGONS, ...search }, now);
const notifications = () =>
  world.pb.collection('notifications').getFullList<{ title: string; path: string; user: string }>();

describe('saved searches', () => {
  it('are unique, and renamed, removed and restored by their owner only', async () => {
    expect(await keep()).toBeNull();
    now += HOUR;
    await keep({ query: 'scale=32', name: 'Small ones' });
    await keep({ name: 'All dragons', pace: 'weekly' });
    const [small, dragons] = await savedSearchesOf(world.pb, wren);
    expect(dragons).toMatchObject({ name: 'All dragons', pace: 'weekly', savedAt: START });
    const stranger = await person('stranger');
    expect(await changeSearch(world.pb, stranger, small?.id ?? '', { name: 'Mine' }, now)).toBe('unknown');
    await removeSearch(world.pb, stranger, small?.id ?? '');
    expect(await changeSearch(world.pb, wren, small?.id ?? '', { name: 'Tiny ones' }, now)).toBeNull();
    expect((await savedSearchesOf(world.pb, wren))[0]).toMatchObject({ name: 'Tiny ones', pace: 'daily' });
    await removeSearch(world.pb, wren, small?.id ?? '');
    await storeSearch(world.pb, wren, { ...DRAGONS, query: 'scale=32' }, now, START - HOUR);
    expect((await savedSearchesOf(world.pb, wren)).map(({ query }) => query)).toEqual([
      'query=dragon',
      'scale=32',
    ]);
  });

  it('are limited, included in the data export and deleted with the account', async () => {
    const leaver = await person('leaver');
    for (let count = 0; count < SAVED_SEARCHES_MAX; count++)
      await storeSearch(world.pb, leaver, { ...DRAGONS, query: `query=dragon-${count}` }, now);
    expect(await storeSearch(world.pb, leaver, DRAGONS, now)).toBe('too-many');
    expect(await storeSearch(world.pb, leaver, { ...DRAGONS, query: 'query=dragon-1' }, now)).toBeNull();
    expect(await exportUser(world.pb, leaver)).toMatchObject({
      savedSearches: { length: SAVED_SEARCHES_MAX },
    });
    await deleteUser(world.pb, leaver);
    expect(await savedSearchesOf(world.pb, leaver)).toEqual([]);
  });
});

describe('a run', () => {
  it('notifies once of new matches, also with two processes, and not without matches', async () => {
    await product('Old dragon', now - HOUR);
    await keep();
    await product('Young dragon', now + HOUR);
    await product('A goblin', now + HOUR);
    await indexed();
    now += 2 * HOUR;
    expect(await runSavedSearches(parts)).toBe(0);
    now = START + DAY;
    const [one, other] = await Promise.all([runSavedSearches(parts), runSavedSearches(parts)]);
    expect(one + other).toBe(1);
    expect(await runSavedSearches(parts)).toBe(0);
    expect(await notifications()).toMatchObject([
      { user: wren, title: '1 new model for “Dragons”', path: '/search?query=dragon' },
    ]);
    now += DAY;
    expect(await runSavedSearches(parts)).toBe(0);
    expect(await notifications()).toHaveLength(1);
  });

  it('understands what was typed as the search page does, and tells of nothing else where nothing has it', async () => {
    await keep({ query: 'query=dragon+32mm', name: 'Dragons of 32 mm' });
    await keep({ query: 'query=dragon+75mm', name: 'Large dragons' });
    await product('Young dragon', now + HOUR);
    await indexed();
    now = START + DAY;
    expect(await runSavedSearches(parts)).toBe(1);
    expect(await notifications()).toMatchObject([{ title: '1 new model for “Dragons of 32 mm”' }]);
    const renamed = { ...parts, facetOffer: () => ({ hidden: ['scale:75'], names: {} }) };
    await product('75mm dragon', now + HOUR);
    await indexed();
    now += DAY;
    expect(await runSavedSearches(renamed)).toBe(2);
  });

  it('that crashed before it was recorded is repeated and notifies once', async () => {
    await keep();
    await product('Young dragon', now + HOUR);
    await indexed();
    now = START + DAY;
    let requests = 0;
    const dying = {
      ...parts,
      onError: () => undefined,
      search: {
        search: (query: Parameters<typeof parts.search.search>[0]) => {
          if (++requests === 1) throw new Error('the process ends here');
          return parts.search.search(query);
        },
      },
    };
    expect(await runSavedSearches(dying)).toBe(0);
    expect(await runSavedSearches(parts)).toBe(1);
    expect(await notifications()).toHaveLength(1);
  });

  it('leaves products of the last minutes to the next run, so that none is missed', async () => {
    await keep();
    now = START + DAY;
    await product('Newborn dragon', now - 60_000);
    await indexed();
    expect(await runSavedSearches(parts)).toBe(0);
    now += DAY;
    expect(await runSavedSearches(parts)).toBe(1);
  });

  it('is weekly or off if so chosen, and does not report products published while it was off', async () => {
    await keep({ pace: 'weekly' });
    await product('Young dragon', now + HOUR);
    await indexed();
    now = START + DAY;
    expect(await runSavedSearches(parts)).toBe(0);
    // The Monday after.
    now = START + 2 * DAY;
    expect(await runSavedSearches(parts)).toBe(1);
    const [saved] = await savedSearchesOf(world.pb, wren);
    await changeSearch(world.pb, wren, saved?.id ?? '', { pace: 'off' }, now);
    await product('Later dragon', now + HOUR);
    await indexed();
    now += 3 * DAY;
    expect(await runSavedSearches(parts)).toBe(0);
    await changeSearch(world.pb, wren, saved?.id ?? '', { pace: 'daily' }, now);
    now += DAY;
    expect(await runSavedSearches(parts)).toBe(0);
  });

  it('continues where the previous one stopped, and waits while the index is not ready', async () => {
    for (const query of ['query=dragon', 'scale=32', 'store=crow']) await keep({ query });
    await product('Young dragon', now + HOUR);
    await indexed();
    now = START + DAY;
    const starting = { search: async () => null };
    expect(await runSavedSearches({ ...parts, search: starting })).toBe(0);
    expect(await runSavedSearches(parts, 2)).toBe(2);
    expect(await runSavedSearches(parts, 2)).toBe(1);
    expect(await notifications()).toHaveLength(3);
  });
});
