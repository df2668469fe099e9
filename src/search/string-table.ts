import { sharedNumbers } from './shared-numbers.ts';

/** Strings one after the other as UTF-16: string n stands from `ends[n - 1]` to `ends[n]`. */
export interface StringData {
  units: Uint16Array;
  ends: Uint32Array;
}

/**
 * A list of strings in two arrays of numbers, which threads share and which is read from a file as it is: a million strings of
 * a heap take 100 MB in each thread, and seconds to make.
 */
export class StringTable {
  readonly length: number;
  readonly units: Uint16Array;
  readonly #ends: Uint32Array;
  #bytes: Buffer | undefined;

  constructor({ units, ends }: StringData) {
    this.units = units;
    this.#ends = ends;
    this.length = ends.length;
  }

  static of(strings: readonly string[]): StringTable {
    return new StringTable(packedStrings(strings));
  }

  /** Where in `units` string `at` begins and ends. */
  startOf(at: number): number {
    return at === 0 ? 0 : (this.#ends[at - 1] as number);
  }
  endOf(at: number): number {
    return this.#ends[at] as number;
  }

  at(at: number): string {
    // Browsers have no such buffers, and search short lists alone.
    if (typeof Buffer === 'undefined')
      return String.fromCharCode(...this.units.subarray(this.startOf(at), this.endOf(at)));
    this.#bytes ??= Buffer.from(this.units.buffer, this.units.byteOffset, this.units.byteLength);
    return this.#bytes.toString('utf16le', 2 * this.startOf(at), 2 * this.endOf(at));
  }

  /** Whether string `at` is this one. */
  is(at: number, text: string): boolean {
    return this.endOf(at) - this.startOf(at) === text.length && this.startsWith(at, text);
  }

  startsWith(at: number, prefix: string): boolean {
    const start = this.startOf(at);
    return this.endOf(at) - start >= prefix.length && this.#holds(start, prefix);
  }

  endsWith(at: number, suffix: string): boolean {
    const start = this.endOf(at) - suffix.length;
    return start >= this.startOf(at) && this.#holds(start, suffix);
  }

  /** Whether string `at` begins with the first `length` units of string `other`. */
  sharesPrefix(at: number, other: number, length: number): boolean {
    const [start, from] = [this.startOf(at), this.startOf(other)];
    if (this.endOf(at) - start < length) return false;
    for (let n = 0; n < length; n++) if (this.units[start + n] !== this.units[from + n]) return false;
    return true;
  }

  /** In a sorted table: the first place whose string is not before `text`. */
  firstAtOrAfter(text: string): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#isBefore(middle, text)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #isBefore(at: number, text: string): boolean {
    const start = this.startOf(at);
    const length = this.endOf(at) - start;
    const shared = Math.min(length, text.length);
    for (let n = 0; n < shared; n++) {
      const difference = (this.units[start + n] as number) - text.charCodeAt(n);
      if (difference !== 0) return difference < 0;
    }
    return length < text.length;
  }

  #holds(start: number, text: string): boolean {
    for (let n = 0; n < text.length; n++) if (this.units[start + n] !== text.charCodeAt(n)) return false;
    return true;
  }
}

/** Packs strings that come one after the other. */
export class StringPacker {
  #units = new Uint16Array(1_024);
  #end = 0;
  readonly #ends: Uint32Array;
  #count = 0;

  /** @param most at most so many strings. */
  constructor(most: number) {
    this.#ends = new Uint32Array(most);
  }

  add(text: string): void {
    if (this.#end + text.length > this.#units.length) {
      const longer = new Uint16Array(2 * (this.#end + text.length));
      longer.set(this.#units);
      this.#units = longer;
    }
    for (let at = 0; at < text.length; at++) this.#units[this.#end++] = text.charCodeAt(at);
    this.#ends[this.#count++] = this.#end;
  }

  packed(): StringData {
    const units = sharedNumbers(Uint16Array, this.#end);
    units.set(this.#units.subarray(0, this.#end));
    const ends = sharedNumbers(Uint32Array, this.#count);
    ends.set(this.#ends.subarray(0, this.#count));
    return { units, ends };
  }
}

export function packedStrings(strings: readonly string[]): StringData {
  const packer = new StringPacker(strings.length);
  for (const text of strings) packer.add(text);
  return packer.packed();
}
