import { actions } from 'astro:actions';
import { atom } from 'nanostores';
import type { LibraryItem, LibraryList, PrintState } from '../../domain/library.ts';
import { toast } from '../../ui/toast.ts';

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
export async function askLibrary(): Promise<void> {
  try {
    const { data, error } = await actions.library.all();
    if (error) $library.set({ ...$library.get(), state: 'failed', problem: error.message });
    else $library.set({ state: 'ready', ...data, problem: null });
  } catch {
    const problem = 'There is no connection, so your library cannot be shown just now.';
    $library.set({ ...$library.get(), state: 'failed', problem });
  }
}

/** Keeps a mark at once, and takes it back where the server refuses it. Says whether it was kept. */
export async function mark(
  productId: string,
  next: { print: PrintState | null; lists: string[] },
): Promise<boolean> {
  const before = $library.get();
  const put = (change: { print: PrintState | null; lists: string[] }) =>
    $library.set({
      ...$library.get(),
      items: $library.get().items.map((item) => (item.id === productId ? { ...item, ...change } : item)),
    });
  const was = before.items.find(({ id }) => id === productId);
  put(next);
  const problem = await actions.library.mark({ productId, ...next }).then(
    ({ error }) => error?.message ?? null,
    () => NO_CONNECTION,
  );
  if (problem === null) return true;
  if (was) put(was);
  void toast(problem, { kind: 'error' });
  return false;
}

/** Adds a list. Null where the server refuses it; the reason is shown. */
export async function addList(name: string): Promise<LibraryList | null> {
  try {
    const { data, error } = await actions.library.createList({ name });
    if (error) void toast(error.message, { kind: 'error' });
    else $library.set({ ...$library.get(), lists: [...$library.get().lists, data] });
    return data ?? null;
  } catch {
    void toast(NO_CONNECTION, { kind: 'error' });
    return null;
  }
}

/** Takes a list away; the products on it stay. */
export async function removeList(listId: string): Promise<void> {
  try {
    const { error } = await actions.library.deleteList({ listId });
    if (error) return void toast(error.message, { kind: 'error' });
    const { items, lists, ...rest } = $library.get();
    $library.set({
      ...rest,
      lists: lists.filter(({ id }) => id !== listId),
      items: items.map((item) => ({ ...item, lists: item.lists.filter((id) => id !== listId) })),
    });
  } catch {
    void toast(NO_CONNECTION, { kind: 'error' });
  }
}
