import { actions, isInputError } from 'astro:actions';
import { atom } from 'nanostores';
import type { LibraryItem, LibraryList, PrintState } from '../../../../domain/library/library.ts';
import { withChanges } from '../../../../domain/library/library-copy.ts';
import { libraryItems } from '../../../../domain/library/library-rows.ts';
import type { ActionResult } from '../../../../ui/action-answer.ts';
import { toast } from '../../../../ui/toast.ts';

/** The user's library, loaded once and filtered in the browser: no filter waits for the network. */
export interface Library {
  state: 'loading' | 'ready' | 'failed';
  items: LibraryItem[];
  lists: LibraryList[];
  problem: string | null;
}

export const $library = atom<Library>({ state: 'loading', items: [], lists: [], problem: null });

const NO_CONNECTION = 'There is no connection; nothing was changed. Try again in a moment.';

/** How far the copy in the page has followed; null before it is loaded. */
let cursor: string | null = null;

/** Loads the library, or what changed since it was loaded; items already loaded stay visible meanwhile. */
export async function loadLibrary(): Promise<void> {
  try {
    const { data, error } = await actions.library.all(cursor === null ? {} : { since: cursor });
    if (error) $library.set({ ...$library.get(), state: 'failed', problem: error.message });
    else {
      const { whole, gone, lists } = data;
      const changes = { whole, gone, items: libraryItems(data.rows) };
      const items = withChanges($library.get().items, changes, ({ id }) => id).sort(
        (one, other) => one.grantedAt - other.grantedAt || (one.id < other.id ? -1 : 1),
      );
      cursor = data.cursor;
      $library.set({ state: 'ready', items, lists, problem: null });
    }
  } catch {
    const problem = 'There is no connection, so your library cannot be shown just now.';
    $library.set({ ...$library.get(), state: 'failed', problem });
  }
}

/** Updates the lists from another response. */
export function setLists(lists: LibraryList[]): void {
  $library.set({ ...$library.get(), lists });
}

/** Saves the print state of a product. Returns whether it was saved; errors are shown. */
export async function setPrintState(productId: string, print: PrintState | null): Promise<boolean> {
  const saved = await done(() => actions.library.setPrintState({ productId, print }));
  if (saved) change(productId, () => ({ print }));
  return saved !== null;
}

/** Records that a product was seen: it is new no more. Nobody waits for it, and an error is of no interest. */
export async function noteSeen(productId: string): Promise<void> {
  change(productId, () => ({ seen: true }));
  await actions.library.seen({ productId }).catch(() => undefined);
}

/** Puts products away or takes them out again. Returns whether it was saved; errors are shown. */
export async function setArchived(productIds: readonly string[], archived: boolean): Promise<boolean> {
  const saved = await done(() => actions.library.setArchived({ productIds: [...productIds], archived }));
  if (saved) for (const id of productIds) change(id, () => ({ archived }));
  return saved !== null;
}

/** Adds a product to a list or removes it. Returns whether it was saved; errors are shown. */
export async function setOnList(productId: string, listId: string, on: boolean): Promise<boolean> {
  const saved = await done(() => actions.library.setOnList({ productId, listId, on }));
  if (saved) change(productId, ({ lists }) => ({ lists: withList(lists, listId, on) }));
  return saved !== null;
}

/** A product's list ids with one of them added or removed. */
export function withList(lists: readonly string[], listId: string, on: boolean): string[] {
  const others = lists.filter((id) => id !== listId);
  return on ? [...others, listId] : others;
}

/** Creates a list. Null if the server refuses it; errors are shown. */
export async function addList(name: string): Promise<LibraryList | null> {
  const list = await done(() => actions.library.createList({ name }));
  if (list) setLists([...$library.get().lists, list]);
  return list;
}

/** Renames a list. Returns whether it was saved; errors are shown. */
export async function renameList(listId: string, name: string): Promise<boolean> {
  const list = await done(() => actions.library.renameList({ listId, name }));
  if (list) setLists($library.get().lists.map((known) => (known.id === listId ? list : known)));
  return list !== null;
}

/** Deletes a list; its products stay. */
export async function removeList(listId: string): Promise<void> {
  if (!(await done(() => actions.library.deleteList({ listId })))) return;
  const { items, lists, ...rest } = $library.get();
  $library.set({
    ...rest,
    lists: lists.filter(({ id }) => id !== listId),
    items: items.map((item) => ({ ...item, lists: withList(item.lists, listId, false) })),
  });
}

function change(productId: string, to: (item: LibraryItem) => Partial<LibraryItem>): void {
  const { items, ...rest } = $library.get();
  $library.set({
    ...rest,
    items: items.map((item) => (item.id === productId ? { ...item, ...to(item) } : item)),
  });
}

/** The answer of an action, or null after showing its error. */
async function done<T>(ask: () => Promise<ActionResult<T>>): Promise<T | null> {
  try {
    const { data, error } = await ask();
    if (!error) return data;
    const fields = isInputError(error) ? Object.values<string[] | undefined>(error.fields) : [];
    void toast(fields.flat()[0] ?? error.message, { kind: 'error' });
  } catch {
    void toast(NO_CONNECTION, { kind: 'error' });
  }
  return null;
}
