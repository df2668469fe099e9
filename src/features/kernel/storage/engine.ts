import { type PersistentEvents, setPersistentEngine } from '@nanostores/persistent';

/**
 * The storage below the persistent stores. A browser may refuse to store anything, or have no room left: `localStorage`
 * then throws, and a store that is set would throw with it. Here a text that is refused is held in memory instead, so that
 * it lasts as long as the page, and the page works.
 */
const held = new Map<string, string>();

/** Functions that make a mounted store read again, by its key. */
const rereads = new Map<string, Set<() => void>>();

/** This browser's storage; null where there is none. */
function browserStorage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    // The visitor's settings forbid it.
    return null;
  }
}

function read(key: string): string | null {
  return held.get(key) ?? browserStorage()?.getItem(key) ?? null;
}

/** Writes a text to this browser's storage; undefined removes it. @returns whether the browser has done it. */
export function write(key: string, text: string | undefined): boolean {
  try {
    const storage = browserStorage();
    if (text === undefined) storage?.removeItem(key);
    else if (!storage) throw new Error('There is no storage.');
    // What stands there already wakes no other tab, and needs no room.
    else if (storage.getItem(key) !== text) storage.setItem(key, text);
    held.delete(key);
    return true;
  } catch (refused) {
    if (!held.has(key)) console.warn(`The browser does not store "${key}".`, refused);
    return false;
  }
}

/** Whether a text is in this browser's storage, and not just in this page's memory. */
export const isWritten = (key: string): boolean => !held.has(key);

let isReading = false;

function during<T>(reads: boolean, work: () => T): T {
  const before = isReading;
  isReading = reads;
  try {
    return work();
  } finally {
    isReading = before;
  }
}

/**
 * Runs what reads stored texts into stores. The package writes each value that it has read once more; here reading never
 * writes, so that a tab with an older release takes nothing out of a text that a newer one has written.
 */
export const reading = <T>(read: () => T): T => during(true, read);

/** Runs what follows from a value that was read: whoever listens may set stores. */
export const afterReading = <T>(tell: () => T): T => during(false, tell);

/** Makes the stores of a key read what is stored at this moment: another tab's change may be there before its event. */
export function reread(key: string): void {
  for (const restore of rereads.get(key) ?? []) restore();
}

/** The window event by which the first code of a page, which loads no store, says that it has changed a text. */
export const changedHere = (key: string): string => `guildhall:${key}`;

const storage = new Proxy<Record<string, string>>(
  {},
  {
    has: (_, key) => read(String(key)) !== null,
    // The package compares with what it was: nothing is undefined.
    get: (_, key) => read(String(key)) ?? undefined,
    set(_, key, text: string) {
      if (!isReading && !write(String(key), text)) held.set(String(key), text);
      return true;
    },
    deleteProperty(_, key) {
      if (!isReading) write(String(key), undefined);
      return true;
    },
    ownKeys: () => [...new Set([...Object.keys(browserStorage() ?? {}), ...held.keys()])],
    getOwnPropertyDescriptor: (_, key) => ({
      value: read(String(key)),
      enumerable: true,
      configurable: true,
    }),
  },
);

/** What ends the following of a key, by the function that reads it. */
const following = new WeakMap<() => void, AbortController>();

const events: PersistentEvents = {
  /** The package's own listener believes the event. Here the storage is asked, which is newer when events come late. */
  addEventListener(key, _listener, restore) {
    // On the server nothing changes.
    if (typeof window === 'undefined') return;
    const end = new AbortController();
    const { signal } = end;
    following.set(restore, end);
    const readAgain = () => reading(restore);
    const known = rereads.get(key) ?? new Set();
    rereads.set(key, known.add(readAgain));
    signal.addEventListener('abort', () => known.delete(readAgain));
    const onStorage = (event: StorageEvent) => (event.key ?? key).startsWith(key) && readAgain();
    window.addEventListener('storage', onStorage, { signal });
    window.addEventListener('pageshow', readAgain, { signal });
    window.addEventListener(changedHere(key), readAgain, { signal });
  },
  removeEventListener(_key, _listener, restore) {
    following.get(restore)?.abort();
  },
};

// What another tab could store is newer than what this one could not. Before any store hears of it.
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => (key === null ? held.clear() : held.delete(key)));

setPersistentEngine(storage, events);
