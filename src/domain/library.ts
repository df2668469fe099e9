import type { EntitlementSource } from './entitlement.ts';
import type { Instant } from './instant.ts';
import type { Licence } from './product.ts';

/** How far a buyer has come with printing something he owns. */
export const PRINT_STATES = ['wanted', 'queued', 'printed', 'painted'] as const;
export type PrintState = (typeof PRINT_STATES)[number];

export const PRINT_STATE_TEXTS: Record<PrintState, string> = {
  wanted: 'Want to print',
  queued: 'In the queue',
  printed: 'Printed',
  painted: 'Painted',
};

/** One product somebody owns, as the library lists it. */
export interface LibraryItem {
  id: string;
  name: string;
  store: string;
  picture: string;
  type: string | null;
  scale: string | null;
  supports: string[];
  sources: EntitlementSource[];
  licences: Licence[];
  /** When it came, the first time. */
  grantedAt: Instant;
  /** When its newest file was added; null where it has none yet. */
  newestFileAt: Instant | null;
  sizeBytes: number;
  downloadedAt: Instant | null;
  print: PrintState | null;
  lists: string[];
}

export interface LibraryList {
  id: string;
  name: string;
}

/** Whether something came in after the owner last fetched it. */
export function isUpdated(item: Pick<LibraryItem, 'downloadedAt' | 'newestFileAt'>): boolean {
  return item.downloadedAt !== null && item.newestFileAt !== null && item.newestFileAt > item.downloadedAt;
}

/** How long something counts as new, in ms. */
export const NEW_FOR_MS = 14 * 86_400_000;

export const LIBRARY_STATES = {
  new: 'New',
  updated: 'Updated since I downloaded it',
  waiting: 'Not downloaded yet',
} as const;
export type LibraryState = keyof typeof LIBRARY_STATES;

/** What narrows the library; absent is everything. */
export interface LibraryFilter {
  text?: string;
  store?: string;
  type?: string;
  scale?: string;
  supports?: string;
  source?: string;
  /** "2026-11", in UTC. */
  month?: string;
  state?: string;
  print?: string;
  list?: string;
}

export const LIBRARY_FACETS = [
  'store',
  'type',
  'scale',
  'supports',
  'source',
  'month',
  'state',
  'print',
  'list',
] as const;
export type LibraryFacet = (typeof LIBRARY_FACETS)[number];

export const LIBRARY_SORTS = {
  newest: 'Newest first',
  updated: 'Updated first',
  name: 'By name',
  store: 'By artist',
} as const;
export type LibrarySort = keyof typeof LIBRARY_SORTS;

/** The values an item has of a facet. */
export function libraryValues(item: LibraryItem, facet: LibraryFacet, now: Instant): readonly string[] {
  switch (facet) {
    case 'store':
      return [item.store];
    case 'type':
      return item.type === null ? [] : [item.type];
    case 'scale':
      return item.scale === null ? [] : [item.scale];
    case 'supports':
      return item.supports;
    case 'source':
      return item.sources;
    case 'month':
      return [new Date(item.grantedAt).toISOString().slice(0, 7)];
    case 'state':
      return statesOf(item, now);
    case 'print':
      return item.print === null ? [] : [item.print];
    case 'list':
      return item.lists;
  }
}

function statesOf(item: LibraryItem, now: Instant): LibraryState[] {
  const states: LibraryState[] = [];
  if (now - item.grantedAt < NEW_FOR_MS) states.push('new');
  if (isUpdated(item)) states.push('updated');
  if (item.downloadedAt === null) states.push('waiting');
  return states;
}

export interface LibraryView {
  items: LibraryItem[];
  /** For each facet, how many items each value would leave with all other filters as they are. */
  counts: Record<LibraryFacet, Map<string, number>>;
}

/** Narrows and sorts the library, and counts what every facet's values would leave. One pass over the items. */
export function viewLibrary(
  items: readonly LibraryItem[],
  filter: LibraryFilter,
  sort: LibrarySort,
  now: Instant,
): LibraryView {
  const words = wordsOf(filter.text ?? '');
  const counts = Object.fromEntries(
    LIBRARY_FACETS.map((facet) => [facet, new Map<string, number>()]),
  ) as LibraryView['counts'];
  const found: LibraryItem[] = [];
  for (const item of items) {
    if (!matchesText(item, words)) continue;
    const values = LIBRARY_FACETS.map((facet) => libraryValues(item, facet, now));
    let misses = 0;
    let missed = -1;
    for (const [at, facet] of LIBRARY_FACETS.entries()) {
      const wanted = filter[facet];
      if (wanted === undefined || values[at]?.includes(wanted)) continue;
      misses++;
      missed = at;
    }
    if (misses === 0) found.push(item);
    if (misses > 1) continue;
    for (const [at, facet] of LIBRARY_FACETS.entries()) {
      if (misses === 1 && at !== missed) continue;
      for (const value of values[at] ?? []) counts[facet].set(value, (counts[facet].get(value) ?? 0) + 1);
    }
  }
  return { items: found.sort(ORDERS[sort]), counts };
}

const byName = (a: LibraryItem, b: LibraryItem) => compare(a.name, b.name) || compare(a.id, b.id);
const ORDERS: Record<LibrarySort, (a: LibraryItem, b: LibraryItem) => number> = {
  newest: (a, b) => b.grantedAt - a.grantedAt || byName(a, b),
  updated: (a, b) => (b.newestFileAt ?? 0) - (a.newestFileAt ?? 0) || byName(a, b),
  name: byName,
  store: (a, b) => compare(a.store, b.store) || byName(a, b),
};

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Small letters without accents, cut at everything that is neither letter nor digit. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

const KNOWN_WORDS = new WeakMap<LibraryItem, string[]>();

/** Every word typed begins a word of the name or the artist. */
function matchesText(item: LibraryItem, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  let own = KNOWN_WORDS.get(item);
  if (!own) {
    own = wordsOf(`${item.name} ${item.store}`);
    KNOWN_WORDS.set(item, own);
  }
  return words.every((word) => own.some((one) => one.startsWith(word)));
}

/** The library as a table for a spreadsheet. A cell that a spreadsheet would run as a formula is made text. */
export function libraryCsv(items: readonly LibraryItem[]): string {
  const day = (at: Instant | null) => (at === null ? '' : new Date(at).toISOString().slice(0, 10));
  const rows = items.map((item) => [
    item.name,
    item.store,
    item.type ?? '',
    item.scale ?? '',
    item.supports.join(' '),
    item.sources.join(' '),
    item.licences.join(' '),
    day(item.grantedAt),
    day(item.downloadedAt),
    item.print ?? '',
    item.id,
  ]);
  const head = [
    'name',
    'artist',
    'type',
    'scale',
    'supports',
    'source',
    'licences',
    'received',
    'downloaded',
    'print',
    'id',
  ];
  return [head, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

/** One cell, quoted where it must be; a leading sign of a formula is preceded by an apostrophe. */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const LIST_NAME_MAX = 60;
export const LISTS_MAX = 50;

export type ListNameRefusal = 'empty' | 'too-long' | 'taken';
export const LIST_NAME_REFUSAL_TEXTS: Record<ListNameRefusal, string> = {
  empty: 'Give the list a name.',
  'too-long': `The name may have at most ${LIST_NAME_MAX} characters.`,
  taken: 'You have a list of that name already.',
};

/** Why a list cannot have this name, or null. */
export function listNameRefusal(name: string, lists: readonly LibraryList[]): ListNameRefusal | null {
  const trimmed = name.trim();
  if (trimmed === '') return 'empty';
  if (trimmed.length > LIST_NAME_MAX) return 'too-long';
  return lists.some((list) => list.name.toLowerCase() === trimmed.toLowerCase()) ? 'taken' : null;
}
