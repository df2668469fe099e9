import type { Categories } from '../../domain/catalogue/category.ts';
import type { FacetOffer } from '../../domain/catalogue/facet-offer.ts';
import type { ProductCard } from '../../domain/catalogue/product.ts';
import { DROP_KINDS, type Drop, droppable } from '../../domain/catalogue/search/drops.ts';
import {
  FILTER_NAMES,
  FILTERS,
  type FilterName,
  filterLabel,
  type SearchParams,
} from '../../domain/catalogue/search/search-params.ts';
import { type TypedFacet, withFacetsAsWords } from '../../domain/catalogue/search/typed-facets.ts';
import {
  engineQuery,
  type UnderstoodSearch,
  understoodSearch,
  withTyped,
} from '../../domain/catalogue/search/understood-search.ts';
import { slugOf } from '../../domain/kernel/slug.ts';
import { tellsNothing } from '../../search/asked.ts';
import type { FacetCount, SearchQuery, SearchResult } from '../../search/engine.ts';
import { searchWords } from '../../search/tokens.ts';
import type { Listings } from './listings.ts';
import type { ProductSearch } from './search-feed.ts';

/** How a search is answered. */
export interface Finding extends Pick<SearchQuery, 'offset' | 'limit' | 'facets' | 'mature'> {
  categories: Pick<Categories, 'all' | 'moved'>;
  /** Whether only what has every typed filter is wanted, even where nothing has. */
  isStrict?: boolean;
}

export interface Found {
  result: SearchResult;
  /** The search that was answered, with the typed filters that hold. */
  search: UnderstoodSearch;
  /** Typed filters that were given up, because nothing has them together with the rest. */
  givenUp: readonly TypedFacet[];
}

/** Finds products by what people typed and ticked: pages, programs and saved searches ask here, so that words mean the same. */
export interface ProductFinder {
  /** Null while the index cannot answer. */
  find(params: SearchParams, how: Finding): Promise<Found | null>;
  /**
   * What a search that found nothing can be asked without, each with its number of models: filters, then words, each the most first.
   * @param names as `filterLabel` takes them
   */
  drops(
    params: SearchParams,
    names: Readonly<Record<string, string>>,
    how: Pick<Finding, 'categories' | 'mature'>,
  ): Promise<(Drop & { count: number })[]>;
  /**
   * The values of long lists that have what is looked for there, each with its number of models, the most first.
   * @param names as `filterLabel` takes them
   */
  values(
    params: SearchParams,
    found: Found,
    names: Readonly<Record<string, string>>,
    how: Pick<Finding, 'categories' | 'mature'>,
  ): Promise<Partial<Record<FilterName, FacetCount[]>>>;
  /** A model whose name has all of the words, among them those that were read as filters; null if it is found or there is none. */
  named(
    params: SearchParams,
    found: Found,
    how: Pick<Finding, 'categories' | 'mature'>,
  ): Promise<ProductCard | null>;
}

/** The most typed filters that are tried to be given up. */
const GIVEN_UP_TRIED = 6;
/** So many lists are searched at once. */
const LISTS_SEARCHED = 2;
/** So many values are found in a long list. */
const VALUES_FOUND = 12;
/** So many of the best by words are looked at for a name. */
const NAMES_READ = 3;

export function openFinder({
  search,
  listings,
  offer,
}: {
  search: Pick<ProductSearch, 'search'>;
  listings: Pick<Listings, 'cards' | 'storeNames'>;
  offer: () => FacetOffer;
}): ProductFinder {
  const ask = (understood: UnderstoodSearch, how: Omit<Finding, 'isStrict'>) => {
    const { offset, limit, facets = false, mature = false } = how;
    const query = engineQuery(understood, how.categories);
    const text = understood.typed.length > 0 && tellsNothing(understood.query) ? '' : understood.query;
    return search.search({ ...query, text, offset, limit, facets, mature });
  };
  const counted = async (understood: UnderstoodSearch, how: Omit<Finding, 'offset' | 'limit' | 'facets'>) =>
    (await ask(understood, { ...how, offset: 0, limit: 0, facets: false }))?.total ?? 0;

  /** Whether anything has the words of a text, or most of them. */
  const isKnown = async (text: string, { mature = false }: Pick<Finding, 'mature'>) =>
    ((await search.search({ text, sort: 'relevance', offset: 0, limit: 0, mature }))?.total ?? 0) > 0;

  /** Values of a filter whose name has a text: of a controlled list, the categories, or what models with these words have. */
  const candidates = async (
    name: FilterName,
    typed: string,
    names: Readonly<Record<string, string>>,
    how: Pick<Finding, 'categories' | 'mature'>,
  ): Promise<string[]> => {
    const part = slugOf(typed);
    if (part === '') return [];
    const has = (value: string, label: string) => value.includes(part) || slugOf(label).includes(part);
    const { values } = FILTERS[name] as { values: Readonly<Record<string, string>> | null };
    const tree = how.categories.all.flatMap((top) => [top, ...top.children]).map(({ slug }) => slug);
    const listed = values ? Object.keys(values) : name === 'category' ? tree : null;
    if (listed)
      return listed.filter((value) => has(value, filterLabel(name, value, names))).slice(0, VALUES_FOUND);
    const { mature = false } = how;
    const byWords = await search.search({
      ...{ text: typed, sort: 'relevance', offset: 0, limit: 0, facets: true, mature },
    });
    const found = (byWords?.facets[name] ?? []).map(({ value }) => value);
    const stores = name === 'store' ? await listings.storeNames(found) : {};
    return found.filter((value) => has(value, stores[value] ?? '')).slice(0, VALUES_FOUND);
  };

  return {
    async find(params, how) {
      const whole = understoodSearch(params, offer());
      const result = await ask(whole, how);
      if (!result) return null;
      const { typed } = whole;
      if (result.total > 0 || typed.length === 0 || how.isStrict)
        return { result, search: whole, givenUp: [] };
      let best: { facet: TypedFacet; count: number } | null = null;
      const without = (facet: TypedFacet): UnderstoodSearch => ({
        ...withTyped(
          params,
          typed.filter((other) => other !== facet),
        ),
        query: whole.query,
      });
      for (const facet of typed.slice(0, GIVEN_UP_TRIED)) {
        const count = await counted(without(facet), how);
        if (count > (best?.count ?? 0)) best = { facet, count };
      }
      const words = searchWords(whole.query);
      if (!best && words.length > 0 && !(await isKnown(whole.query, how))) {
        // No filter is in the way: nothing has the words at all.
        const withoutWords = await ask({ ...whole, query: '' }, how);
        if (withoutWords && withoutWords.total > 0)
          return {
            result: { ...withoutWords, partial: { complete: 0, without: words } },
            search: whole,
            givenUp: [],
          };
      }
      const asWords = { ...withTyped(params, []), query: withFacetsAsWords(params.query, typed) };
      const search = best ? without(best.facet) : asWords;
      const again = await ask(search, how);
      if (!again || again.total === 0) return { result, search: whole, givenUp: [] };
      return { result: again, search, givenUp: best ? [best.facet] : typed };
    },

    async drops(params, names, how) {
      const tried = droppable(params, understoodSearch(params, offer()), names);
      const drops: (Drop & { count: number })[] = [];
      for (const drop of tried) {
        const count = await counted(understoodSearch(drop.params, offer()), how);
        if (count > 0) drops.push({ ...drop, count });
      }
      const rank = ({ kind }: Drop) => DROP_KINDS.indexOf(kind);
      return drops.toSorted((a, b) => rank(a) - rank(b) || b.count - a.count);
    },

    async values(params, { search: understood }, names, how) {
      const lists = FILTER_NAMES.filter((name) => params.find[name] !== undefined);
      const values: Partial<Record<FilterName, FacetCount[]>> = {};
      for (const name of lists.slice(0, LISTS_SEARCHED)) {
        const typed = params.find[name] ?? '';
        const having = await candidates(name, typed, names, how);
        const counts: FacetCount[] = [];
        for (const value of having) {
          // The list's own choices do not count, as in its other numbers.
          const { [name]: _, ...include } = understood.include;
          const only = { ...understood, include: { ...include, [name]: [value] } };
          const count = await counted(only, how);
          if (count > 0) counts.push({ value, count });
        }
        values[name] = counts.toSorted((a, b) => b.count - a.count);
      }
      return values;
    },

    async named(params, { result, search: { typed } }, how) {
      if (typed.length === 0 || params.page > 1) return null;
      const words = searchWords(params.query);
      const asWords = { ...withTyped(params, []), query: words.join(' ') };
      const byWords = await ask(asWords, { ...how, offset: 0, limit: NAMES_READ, facets: false });
      const others = (byWords?.ids ?? []).filter((id) => !result.ids.includes(id));
      const cards = await listings.cards(others);
      return (
        cards.find(({ name }) => {
          const inName = new Set(searchWords(name));
          return words.every((word) => inName.has(word));
        }) ?? null
      );
    },
  };
}
