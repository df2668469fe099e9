import type PocketBase from 'pocketbase';
import { suggestedSearches } from '../../data/catalogue/search/search-misses.ts';
import { liveGuilds } from '../../data/guild/guilds.ts';
import type { Categories } from '../../domain/catalogue/category.ts';
import { FACET_OFFER, facetKey, offeredName } from '../../domain/catalogue/facet-offer.ts';
import { FACET_NAMES, FACETS } from '../../domain/catalogue/facets.ts';
import { FILTERS, type FilterName, filterLabel } from '../../domain/catalogue/search/search-params.ts';
import {
  arrangedSuggestions,
  OF_A_KIND,
  SUGGESTION_KINDS,
  SUGGESTIONS_MAX,
  type Suggestion,
} from '../../domain/catalogue/search/suggestion.ts';
import { paths } from '../../paths.ts';
import type { SearchResult } from '../../search/engine.ts';
import { Entries, type Entry } from '../../search/entries.ts';
import type { Listings } from '../catalogue/listings.ts';
import type { ProductSearch } from '../catalogue/search-feed.ts';
import type { SiteSettings } from '../kernel/site-settings.ts';

/** What is suggested while somebody types: searches, places that list models, and models. */
export interface Suggestions {
  /** Null while the search cannot answer. */
  of(typed: string): Promise<Suggestion[] | null>;
  /** Models, stores, guilds, categories or names of filters have changed. */
  forget(): void;
}

interface Parts {
  pb: PocketBase;
  search: ProductSearch;
  listings: Pick<Listings, 'categories' | 'storeNames'>;
  site: Pick<SiteSettings, 'get'>;
  onError: (reason: unknown) => void;
  /** In ms; it never goes back. */
  now?: () => number;
}

/** Counts are as old as a cached page at most; after a change they are read again with the next letter. In ms. */
const FRESH_MS = 60_000;
/** The stores and creatures with the most models, the searches made most often, the guilds with the most members. */
const VALUES_MAX = 5_000;
const SEARCHES_MAX = 2_000;
const GUILDS_MAX = 1_000;

type Place = Suggestion & Entry;

/** Opens the suggestions. What they are made of is read when somebody types first, and kept. */
export function openSuggestions(parts: Parts): Suggestions {
  const { search, onError, now = () => performance.now() } = parts;
  let entries: Entries<Place> = new Entries([]);
  let readAt: number | null = null;
  let isOutdated = false;
  let reading: Promise<void> | null = null;

  const read = async () => {
    isOutdated = false;
    entries = new Entries(await placesOf(parts));
    readAt = now();
  };
  const current = async () => {
    const age = readAt === null ? Number.POSITIVE_INFINITY : now() - readAt;
    const mustWait = readAt === null || isOutdated;
    if (mustWait || age > FRESH_MS)
      reading ??= read()
        .catch(onError)
        .finally(() => {
          reading = null;
        });
    if (mustWait) await reading;
    return entries;
  };
  return {
    async of(typed) {
      const models = await search.suggest(typed, SUGGESTIONS_MAX);
      if (models === null) return null;
      const places = (await current()).find(typed, OF_A_KIND);
      return arrangedSuggestions(
        typed,
        places,
        models.map(({ id, name }) => ({
          kind: 'model',
          name,
          href: paths.product(id),
          what: '',
          count: null,
        })),
      );
    },
    forget() {
      isOutdated = true;
    },
  };
}

/** Everything with a name that lists models, and how many everybody finds there. */
async function placesOf({ pb, search, listings, site }: Parts): Promise<Place[]> {
  const query = { sort: 'newest', offset: 0, limit: 0, facets: true, facetValues: VALUES_MAX } as const;
  const [result, categories, searches, { guilds }] = await Promise.all([
    search.search(query),
    listings.categories(),
    suggestedSearches(pb, SEARCHES_MAX),
    liveGuilds(pb, { page: 1, perPage: GUILDS_MAX }),
  ]);
  const counts = countsIn(result);
  const stores = counts('store');
  const names = await listings.storeNames([...stores.keys()]);
  const offer = site.get(FACET_OFFER);
  const place = (kind: Place['kind'], name: string, href: string, count = 0, what?: string): Place => ({
    ...{ kind, name, href, count, what: what ?? SUGGESTION_KINDS[kind] },
  });
  const places = [
    ...searches.map(({ words, found }) => place('search', words, paths.search(words), found)),
    ...[...counts('archetype')].map(([slug, count]) =>
      place('creature', filterLabel('archetype', slug), paths.searchWithin('archetype', slug), count),
    ),
    ...categoriesIn(categories, counts('category')).map(({ slug, name, count }) =>
      place('category', name, paths.searchWithin('category', slug), count),
    ),
    ...FACET_NAMES.flatMap((facet) =>
      [...counts(facet)]
        .filter(([value]) => !offer.hidden.includes(facetKey(facet, value)))
        .map(([value, count]) => {
          const name = offeredName(offer, facet, value);
          return place('filter', name, paths.searchWithin(facet, value), count, FACETS[facet].label);
        }),
    ),
    ...[...counts('material')].map(([value, count]) =>
      place(
        'filter',
        filterLabel('material', value),
        paths.searchWithin('material', value),
        count,
        FILTERS.material.label,
      ),
    ),
    // Of the steps of the price only this one has a name.
    place(
      'filter',
      'Free',
      paths.searchWithin('price', 'free'),
      counts('price').get('free'),
      FILTERS.price.label,
    ),
    ...[...stores].flatMap(([slug, count]) =>
      names[slug] === undefined ? [] : place('store', names[slug], paths.store(slug), count),
    ),
    ...guilds.map(({ guild, store }) =>
      place('guild', guild.name, paths.storeGuild(store.slug), stores.get(store.slug)),
    ),
  ];
  return places.filter(({ count }) => count > 0);
}

/** How many models have each value of a filter. */
function countsIn(result: SearchResult | null) {
  return (filter: FilterName): ReadonlyMap<string, number> =>
    new Map((result?.facets[filter] ?? []).map(({ value, count }) => [value, count]));
}

/** The offered categories, each with the models of those below it. */
function categoriesIn({ offered }: Categories, counts: ReadonlyMap<string, number>) {
  const own = (slug: string) => counts.get(slug) ?? 0;
  return offered.flatMap(({ slug, name, children }) => [
    { slug, name, count: children.reduce((sum, child) => sum + own(child.slug), own(slug)) },
    ...children.map((child) => ({ slug: child.slug, name: child.name, count: own(child.slug) })),
  ]);
}
