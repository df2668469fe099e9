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

/** Facets whose values stay what they are while the items do; `state` moves with the clock. */
const STEADY = LIBRARY_FACETS.filter((facet) => facet !== 'state');
const STATES = Object.keys(LIBRARY_STATES);

/** One facet over all items: its values, and for each item the numbers of the values it has. */
interface Column {
  values: string[];
  numberOf: Map<string, number>;
  ofItem: number[][];
}

/** A library made ready to be narrowed again and again: words cut, values numbered, orders kept once they were asked for. */
export interface Shelf {
  items: readonly LibraryItem[];
  words: string[][];
  names: string[];
  stores: string[];
  columns: Map<LibraryFacet, Column>;
  orders: Map<LibrarySort, number[]>;
}

export interface LibraryView {
  items: LibraryItem[];
  /** For each facet, how many items each value would leave with all other filters as they are. */
  counts: Record<LibraryFacet, Map<string, number>>;
}

/** Makes a library ready for `viewLibrary`. */
export function shelve(items: readonly LibraryItem[]): Shelf {
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

/** Narrows and sorts a library, and counts what every facet's values would leave. One pass over the items. */
export function viewLibrary(
  shelf: Shelf,
  filter: LibraryFilter,
  sort: LibrarySort,
  now: Instant,
): LibraryView {
  const typed = wordsOf(filter.text ?? '');
  const columns = [...shelf.columns, ['state', statesAt(shelf.items, now)] as const].map(
    ([facet, column]) => {
      const wanted = filter[facet];
      return {
        facet,
        ...column,
        // A value that nothing has is -1, and leaves nothing.
        wanted: wanted === undefined ? null : (column.numberOf.get(wanted) ?? -1),
        counts: new Uint32Array(column.values.length),
      };
    },
  );
  const asked = columns.filter(({ wanted }) => wanted !== null);
  const found: LibraryItem[] = [];
  for (const at of orderOf(shelf, sort)) {
    const item = shelf.items[at];
    if (!item || !begins(shelf.words[at] ?? [], typed)) continue;
    const missed = asked.filter(({ wanted, ofItem }) => !ofItem[at]?.includes(wanted ?? -1));
    if (missed.length === 0) found.push(item);
    if (missed.length > 1) continue;
    // What fails one facet alone would be left by that facet's own values.
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
  return { items: found, counts };
}

function statesAt(items: readonly LibraryItem[], now: Instant): Column {
  const numberOf = new Map<string, number>(STATES.map((state, number) => [state, number]));
  return {
    values: STATES,
    numberOf,
    ofItem: items.map((item) => libraryValues(item, 'state', now).map((state) => numberOf.get(state) ?? -1)),
  };
}

/** Every word typed begins a word of the name or the artist. */
function begins(words: readonly string[], typed: readonly string[]): boolean {
  return typed.every((part) => words.some((word) => word.startsWith(part)));
}

/** The places of the items in an order. Names decide between equals, and ids between those. */
function orderOf(shelf: Shelf, sort: LibrarySort): number[] {
  const kept = shelf.orders.get(sort);
  if (kept) return kept;
  const { items, names, stores } = shelf;
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
  shelf.orders.set(sort, order);
  return order;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A text as it sorts: small letters without accents, and numbers by their size. */
function sortKey(text: string): string {
  return bare(text)
    .trim()
    .replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, '').padStart(12, '0'));
}

/** Small letters without accents, cut at everything that is neither letter nor digit. */
export function wordsOf(text: string): string[] {
  return bare(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function bare(text: string): string {
  const lower = text.toLowerCase();
  return /^[\u0020-\u007e]*$/.test(lower)
    ? lower
    : lower
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase();
}
