import {
  type Choice,
  choiceOf,
  FILTER_NAMES,
  FILTERS,
  type FilterName,
  filterLabel,
  inListOrder,
  type SearchParams,
} from '../../../domain/catalogue/search/search-params.ts';
import type { Category } from '../../../domain/catalogue/store.ts';
import { withParents } from './categories.ts';

/** One value that can be filtered by. */
export interface FacetRow {
  name: FilterName;
  value: string;
  text: string;
  /** Models found with it. */
  count: number;
  /** Indented under the value before it, as a subcategory. */
  below: boolean;
  choice: Choice;
}

/** The values listed under one heading. */
export interface FacetGroup {
  name: FilterName;
  label: string;
  rows: FacetRow[];
  /** What is looked for in this list, "" for nothing yet; null where it is short. */
  find: string | null;
}

interface Found {
  /** The engine's counts by filter. */
  facets: Readonly<Record<string, readonly { value: string; count: number }[]>>;
  params: SearchParams;
  tree: readonly Category[];
  /** Names of categories and stores by slug, and of renamed values by `facetKey`. */
  names: Record<string, string>;
  /** Values that are not offered, by `facetKey`. */
  hidden?: readonly string[];
  /** What was found in long lists by the text that is looked for there. */
  values?: Readonly<Partial<Record<FilterName, readonly { value: string; count: number }[]>>>;
}

/**
 * The filters of a search page, without those that have nothing to choose from. Chosen values are listed even if nothing
 * has them. "On sale" stands under the price: a heading of its own would list only "Yes".
 */
export function facetGroups(found: Found): FacetGroup[] {
  return FILTER_NAMES.filter((name) => name !== 'sale')
    .map((name) => ({
      name,
      label: FILTERS[name].label,
      rows: name === 'price' ? [...rowsOf(found, 'price'), ...rowsOf(found, 'sale')] : rowsOf(found, name),
      find: findIn(found, name),
    }))
    .filter(({ name, rows, find }) => {
      if (find) return true;
      const tellsApart = name === 'ai' || name === 'parts' ? rows.length > 1 : rows.length > 0;
      return tellsApart || isChosen(rows);
    });
}

/** A list with more values has a search of its own. Of stores and creatures, of which there are thousands, so many are offered. */
const SHORT_LIST = 20;
const isOpenList = (name: FilterName) => name === 'store' || name === 'archetype';

function findIn({ facets, params, values }: Found, name: FilterName): string | null {
  const typed = params.find[name];
  if (typed !== undefined && values?.[name]) return typed;
  return (facets[name]?.length ?? 0) > SHORT_LIST ? (typed ?? '') : null;
}

/** The slugs of the stores that a search page names: those found, and those wanted or not. */
export const namedStores = (facets: Found['facets'], { include, exclude }: SearchParams): string[] => [
  ...new Set([
    ...(facets['store'] ?? []).map(({ value }) => value),
    ...(include.store ?? []),
    ...(exclude.store ?? []),
  ]),
];

/** Whether any of these values is wanted or unwanted. */
export const isChosen = (rows: readonly FacetRow[]): boolean => rows.some(({ choice }) => choice !== 'off');

function rowsOf(
  { facets, params, tree, names, hidden = [], values = {} }: Found,
  name: FilterName,
): FacetRow[] {
  const all = values[name] ?? facets[name] ?? [];
  const counted = all.filter(({ value }) => !hidden.includes(`${name}:${value}`));
  const counts: { value: string; count: number; below?: boolean }[] =
    name === 'category' && !values.category
      ? withParents(counted, tree)
      : inListOrder(name, counted).slice(0, isOpenList(name) ? SHORT_LIST : undefined);
  const chosen = [...(params.include[name] ?? []), ...(params.exclude[name] ?? [])];
  const missing = chosen
    .filter((value) => !counts.some((entry) => entry.value === value))
    .map((value) => ({ value, count: 0, below: false }));
  return [...counts, ...missing].map(({ value, count, below }) => ({
    name,
    value,
    text: name === 'sale' ? FILTERS.sale.label : filterLabel(name, value, names),
    count,
    below: below ?? false,
    choice: choiceOf(params, name, value),
  }));
}
