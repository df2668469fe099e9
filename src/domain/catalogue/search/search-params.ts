import { BASE_SIZES, FACETS } from '../facets.ts';
import {
  type BuildVolume,
  buildVolumeParam,
  buildVolumeText,
  parseBuildVolume,
} from '../print/build-volume.ts';
import { EXPOSURE_STEPS, LAYER_STEPS, MATERIALS, stepLabels } from '../print/print-settings.ts';
import { AI_DECLARATIONS, LICENCES } from '../product.ts';
import { RATING_STEPS } from '../rating.ts';
import type { Category } from '../store.ts';
import { usualSort } from './needless-parts.ts';
import { PRICE_STEPS, SHOWN_PRINTS } from './search-doc.ts';

/** A search as encoded in its address, so that a shared link shows the same results. */
export interface SearchParams {
  query: string;
  include: Partial<Record<FilterName, string[]>>;
  exclude: Partial<Record<FilterName, string[]>>;
  /** The printer that every piece must fit into, in mm; null if none was named. */
  fits: BuildVolume | null;
  /** Whether models made with generative AI are hidden by the visitor's lasting choice. */
  hidesAi: boolean;
  sort: Sort;
  /** From 1. */
  page: number;
  /** What is looked for in the long lists of filters, by filter: "ash" among the stores. It changes no results. */
  find: Partial<Record<FilterName, string>>;
}

/** What the front server adds to the search of a visitor who hides models made with generative AI. */
export const HIDE_AI = 'hide=ai';

export const SORTS = {
  relevance: 'Best match',
  newest: 'Newest',
  popular: 'Most popular',
  rating: 'Best rated',
  price_asc: 'Price, low to high',
  price_desc: 'Price, high to low',
} as const;
export type Sort = keyof typeof SORTS;

const yes = { yes: 'Yes' };
/** The filters, with their values if they are a controlled list; null if any slug is allowed. */
export const FILTERS = {
  category: { label: 'Category', values: null },
  price: {
    label: 'Price',
    values: Object.fromEntries(PRICE_STEPS.map(({ value, label }) => [value, label])),
  },
  type: { label: FACETS.type.label, values: FACETS.type.values },
  genre: { label: FACETS.genre.label, values: FACETS.genre.values },
  scale: { label: FACETS.scale.label, values: FACETS.scale.values },
  supports: { label: FACETS.supports.label, values: FACETS.supports.values },
  printer: { label: FACETS.printer.label, values: FACETS.printer.values },
  parts: { label: FACETS.parts.label, values: FACETS.parts.values },
  base: { label: 'Base', values: BASE_SIZES },
  licence: { label: 'Licence', values: LICENCES },
  material: { label: 'Made for', values: MATERIALS },
  layer: { label: 'Layer height', values: stepLabels(LAYER_STEPS) },
  exposure: { label: 'Exposure of a layer', values: stepLabels(EXPOSURE_STEPS) },
  prints: { label: 'Photos of prints', values: SHOWN_PRINTS },
  archetype: { label: 'Creature or object', values: null },
  store: { label: 'Store', values: null },
  sale: { label: 'On sale', values: yes },
  rating: { label: 'Rating', values: RATING_STEPS },
  ai: { label: 'Use of AI', values: AI_DECLARATIONS },
} as const satisfies Record<string, { label: string; values: Readonly<Record<string, string>> | null }>;
export type FilterName = keyof typeof FILTERS;
export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

export const RESULTS_A_PAGE = 24;
/** The engine returns at most 1000 results. */
export const LAST_PAGE = 41;
export const QUERY_LIMIT = 200;
const CHOICES_LIMIT = 20;
/** The longest text that is looked for in a list of filters. */
export const FIND_LIMIT = 40;

/** Parses a query string; unknown names and values are ignored, nothing throws. */
export function parseSearch(query: { getAll(name: string): string[] }): SearchParams {
  const text = cleaned(query.getAll('query')[0] ?? '');
  const params: SearchParams = {
    query: text,
    include: {},
    exclude: {},
    fits: parseBuildVolume(query.getAll('fits')[0] ?? ''),
    hidesAi: query.getAll('hide').includes('ai'),
    sort: usualSort(text),
    page: 1,
    find: {},
  };
  const typed = (name: FilterName, prefix: '' | 'not-') => [
    ...query.getAll(prefix + name),
    // Before it was a step of the price, "free=yes" was a filter; links and saved searches have it.
    ...(name === 'price' && query.getAll(`${prefix}free`).includes('yes') ? ['free'] : []),
  ];
  for (const name of FILTER_NAMES) {
    const include = known(name, typed(name, ''));
    const exclude = known(name, typed(name, 'not-')).filter((value) => !include.includes(value));
    if (include.length > 0) params.include[name] = include;
    if (exclude.length > 0) params.exclude[name] = exclude;
    const find = cleaned((query.getAll(`find-${name}`)[0] ?? '').slice(0, FIND_LIMIT));
    if (find !== '') params.find[name] = find;
  }
  const sort = query.getAll('sort')[0];
  if (sort !== undefined && Object.hasOwn(SORTS, sort)) params.sort = sort as Sort;
  const page = Number(query.getAll('page')[0]);
  if (Number.isInteger(page) && page >= 1) params.page = Math.min(page, LAST_PAGE);
  return params;
}

/** The query string of a search in canonical order; "" for an empty search. */
export function searchAddress(params: SearchParams): string {
  const { query, include, exclude, fits, hidesAi, sort, page, find } = params;
  const pairs: [string, string][] = [];
  if (query !== '') pairs.push(['query', query]);
  for (const name of FILTER_NAMES) {
    for (const value of include[name] ?? []) pairs.push([name, value]);
    for (const value of exclude[name] ?? []) pairs.push([`not-${name}`, value]);
  }
  if (fits) pairs.push(['fits', buildVolumeParam(fits)]);
  if (hidesAi) pairs.push(['hide', 'ai']);
  if (sort !== usualSort(query)) pairs.push(['sort', sort]);
  if (page > 1) pairs.push(['page', String(page)]);
  for (const name of FILTER_NAMES) if (find[name]) pairs.push([`find-${name}`, find[name]]);
  return pairs
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%20', '+')}`)
    .join('&');
}

export type Choice = 'include' | 'exclude' | 'off';

export function choiceOf({ include, exclude }: SearchParams, name: FilterName, value: string): Choice {
  if (include[name]?.includes(value)) return 'include';
  return exclude[name]?.includes(value) ? 'exclude' : 'off';
}

/** The search with another choice for one value, from its first page. */
export function withChoice(
  params: SearchParams,
  name: FilterName,
  value: string,
  choice: Choice,
): SearchParams {
  const without = (list: string[] | undefined) => (list ?? []).filter((other) => other !== value);
  const include = { ...params.include, [name]: without(params.include[name]) };
  const exclude = { ...params.exclude, [name]: without(params.exclude[name]) };
  if (choice === 'include') include[name] = [...(include[name] ?? []), value];
  if (choice === 'exclude') exclude[name] = [...(exclude[name] ?? []), value];
  return { ...params, include: filled(include), exclude: filled(exclude), page: 1 };
}

/** The label of a value. @param names of categories and stores by slug, and of renamed values by `facetKey`. */
export function filterLabel(name: FilterName, value: string, names: Record<string, string> = {}): string {
  const renamed = `${name}:${value}`;
  if (Object.hasOwn(names, renamed)) return names[renamed] ?? value;
  const { values } = FILTERS[name] as { values: Readonly<Record<string, string>> | null };
  if (values && Object.hasOwn(values, value)) return values[value] ?? value;
  // The words of a seller as a slug: "sea-monster" is read as "Sea monster".
  if (name === 'archetype') return value.charAt(0).toUpperCase() + value.slice(1).replaceAll('-', ' ');
  return Object.hasOwn(names, value) ? (names[value] ?? value) : value;
}

type Choices = SearchParams['include'];

/** "Fits 130 × 80 × 160 mm". */
export function fitsLabel(fits: BuildVolume): string {
  return `Fits ${buildVolumeText(fits)}`;
}

/** The declarations that a lasting choice against generative AI hides. */
const MADE_WITH_AI = ['assisted', 'generated'];

/**
 * What a search leaves out: what was chosen, and models made with generative AI if the visitor hides them. Who asks for such
 * models in this search sees them.
 */
export function leftOut({ include, exclude, hidesAi }: SearchParams): Choices {
  if (!hidesAi || include.ai) return exclude;
  return { ...exclude, ai: [...new Set([...(exclude.ai ?? []), ...MADE_WITH_AI])] };
}

/** Adds the children of every chosen category, and merged ones whose products may not have been moved yet. */
export function withChildren(
  choices: Choices,
  { all, moved = {} }: { all: readonly Category[]; moved?: Readonly<Record<string, string>> | undefined },
): Choices {
  const { category } = choices;
  if (!category) return choices;
  const wider = category.flatMap((slug) => [
    slug,
    ...(all.find((top) => top.slug === slug)?.children.map((child) => child.slug) ?? []),
  ]);
  const merged = Object.keys(moved).filter((slug) => wider.includes(moved[slug] ?? ''));
  return { ...choices, category: [...new Set([...wider, ...merged])] };
}

/** Sorts the counts of one filter: lists in their own order, slugs by count. "no" is left out, as it is not offered. */
export function inListOrder<T extends { value: string }>(name: FilterName, counts: T[]): T[] {
  const { values } = FILTERS[name] as { values: Readonly<Record<string, string>> | null };
  const offered = counts.filter(({ value }) => value !== 'no');
  if (!values) return offered;
  // Numeric keys come first in an object, in ascending order, which suits scales.
  const order = Object.keys(values);
  return offered.sort((a, b) => order.indexOf(a.value) - order.indexOf(b.value));
}

/** Everything chosen, in the order of the address. */
export function chosen(
  params: SearchParams,
): { name: FilterName; value: string; choice: 'include' | 'exclude' }[] {
  return FILTER_NAMES.flatMap((name) => [
    ...(params.include[name] ?? []).map((value) => ({ name, value, choice: 'include' as const })),
    ...(params.exclude[name] ?? []).map((value) => ({ name, value, choice: 'exclude' as const })),
  ]);
}

/**
 * The heading of a search page: its words, or the one choice that it shows, or everything.
 * @param names the names of categories and stores by slug.
 */
export function searchHeading(params: SearchParams, names: Readonly<Record<string, string>>): string {
  if (params.query !== '') return `Results for “${params.query}”`;
  const [only, ...more] = chosen(params);
  if (only === undefined || more.length > 0 || only.choice === 'exclude' || params.fits)
    return 'All miniatures';
  if (only.name === 'sale') return 'Miniatures on sale';
  if (only.name === 'price' && only.value === 'free') return 'Free miniatures';
  return only.name === 'category' ? (names[only.value] ?? 'All miniatures') : 'All miniatures';
}

function filled(choices: Partial<Record<FilterName, string[]>>): Partial<Record<FilterName, string[]>> {
  return Object.fromEntries(Object.entries(choices).filter(([, values]) => values.length > 0));
}

function known(name: FilterName, values: string[]): string[] {
  const { values: list } = FILTERS[name] as { values: Readonly<Record<string, string>> | null };
  const fits = (value: string) =>
    list ? Object.hasOwn(list, value) : /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value) && value.length <= 60;
  return [...new Set(values.filter(fits))].slice(0, CHOICES_LIMIT);
}

/** Removes control characters and lone surrogates, which cannot be encoded in an address. */
function cleaned(text: string): string {
  return text
    .slice(0, QUERY_LIMIT)
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
