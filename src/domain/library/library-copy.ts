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

export const libraryCursorText = ({ own, shared }: LibraryCursor, userId: string): string =>
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
