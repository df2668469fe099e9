import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Change } from '../../../src/data/kernel/changes.ts';
import { type FollowedParts, feedListeners } from '../../../src/server/app/feed-listeners.ts';
import { tellListeners } from '../../../src/server/kernel/feed-listeners.ts';

function partsThatNote() {
  const parts = {
    visibility: { forget: vi.fn() },
    sessions: { forget: vi.fn() },
    listings: { forget: vi.fn() },
    search: { follow: vi.fn(async () => undefined) },
    searchRules: { reload: vi.fn(async () => undefined) },
    suggestions: { forget: vi.fn() },
    pages: { purge: vi.fn() },
    reloadSettings: vi.fn(async () => undefined),
    cases: { wake: vi.fn() },
    preOrders: { wake: vi.fn() },
    previews: { enqueue: vi.fn() },
  } satisfies FollowedParts;
  return { parts, listeners: feedListeners(parts) };
}
const change = (collection: string, record: string, seq = 1): Change => ({
  seq,
  collection,
  record,
  op: 'put',
});

/** The names under which the schema writes to the feed. */
const schema = readFileSync(new URL('../../pocketbase/schema.txt', import.meta.url), 'utf8');
const FED = new Set(
  [
    ...schema.matchAll(/INSERT INTO change_feed \(collection, record, op\)\s+(?:VALUES \(|SELECT )'(\w+)'/g),
  ].map(([, name = '']) => name),
);

/** Files with a cache that follows no change, and why its answers may be old. */
const NEEDS_NO_LISTENER: Record<string, string> = {
  'src/server/adapters/files/s3-store.ts': 'sizes of files, whose bytes never change',
  'src/server/adapters/stripe/portal-configuration.ts': 'of the provider, which refuses what is outdated',
  'src/server/commerce/coupon-tries.ts': 'who tried',
  'src/server/commerce/page-lookups.ts': 'sessions of payments that are unknown, for a moment',
  'src/server/http/incoming/askers.ts': 'whose share a request takes; it opens nothing',
  'src/server/http/limits.ts': 'who asks too often',
  'src/server/http/pictures/pictures.ts': 'pictures that are not there, for a moment',
  'src/server/identity/sign-in-limits.ts': 'who was refused',
};
/** Those that are told of changes, and the name of their listener. */
const LISTENED = { 'src/server/catalogue/listings.ts': 'listings' };

describe('what follows the change feed', () => {
  it('hears only of names that the schema writes', () => {
    const { listeners } = partsThatNote();
    const unknown = listeners.flatMap(({ name, tables }) =>
      tables === 'all' ? [] : tables.filter((one) => !FED.has(one)).map((one) => `${name}: ${one}`),
    );
    expect(unknown).toEqual([]);
  });

  it('hears of every name but that of roles, which are read at each request', () => {
    const heard = new Set(
      partsThatNote().listeners.flatMap(({ tables }) => (tables === 'all' ? [] : tables)),
    );
    expect([...FED].filter((name) => !heard.has(name))).toEqual(['roles']);
  });

  it('has a listener for every cache of what the database says', () => {
    const files = readdirSync('src/server', { recursive: true, encoding: 'utf8' })
      .map((name) => join('src/server', name))
      .filter((path) => path.endsWith('.ts') && readFileSync(path, 'utf8').includes('new LRUCache'));
    expect(files.sort()).toEqual([...Object.keys(NEEDS_NO_LISTENER), ...Object.keys(LISTENED)].sort());
    const names = partsThatNote().listeners.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.values(LISTENED)));
  });

  it('is told of its own changes in one call, in order, and purges pages after caches have forgotten', async () => {
    const { parts, listeners } = partsThatNote();
    const changes = [change('products', 'a', 1), change('users', 'b', 2), change('products', 'c', 3)];
    await tellListeners(listeners, changes);
    expect(parts.visibility.forget.mock.calls).toEqual([
      ['products', 'a'],
      ['products', 'c'],
    ]);
    expect(parts.sessions.forget.mock.calls).toEqual([['users', 'b']]);
    expect(parts.search.follow.mock.calls).toEqual([[changes]]);
    expect(parts.previews.enqueue.mock.calls).toEqual([[['a', 'c']]]);
    expect(parts.reloadSettings).not.toHaveBeenCalled();
    expect(parts.cases.wake).not.toHaveBeenCalled();
    const [forgotten, purged] = [parts.listings.forget, parts.pages.purge].map(
      ({ mock }) => mock.invocationCallOrder[0] ?? 0,
    );
    expect(forgotten).toBeLessThan(purged ?? 0);
  });
});
