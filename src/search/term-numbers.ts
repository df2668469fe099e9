import { textHash } from './id-table.ts';
import { lengthened } from './ordinals.ts';

/**
 * Numbers for terms, in the order in which they are met. A map of strings would have to compare pieces of texts that lie all
 * over the heap: with a million words that takes four times as long.
 */
export class TermNumbers {
  #count = 0;
  /** By hash: the number plus one, 0 where nothing stands; at most half of it is taken. */
  #places = new Uint32Array(2_048);
  #units = new Uint16Array(8_192);
  /** By number: where its letters end. */
  #ends = new Uint32Array(1_024);

  get count(): number {
    return this.#count;
  }

  numberOf(term: string): number {
    const mask = this.#places.length - 1;
    let place = textHash(term) & mask;
    for (; ; place = (place + 1) & mask) {
      const number = (this.#places[place] as number) - 1;
      if (number < 0) break;
      if (this.#is(number, term)) return number;
    }
    return this.#added(term, place);
  }

  /** All terms by their numbers. */
  terms(): string[] {
    const bytes = Buffer.from(this.#units.buffer);
    return Array.from({ length: this.#count }, (_, number) =>
      bytes.toString('utf16le', 2 * this.#startOf(number), 2 * (this.#ends[number] as number)),
    );
  }

  #startOf(number: number): number {
    return number === 0 ? 0 : (this.#ends[number - 1] as number);
  }

  #is(number: number, term: string): boolean {
    const start = this.#startOf(number);
    if ((this.#ends[number] as number) - start !== term.length) return false;
    for (let at = 0; at < term.length; at++)
      if (this.#units[start + at] !== term.charCodeAt(at)) return false;
    return true;
  }

  #added(term: string, place: number): number {
    const number = this.#count++;
    const start = this.#startOf(number);
    if (number >= this.#ends.length) this.#ends = lengthened(this.#ends, 2 * number);
    if (start + term.length > this.#units.length)
      this.#units = lengthened(this.#units, 2 * (start + term.length));
    for (let at = 0; at < term.length; at++) this.#units[start + at] = term.charCodeAt(at);
    this.#ends[number] = start + term.length;
    this.#places[place] = number + 1;
    if (2 * this.#count > this.#places.length) this.#spread();
    return number;
  }

  #spread(): void {
    const terms = this.terms();
    this.#places = new Uint32Array(2 * this.#places.length);
    const mask = this.#places.length - 1;
    for (const [number, term] of terms.entries()) {
      let place = textHash(term) & mask;
      while (this.#places[place] !== 0) place = (place + 1) & mask;
      this.#places[place] = number + 1;
    }
  }
}
