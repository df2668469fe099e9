import type PocketBase from 'pocketbase';
import { storeSearch } from '../../data/catalogue/saved-searches.ts';
import { visibleStore } from '../../data/catalogue/stores.ts';
import { follow } from '../../data/community/follows.ts';
import { storedQuery } from '../../domain/catalogue/search/saved-search.ts';
import { parseSearch } from '../../domain/catalogue/search/search-params.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { PEOPLE, STORES } from './cast.ts';

const DAY_MS = 86_400_000;

/** The stores that Tobias follows, and for how many days. */
const FOLLOWS = [
  { store: STORES.ashgrove, daysAgo: 21 },
  { store: STORES.deepdelve, daysAgo: 9 },
] as const;

/** The saved search of Tobias. */
const SEARCH = {
  name: 'Figures in 32 mm',
  query: storedQuery(parseSearch(new URLSearchParams('type=figure&scale=32'))),
  pace: 'daily',
} as const;

/** Creates the follows and the saved search of the demo buyer. */
export async function seedFollows(pb: PocketBase, now: Instant): Promise<void> {
  for (const { store, daysAgo } of FOLLOWS)
    await follow(pb, PEOPLE.tobias.id, await visibleStore(pb, store.id), now, now - daysAgo * DAY_MS);
  await storeSearch(pb, PEOPLE.tobias.id, SEARCH, now, now - 5 * DAY_MS);
}
