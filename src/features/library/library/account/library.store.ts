import { actions, isInputError } from 'astro:actions';
import { atom } from 'nanostores';
import type { LibraryItem, LibraryList, PrintState } from '../../../../domain/library/library.ts';
import type { ActionResult } from '../../../../ui/action-answer.ts';
import { toast } from '../../../../ui/toast.ts';

/** Everything this person owns, asked for once and narrowed here: no filter waits for the network. */
export interface Library {
  state: 'asking' | 'ready' | 'failed';
  items: LibraryItem[];
  lists: LibraryList[];
  problem: string | null;
}

export const $library = atom<Library>({ state: 'asking', items: [], lists: [], problem: null });

const NO_CONNECTION = 'There is no connection; nothing was changed. Try again in a moment.';

/** Asks for the library; what is known already stays to be seen meanwhile. */
export async function loadLibrary(): Promise<void> {
  try {
    const { data, error } = await actions.library.all();
    if (error) $library.set({ ...$library.get(), state: 'failed', problem: error.message });
    else {
      const items = JSON.parse(data.items) as LibraryItem[];
      $library.set({ state: 'ready', items, lists: data.lists, problem: null });
    }
  } catch {
    const problem = 'There is no connection, so your library cannot be shown just now.';
    $library.set({ ...$library.get(), state: 'failed', problem });
  }
}

/** The lists as another page of the library has just learned them. */
export function setLists(lists: LibraryList[]): void {
  $library.set({ ...$library.get(), lists });
}

/** Keeps how far a print is. Says whether it was kept; where not, the reason is shown. */
export async function setPrintState(productId: string, print: PrintState | null): Promise<boolean> {
  const kept = await done(() => actions.library.setPrintState({ productId, print }));
  if (kept) change(productId, () => ({ print }));
  return kept !== null;
}

/** Puts a product on a list or takes it off. Says whether it was kept; where not, the reason is shown. */
export async function setOnList(productId: string, listId: string, on: boolean): Promise<boolean> {
  const kept = await done(() => actions.library.setOnList({ productId, listId, on }));
  if (kept) change(productId, ({ lists }) => ({ lists: withList(lists, listId, on) }));
  return kept !== null;
}

/** The ids of a product's lists with one of them on or off. */
export function withList(lists: readonly string[], listId: string, on: boolean): string[] {
  const others = lists.filter((id) => id !== listId);
  return on ? [...others, listId] : others;
}

/** Adds a list. Null where the server refuses it; the reason is shown. */
export async function addList(name: string): Promise<LibraryList | null> {
  const list = await done(() => actions.library.createList({ name }));
  if (list) setLists([...$library.get().lists, list]);
  return list;
}

/** Gives a list another name. Says whether it was kept; where not, the reason is shown. */
export async function renameList(listId: string, name: string): Promise<boolean> {
  const list = await done(() => actions.library.renameList({ listId, name }));
  if (list) setLists($library.get().lists.map((one) => (one.id === listId ? list : one)));
  return list !== null;
}

/** Takes a list away; the products on it stay. */
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

/** The answer of an action, or null with its refusal shown in a word. */
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
