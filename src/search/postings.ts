/** Maximum number of documents: a posting has 24 bits for the ordinal. */
const ORDINALS_LIMIT = 2 ** 24;
/** Numbers in a page of the pool, and the length of the first and of the longest part of a list. */
const PAGE = 65_536;
const FIRST_PART = 4;
const LONGEST_PART = 4_096;

/**
 * Room for the postings of many lists, handed out in parts of large arrays. An array for each term, copied whenever it grows,
 * leaves as much garbage as there are postings: 10 MB at the peak of building an index of 100 000 products.
 */
export class PostingPool {
  #page = new Uint32Array(0);
  #taken = 0;

  /** An array of zeros. @param length up to LONGEST_PART. */
  take(length: number): Uint32Array {
    if (this.#taken + length > this.#page.length) {
      this.#page = new Uint32Array(PAGE);
      this.#taken = 0;
    }
    const part = this.#page.subarray(this.#taken, this.#taken + length);
    this.#taken += length;
    return part;
  }
}

/**
 * The documents with a term. A posting is one number: the document's ordinal, and in the lowest byte the term's impact
 * (1 to 255) in that document.
 */
export class PostingList {
  readonly #full: Uint32Array[] = [];
  #last: Uint32Array;
  /** How much of the last part is taken. */
  #used = 0;
  #count = 0;

  constructor(pool: PostingPool) {
    this.#last = pool.take(FIRST_PART);
  }

  get count(): number {
    return this.#count;
  }

  /** @throws RangeError if the index is full. */
  push(ordinal: number, impact: number, pool: PostingPool): void {
    if (this.#used === this.#last.length) {
      this.#full.push(this.#last);
      this.#last = pool.take(Math.min(this.#count, LONGEST_PART));
      this.#used = 0;
    }
    this.#last[this.#used++] = postingOf(ordinal, impact);
    this.#count += 1;
  }

  /** In the order in which they were pushed, in parts. */
  get postings(): Uint32Array[] {
    return [...this.#full, this.#last.subarray(0, this.#used)];
  }
}

/** @throws RangeError if the index is full. */
export function postingOf(ordinal: number, impact: number): number {
  if (ordinal >= ORDINALS_LIMIT) throw new RangeError(`the index holds at most ${ORDINALS_LIMIT} documents`);
  return ordinal * 256 + impact;
}

export function ordinalOf(posting: number): number {
  return posting >>> 8;
}

export function impactOf(posting: number): number {
  return posting & 255;
}

/**
 * The documents that stand in both lists, each with an impact of at least `least`, as postings with the lower of the two impacts.
 * The parts of a list are in the order of their ordinals.
 */
export function sharedPostings(
  first: readonly Uint32Array[],
  second: readonly Uint32Array[],
  least: number,
): Uint32Array {
  const impacts = new Map<number, number>();
  for (const part of first)
    for (const posting of part)
      if (impactOf(posting) >= least) impacts.set(ordinalOf(posting), impactOf(posting));
  const shared: number[] = [];
  for (const part of second) {
    for (const posting of part) {
      const impact = impactOf(posting);
      const other = impact >= least ? impacts.get(ordinalOf(posting)) : undefined;
      if (other !== undefined) shared.push(ordinalOf(posting) * 256 + Math.min(impact, other));
    }
  }
  return Uint32Array.from(shared);
}
