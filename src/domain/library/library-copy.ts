import type { LibraryItem } from './library.ts';

/**
 * The copy of a library that a page keeps, and how it follows: each answer names its cursor, and the next request asks
 * only for what changed since.
 */

/** How far a copy has followed: changes in one person's library, and changes of products for all their owners. */
export interface LibraryCursor {
  own: number;
  shared: number;
}

/** A cursor as requests write it, with the person whose copy it is: "12.3456.", and their id. */
export const CURSOR_PATTERN = /^(\d{1,15})\.(\d{1,15})\.([a-z0-9]{15})$/;

export const cursorText = ({ own, shared }: LibraryCursor, userId: string): string =>
  `${own}.${shared}.${userId}`;

/** The cursor of a request; null for anything else, and for the copy of somebody who was signed in before. */
export function cursorFrom(text: string | null | undefined, userId: string): LibraryCursor | null {
  const [, own, shared, person] = CURSOR_PATTERN.exec(text ?? '') ?? [];
  return own === undefined || shared === undefined || person !== userId
    ? null
    : { own: Number(own), shared: Number(shared) };
}

/** What changed in a list of products, by id. */
export interface CopyChanges<Item> {
  /** Whether `items` is everything there is. */
  whole: boolean;
  items: readonly Item[];
  /** Ids of what is not there any more. */
  gone: readonly string[];
}

/** A copy with changes applied. Changed and new items come last; who needs an order sorts. */
export function withChanges<Item>(
  copy: readonly Item[],
  { whole, items, gone }: CopyChanges<Item>,
  idOf: (item: Item) => string,
): Item[] {
  if (whole) return [...items];
  if (items.length === 0 && gone.length === 0) return [...copy];
  const changed = new Set([...gone, ...items.map(idOf)]);
  return [...copy.filter((item) => !changed.has(idOf(item))), ...items];
}

/** What each item has for itself, and what many items have alike. */
const OWN = ['id', 'name', 'picture', 'grantedAt', 'newestFileAt', 'sizeBytes', 'downloadedAt'] as const;
const ALIKE = [
  'store',
  'type',
  'scale',
  'supports',
  'sources',
  'licences',
  'print',
  'lists',
  'archived',
] as const;

interface Packed {
  own: unknown[][];
  /** For each field its different values, and for each item the place of its value among them. */
  alike: [values: unknown[], places: number[]][];
}

/**
 * Items as one text, field by field: what they have alike is there once. A list of 5 000 is a third as long as JSON of the
 * items, and its names and quotes are what the serialiser of actions takes longest for.
 */
export function packedItems(items: readonly LibraryItem[]): string {
  const packed: Packed = {
    own: OWN.map((field) => items.map((item) => item[field])),
    alike: ALIKE.map((field) => {
      const values: unknown[] = [];
      const placeOf = new Map<unknown, number>();
      const places = items.map((item) => {
        const value = item[field];
        // No value holds a line break; a list begins with one, so that none looks like a text.
        const key = Array.isArray(value) ? `\n${value.map((one) => `${one}\n`).join('')}` : value;
        const known = placeOf.get(key);
        if (known !== undefined) return known;
        placeOf.set(key, values.length);
        return values.push(value) - 1;
      });
      return [values, places];
    }),
  };
  return JSON.stringify(packed);
}

/** The items of `packedItems`. */
export function unpackedItems(text: string): LibraryItem[] {
  const { own, alike } = JSON.parse(text) as Packed;
  return (own[0] ?? []).map((_, at) => {
    const item: Record<string, unknown> = {};
    for (const [field, name] of OWN.entries()) item[name] = own[field]?.[at];
    for (const [field, name] of ALIKE.entries()) {
      const [values, places] = alike[field] ?? [[], []];
      item[name] = values[places[at] ?? 0];
    }
    return item as unknown as LibraryItem;
  });
}
