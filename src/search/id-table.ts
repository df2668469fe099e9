import { sharedNumbers } from './shared-numbers.ts';
import { type StringData, StringTable } from './string-table.ts';

/** Ids by ordinal, and where to find each: a table of ordinals plus one by the hash of their id, 0 where nothing stands. */
export interface IdData extends StringData {
  places: Uint32Array;
}

/** Ordinals by id in arrays that threads share. */
export class IdTable {
  readonly #ids: StringTable;
  readonly #places: Uint32Array;

  constructor(data: IdData) {
    this.#ids = new StringTable(data);
    this.#places = data.places;
  }

  get length(): number {
    return this.#ids.length;
  }

  at(ordinal: number): string {
    return this.#ids.at(ordinal);
  }

  ordinalOf(id: string): number | undefined {
    const mask = this.#places.length - 1;
    for (let place = textHash(id) & mask; ; place = (place + 1) & mask) {
      const ordinal = (this.#places[place] as number) - 1;
      if (ordinal < 0) return undefined;
      if (this.#ids.is(ordinal, id)) return ordinal;
    }
  }
}

/** @param ids different ones, by ordinal. */
export function idData(ids: StringData): IdData {
  const table = new StringTable(ids);
  // At most half of it is taken, so that a search ends soon.
  const places = sharedNumbers(Uint32Array, 2 ** Math.ceil(Math.log2(2 * table.length + 2)));
  const mask = places.length - 1;
  for (let ordinal = 0; ordinal < table.length; ordinal++) {
    let place = textHash(table.at(ordinal)) & mask;
    while (places[place] !== 0) place = (place + 1) & mask;
    places[place] = ordinal + 1;
  }
  return { ...ids, places };
}

/** FNV-1a, in 32 bits. */
export function textHash(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  // The lowest bits choose the place; ids that count up would differ in few of them.
  return (hash ^ (hash >>> 15)) >>> 0;
}
