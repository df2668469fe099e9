import { lengthened } from './ordinals.ts';

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

  /** Sums the codes by trait. @param combinations by code: its traits. */
  sum(combinations: readonly (readonly number[])[]): void {
    const documents = this.#documents;
    const isSparse = this.#codesOccurred !== null;
    const end = this.#codesOccurred ?? this.#combinations;
    for (let at = 0; at < end; at++) {
      const code = isSparse ? (this.#codes[at] as number) : at;
      const count = documents[code] as number;
      if (count === 0) continue;
      documents[code] = 0;
      for (const trait of combinations[code] as readonly number[]) {
        const before = this.counts[trait] as number;
        if (before === 0) this.traits[this.occurred++] = trait;
        this.counts[trait] = before + count;
      }
    }
  }
}
