import type { Categories } from '../category.ts';
import { FACET_OFFER, type FacetOffer } from '../facet-offer.ts';
import { type NeededRoom, offeredRoom } from '../print/build-volume.ts';
import {
  FILTERS,
  type FilterName,
  filterLabel,
  leftOut,
  type SearchParams,
  withChildren,
} from './search-params.ts';
import { type TypedFacet, typedFacets, withFacetsAsWords, withoutFacets } from './typed-facets.ts';
import type { PriceRange } from './typed-price.ts';

/** A search as it is understood: `query` is the text that is left, and the filters are those ticked and those typed. */
export interface UnderstoodSearch extends SearchParams {
  /** The filters that were typed in words, where their words stand in the whole text. */
  typed: readonly TypedFacet[];
  /** What a model may cost, where that was typed. */
  prices: PriceRange | null;
}

/** Reads the filters in the words of a search and adds them to those that were ticked: values of one filter are alternatives. */
export function understoodSearch(
  params: SearchParams,
  offer: Pick<FacetOffer, 'hidden' | 'names'> = FACET_OFFER.fallback,
): UnderstoodSearch {
  const { text, facets } = typedFacets(params.query, offer);
  return { ...withTyped(params, facets), query: text };
}

/** The search with these of its typed filters; the words of others are looked for as words. */
export function withTyped(params: SearchParams, typed: readonly TypedFacet[]): UnderstoodSearch {
  const include = { ...params.include };
  const exclude = { ...params.exclude };
  for (const { name, values, choice } of typed) {
    const choices = choice === 'include' ? include : exclude;
    const all = [...new Set([...(choices[name] ?? []), ...values])];
    if (all.length > 0) choices[name] = all;
  }
  const ranges = typed.flatMap(({ prices }) => prices ?? []);
  const prices = ranges.length === 0 ? null : ranges.reduce(narrower);
  return { ...params, query: withoutFacets(params.query, typed), include, exclude, typed, prices };
}

const narrower = (one: PriceRange, other: PriceRange): PriceRange => {
  const ends = (end: keyof PriceRange) => [one[end], other[end]].filter((cents) => cents !== null);
  const [from, to] = [ends('from'), ends('to')];
  return { from: from.length > 0 ? Math.max(...from) : null, to: to.length > 0 ? Math.min(...to) : null };
};

/** What every engine is asked. */
export interface AskedQuery {
  text: string;
  include: SearchParams['include'];
  exclude: SearchParams['exclude'];
  fits: NeededRoom | null;
  price?: PriceRange;
  sort: SearchParams['sort'];
}

/** A search as an engine takes it. */
export function engineQuery(
  search: UnderstoodSearch,
  categories: Pick<Categories, 'all' | 'moved'>,
): AskedQuery {
  const { query, include, fits, prices, sort } = search;
  return {
    text: query,
    include: withChildren(include, categories),
    exclude: withChildren(leftOut(search), categories),
    fits: fits && offeredRoom(fits),
    ...(prices && { price: prices }),
    sort,
  };
}

/** The search without the words of typed filters. */
export const withoutTyped = (params: SearchParams, typed: readonly TypedFacet[]): SearchParams => ({
  ...params,
  query: withoutFacets(params.query, typed),
  page: 1,
});

/** The search in which the words of typed filters are words; those that say nothing as words are left out. */
export const typedAsWords = (params: SearchParams, typed: readonly TypedFacet[]): SearchParams => ({
  ...params,
  query: withFacetsAsWords(params.query, typed),
  page: 1,
});

/** "Scale: 32 mm", "Price: under $8". @param query the text it was typed in. @param names as `filterLabel` takes them */
export function typedLabel(
  { name, values, prices, places }: TypedFacet,
  query: string,
  names: Readonly<Record<string, string>> = {},
): string {
  const { label } = FILTERS[name];
  if (prices) {
    const words = new Set(places.map(([start, end]) => query.slice(start, end)));
    return `${label}: ${[...words].join(' ')}`;
  }
  return chosenLabel(name, values, names);
}

/** "Scale: 32 mm", "Supports: Unsupported or Support-free"; "On sale" alone. */
export function chosenLabel(
  name: FilterName,
  values: readonly string[],
  names: Readonly<Record<string, string>> = {},
): string {
  const { label } = FILTERS[name];
  return name === 'sale'
    ? label
    : `${label}: ${values.map((value) => filterLabel(name, value, names)).join(' or ')}`;
}
