/** Maximum number of documents: a posting has 24 bits for the ordinal. */
const ORDINALS_LIMIT = 2 ** 24;

/**
 * The documents with a term. A posting is one number: the document's ordinal, and in the lowest byte the term's impact
 * (1 to 255) in that document.
 */
export class PostingList {
  #postings = new Uint32Array(4);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** @throws RangeError if the index is full. */
  push(ordinal: number, impact: number): void {
    if (ordinal >= ORDINALS_LIMIT)
      throw new RangeError(`the index holds at most ${ORDINALS_LIMIT} documents`);
    if (this.#count === this.#postings.length) {
      const longer = new Uint32Array(2 * this.#count);
      longer.set(this.#postings);
      this.#postings = longer;
    }
    this.#postings[this.#count++] = ordinal * 256 + impact;
  }

  get postings(): Uint32Array {
    return this.#postings.subarray(0, this.#count);
  }
}

export function ordinalOf(posting: number): number {
  return posting >>> 8;
}

export function impactOf(posting: number): number {
  return posting & 255;
}
