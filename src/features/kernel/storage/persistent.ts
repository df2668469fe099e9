import { persistentAtom as packagedAtom, persistentMap as packagedMap } from '@nanostores/persistent';
import type { MapStore, WritableAtom } from 'nanostores';
import { afterReading, isWritten, reading, reread, write } from './engine.ts';

/** How a value is written as a text. */
export interface Format<T> {
  /** Reads a stored text, which anything may have damaged. What throws counts as nothing stored. */
  decode(text: string): T;
  /** The text to store; undefined to store nothing. */
  encode(value: T): string | undefined;
}

const formats = new WeakMap<object, { key: string; encode(value: never): string | undefined }>();

/**
 * A store that lasts in this browser and is the same in all its tabs: `persistentAtom` of @nanostores/persistent, with what
 * this site asks of it. Setting it never throws (see `engine.ts`), a value with the same text is no change, and an island
 * hydrates with the initial value, because the server's HTML knows nothing of the browser.
 * @param initial what it is while nothing is stored.
 */
export function persistentAtom<T>(key: string, initial: T, { decode, encode }: Format<T>): WritableAtom<T> {
  const store = packagedAtom<T>(key, initial, { encode, decode: (text) => decoded(text, decode) ?? initial });
  store.eq = (a, b) => a === b || encode(a as T) === encode(b as T);
  formats.set(store, { key, encode });
  readsOnly(store);
  return Object.assign(store, { init: initial });
}

/**
 * Many values of one kind, each under a name of its own that begins with `prefix`, so that two tabs do not overwrite each
 * other's: `persistentMap` of @nanostores/persistent. A text that cannot be read counts as none.
 */
export function persistentMap<T>(
  prefix: string,
  { decode, encode }: Format<T>,
): MapStore<Record<string, T | undefined>> {
  const store = packagedMap<Record<string, T | undefined>>(
    prefix,
    {},
    {
      encode: (value) => (value === undefined ? undefined : encode(value)),
      decode: (text) => decoded(text, decode),
    },
  );
  const textOf = (value: T | undefined) => (value === undefined ? undefined : encode(value));
  store.eqKey = (a, b) => a === b || textOf(a) === textOf(b);
  // Read again it is a new object each time, which is a change only if one of its texts is another.
  store.eq = (a = {}, b) =>
    Object.keys(a).length === Object.keys(b).length &&
    Object.keys(b).every((name) => name in a && textOf(a[name] as T) === textOf(b[name] as T));
  formats.set(store, { key: prefix, encode });
  readsOnly(store);
  return store;
}

/** A store reads what is stored when its first listener comes. */
function readsOnly(store: Pick<WritableAtom, 'listen' | 'notify'>): void {
  const { listen, notify } = store;
  store.listen = (listener) => reading(() => listen(listener));
  store.notify = (...change) => afterReading(() => notify(...change));
}

function decoded<T>(text: string, decode: (text: string) => T): T | undefined {
  try {
    return decode(text);
  } catch {
    return undefined;
  }
}

/** The value as it is stored at this moment. Before a change that builds on it, ask here: another tab may be quicker than its event. */
export function fresh<T>(store: WritableAtom<T>): T {
  store.get();
  reread(formats.get(store)?.key ?? '');
  return store.get();
}

/**
 * Whether the browser has stored the value, rather than holding it for this page only.
 * @param name of a value in a map.
 */
export const isStored = (store: object, name = ''): boolean =>
  isWritten(`${formats.get(store)?.key ?? ''}${name}`);

/** Sets a store if the browser stores the value, else it stays as it was. @returns whether it is stored. */
export function setIfStored<T>(store: WritableAtom<T>, value: T): boolean {
  const format = formats.get(store);
  if (!format || !write(format.key, format.encode(value as never))) return false;
  store.set(value);
  return true;
}

/** Texts as they are. */
export const TEXT: Format<string> = { decode: (text) => text, encode: (text) => text };
