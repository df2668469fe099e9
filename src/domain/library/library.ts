import { EVERYTHING, type Variant } from '../assets/variant.ts';
import type { EntitlementSource } from '../catalogue/entitlement.ts';
import type { Licence } from '../catalogue/product.ts';
import { cleanLine } from '../kernel/clean-text.ts';
import type { Instant } from '../kernel/instant.ts';

/** Printing progress of an owned product. */
export const PRINT_STATES = ['wanted', 'queued', 'printed', 'painted'] as const;
export type PrintState = (typeof PRINT_STATES)[number];

export const PRINT_STATE_TEXTS: Record<PrintState, string> = {
  wanted: 'Want to print',
  queued: 'In the queue',
  printed: 'Printed',
  painted: 'Painted',
};

/** An owned product, as the library lists it. */
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
  /** When it was first granted. */
  grantedAt: Instant;
  /** When its newest file was added; null if it has none. */
  newestFileAt: Instant | null;
  sizeBytes: number;
  downloadedAt: Instant | null;
  print: PrintState | null;
  lists: string[];
  /** Put away by its owner: owned as before, shown under "Archived" only. */
  archived: boolean;
  /** Its owner has opened its page in the library. */
  seen: boolean;
}

export interface LibraryList {
  id: string;
  name: string;
}

/** Whether files were added after the owner's last download. */
export function isUpdated(item: Pick<LibraryItem, 'downloadedAt' | 'newestFileAt'>): boolean {
  return item.downloadedAt !== null && item.newestFileAt !== null && item.newestFileAt > item.downloadedAt;
}

/** The last download of a part of a product: a file's id, a variant's key, or "all". */
export interface PartDownload {
  part: string;
  at: Instant;
}

/** When the owner last downloaded this file, alone or in an archive that already contained it; null if never. */
export function fileDownloadedAt(
  file: { id: string; addedAt: Instant },
  fetched: readonly PartDownload[],
  variants: readonly Pick<Variant, 'key' | 'fileIds'>[],
): Instant | null {
  const parts = [file.id, EVERYTHING];
  for (const { key, fileIds } of variants) if (fileIds.includes(file.id)) parts.push(key);
  const times = fetched.filter(({ part, at }) => at >= file.addedAt && parts.includes(part));
  return times.length === 0 ? null : Math.max(...times.map(({ at }) => at));
}

/** Whether a file was added after the owner downloaded another part of its product, and is not downloaded yet. */
export function fileIsNew(
  file: { id: string; addedAt: Instant },
  fetched: readonly PartDownload[],
  variants: readonly Pick<Variant, 'key' | 'fileIds'>[],
): boolean {
  return fetched.some(({ at }) => at < file.addedAt) && fileDownloadedAt(file, fetched, variants) === null;
}

/** How long something counts as new, in ms. */
export const NEW_FOR_MS = 14 * 86_400_000;

/** Whether something came lately and its owner has neither seen it in their library nor downloaded anything of it. */
export function isNew(item: Pick<LibraryItem, 'downloadedAt' | 'grantedAt' | 'seen'>, now: Instant): boolean {
  return !item.seen && item.downloadedAt === null && now - item.grantedAt < NEW_FOR_MS;
}

export const LIBRARY_STATES = {
  new: 'New',
  updated: 'Updated since I downloaded it',
  waiting: 'Not downloaded yet',
  archived: 'Archived',
} as const;
export type LibraryState = keyof typeof LIBRARY_STATES;

/** Filters of the library; an absent one matches everything. */
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
  if (item.archived) return ['archived'];
  const states: LibraryState[] = [];
  if (isNew(item, now)) states.push('new');
  if (isUpdated(item)) states.push('updated');
  if (item.downloadedAt === null) states.push('waiting');
  return states;
}

export const LIST_NAME_MAX = 60;
export const LISTS_MAX = 50;

/** Normalises a list's name for storage: trimmed, single spaces, no invisible characters. */
export const listName = cleanLine;

export type ListNameRefusal = 'empty' | 'too-long' | 'taken';
export const LIST_NAME_REFUSAL_TEXTS: Record<ListNameRefusal, string> = {
  empty: 'Give the list a name.',
  'too-long': `The name may have at most ${LIST_NAME_MAX} characters.`,
  taken: 'You have a list of that name already.',
};

/** Why a list cannot have this name (normalised by `listName`), or null. `others` are the user's other lists. */
export function listNameRefusal(name: string, others: readonly LibraryList[]): ListNameRefusal | null {
  if (!/[^\p{C}\p{Z}]/u.test(name)) return 'empty';
  if ([...name].length > LIST_NAME_MAX) return 'too-long';
  return others.some((list) => list.name.toLowerCase() === name.toLowerCase()) ? 'taken' : null;
}
