import type { Instant } from '../kernel/instant.ts';
import {
  LIBRARY_FACETS,
  LIBRARY_STATES,
  type LibraryFacet,
  type LibraryFilter,
  type LibraryItem,
  type LibrarySort,
  libraryValues,
} from './library.ts';

/** Facets whose values depend only on the items; `state` also depends on the time. */
const STEADY = LIBRARY_FACETS.filter((facet) => facet !== 'state');
const STATES = Object.keys(LIBRARY_STATES);
const ARCHIVED = 'archived';

/** One facet over all items: its values, and for each item the indices of its values. */
interface Column {
  values: string[];
  numberOf: Map<string, number>;
  ofItem: number[][];
}

/** An index over a library for repeated filtering: split words, numbered values, and orders cached on first use. */
export interface LibraryIndex {
  items: readonly LibraryItem[];
  words: string[][];
  names: string[];
  stores: string[];
  columns: Map<LibraryFacet, Column>;
  orders: Map<LibrarySort, number[]>;
}

export interface LibraryView {
  items: LibraryItem[];
  /** For each facet and value, the number of items that match it together with all other filters. */
  counts: Record<LibraryFacet, Map<string, number>>;
}

/** Builds the index that `viewLibrary` reads. */
export function indexLibrary(items: readonly LibraryItem[]): LibraryIndex {
  const columns = new Map<LibraryFacet, Column>();
  for (const facet of STEADY) {
    const column: Column = { values: [], numberOf: new Map(), ofItem: [] };
    for (const item of items) {
      const numbers: number[] = [];
      for (const value of libraryValues(item, facet, 0)) {
        let number = column.numberOf.get(value);
        if (number === undefined) {
          number = column.values.push(value) - 1;
          column.numberOf.set(value, number);
        }
        if (!numbers.includes(number)) numbers.push(number);
      }
      column.ofItem.push(numbers);
    }
    columns.set(facet, column);
  }
  const stores = items.map(({ store }) => sortKey(store));
  return {
    items,
    words: items.map(({ name, store }) => wordsOf(`${name} ${store}`)),
    names: items.map(({ name }) => sortKey(name)),
    stores,
    columns,
    orders: new Map(),
  };
}

/**
 * Filters and sorts a library, and counts the matches of every facet value, in one pass over the items.
 * @param found the ids that the filter's text finds; null for the beginnings of names and artists, until the words are there
 */
export function viewLibrary(
  index: LibraryIndex,
  filter: LibraryFilter,
  sort: LibrarySort,
  now: Instant,
  found: ReadonlySet<string> | null = null,
): LibraryView {
  const typed = found ? [] : wordsOf(filter.text ?? '');
  const columns = [...index.columns, ['state', statesAt(index.items, now)] as const].map(
    ([facet, column]) => {
      const wanted = filter[facet];
      return {
        facet,
        ...column,
        // An unknown value is -1 and matches nothing.
        wanted: wanted === undefined ? null : (column.numberOf.get(wanted) ?? -1),
        counts: new Uint32Array(column.values.length),
      };
    },
  );
  const showsArchived = filter.state === ARCHIVED;
  const active = columns.filter(({ wanted }) => wanted !== null);
  const shown: LibraryItem[] = [];
  for (const at of orderOf(index, sort)) {
    const item = index.items[at];
    if (!item || !(found?.has(item.id) ?? matches(index.words[at] ?? [], typed))) continue;
    const missed = active.filter(({ wanted, ofItem }) => !ofItem[at]?.includes(wanted ?? -1));
    // What was put away is found nowhere else, and counts only as what the filter "Archived" would show.
    if (item.archived && !showsArchived) {
      if (missed.every(({ facet }) => facet === 'state'))
        for (const { facet, counts } of columns)
          if (facet === 'state')
            counts[STATES.indexOf(ARCHIVED)] = (counts[STATES.indexOf(ARCHIVED)] ?? 0) + 1;
      continue;
    }
    if (missed.length === 0) shown.push(item);
    if (missed.length > 1) continue;
    // An item that fails only one facet still counts for that facet's values.
    for (const { counts, ofItem } of missed.length === 1 ? missed : columns)
      for (const number of ofItem[at] ?? []) counts[number] = (counts[number] ?? 0) + 1;
  }
  const counts = Object.fromEntries(
    columns.map((column) => [
      column.facet,
      new Map(
        column.values
          .map((value, number): [string, number] => [value, column.counts[number] ?? 0])
          .filter(([, count]) => count > 0),
      ),
    ]),
  ) as LibraryView['counts'];
  return { items: shown, counts };
}

function statesAt(items: readonly LibraryItem[], now: Instant): Column {
  const numberOf = new Map<string, number>(STATES.map((state, number) => [state, number]));
  return {
    values: STATES,
    numberOf,
    ofItem: items.map((item) => libraryValues(item, 'state', now).map((state) => numberOf.get(state) ?? -1)),
  };
}

/** Whether every typed word is a prefix of a word of the name or the artist. */
function matches(words: readonly string[], typed: readonly string[]): boolean {
  return typed.every((part) => words.some((word) => word.startsWith(part)));
}

/** Indices of the items in sort order. Ties are broken by name, then by id. */
function orderOf(index: LibraryIndex, sort: LibrarySort): number[] {
  const cached = index.orders.get(sort);
  if (cached) return cached;
  const { items, names, stores } = index;
  const time = (of: (item: LibraryItem) => number) => {
    const times = items.map(of);
    return (a: number, b: number) => (times[b] ?? 0) - (times[a] ?? 0);
  };
  const byText = (keys: readonly string[]) => (a: number, b: number) => compare(keys[a] ?? '', keys[b] ?? '');
  const first = {
    newest: () => time(({ grantedAt }) => grantedAt),
    updated: () => time(({ newestFileAt }) => newestFileAt ?? 0),
    name: () => byText(names),
    store: () => byText(stores),
  }[sort]();
  const second = byText(names);
  const order = items
    .map((_, at) => at)
    .sort((a, b) => first(a, b) || second(a, b) || compare(items[a]?.id ?? '', items[b]?.id ?? ''));
  index.orders.set(sort, order);
  return order;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Sort key of a text: lower case without accents, numbers ordered by value. */
function sortKey(text: string): string {
  return folded(text)
    .trim()
    .replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, '').padStart(12, '0'));
}

/** Words of a text in lower case without accents, split at everything that is neither letter nor digit. */
export function wordsOf(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function folded(text: string): string {
  const lower = text.toLowerCase();
  return /^[\u0020-\u007e]*$/.test(lower)
    ? lower
    : lower
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase();
}
