import { lengthened } from '../ordinals.ts';

/** The traits of combinations by code: those of one stand from `starts[code]` to the next start. */
export interface FlatCombinations {
  traits: Uint32Array;
  starts: Uint32Array;
}

export function flatCombinations(combinations: readonly (readonly number[])[]): FlatCombinations {
  const starts = new Uint32Array(combinations.length + 1);
  for (const [code, traits] of combinations.entries())
    starts[code + 1] = (starts[code] as number) + traits.length;
  const all = new Uint32Array(starts.at(-1) ?? 0);
  for (const [code, traits] of combinations.entries()) all.set(traits, starts[code]);
  return { traits: all, starts };
}

/**
 * Counts of facet values. Its arrays are used again by the next search and cleared only where something stands, so that a search
 * of few products costs little where a facet has many values.
 */
export class FacetTally {
  /** By trait: the number of documents. */
  counts = new Uint32Array(0);
  /** The traits that occurred: the first `occurred`. */
  traits = new Uint32Array(0);
  occurred = 0;
  /** By code: the number of documents. */
  #documents = new Uint32Array(0);
  /** The codes that occurred, or null where so many documents were counted that all codes are looked at. */
  #codes = new Uint32Array(0);
  #codesOccurred: number | null = 0;
  #combinations = 0;

  /** Forgets the count before. */
  begin(combinations: number, traits: number): void {
    for (let at = 0; at < this.occurred; at++) this.counts[this.traits[at] as number] = 0;
    this.occurred = 0;
    this.#codesOccurred = 0;
    this.#combinations = combinations;
    if (this.#documents.length < combinations) {
      this.#documents = lengthened(this.#documents, 2 * combinations);
      this.#codes = new Uint32Array(2 * combinations);
    }
    if (this.counts.length < traits) {
      this.counts = lengthened(this.counts, 2 * traits);
      this.traits = new Uint32Array(2 * traits);
    }
  }

  /** The innermost loop of every counting search. */
  addAll(codes: Uint32Array, ids: Uint32Array, count: number): void {
    const documents = this.#documents;
    if (count > this.#combinations) {
      for (let at = 0; at < count; at++) {
        const code = codes[ids[at] as number] as number;
        documents[code] = (documents[code] as number) + 1;
      }
      this.#codesOccurred = null;
      return;
    }
    let occurred = 0;
    for (let at = 0; at < count; at++) {
      const code = codes[ids[at] as number] as number;
      const before = documents[code] as number;
      documents[code] = before + 1;
      // Branchless: written always, counted only the first time.
      this.#codes[occurred] = code;
      occurred += before === 0 ? 1 : 0;
    }
    this.#codesOccurred = occurred;
  }

  /** Adds counts by code. */
  addCounts(counts: Uint32Array | undefined): void {
    const documents = this.#documents;
    const end = Math.min(this.#combinations, counts?.length ?? 0);
    for (let code = 0; code < end; code++)
      documents[code] = (documents[code] as number) + ((counts as Uint32Array)[code] as number);
    this.#codesOccurred = null;
  }

  /** Sums the codes by trait. */
  sum({ traits, starts }: FlatCombinations): void {
    const documents = this.#documents;
    const isSparse = this.#codesOccurred !== null;
    const end = this.#codesOccurred ?? this.#combinations;
    for (let at = 0; at < end; at++) {
      const code = isSparse ? (this.#codes[at] as number) : at;
      const count = documents[code] as number;
      if (count === 0) continue;
      documents[code] = 0;
      const last = starts[code + 1] as number;
      for (let place = starts[code] as number; place < last; place++) {
        const trait = traits[place] as number;
        const before = this.counts[trait] as number;
        if (before === 0) this.traits[this.occurred++] = trait;
        this.counts[trait] = before + count;
      }
    }
  }
}
