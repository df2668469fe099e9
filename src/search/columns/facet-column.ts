import {
  type FacetCount,
  MULTI_FACETS,
  type SearchDoc,
  type SearchFacet,
  type SearchQuery,
  SINGLE_FACETS,
} from '../engine.ts';
import { lengthened, type Ordinals } from '../ordinals.ts';
import { sharedNumbers } from '../shared-numbers.ts';
import { FacetTally, type FlatCombinations, flatCombinations } from './facet-tally.ts';

export const SEARCH_FACETS: readonly SearchFacet[] = [...SINGLE_FACETS, ...MULTI_FACETS];

/** The bit of a facet in a failure mask; mask 0 passes. There are 30 bits, so 30 facets at most. */
export function failing(facet: SearchFacet): number {
  return 1 << SEARCH_FACETS.indexOf(facet);
}

const COUNTS_SHOWN = 60;

/** One value of one facet. */
export type Trait = readonly [facet: SearchFacet, value: string];

export interface FacetColumnData {
  traits: Trait[];
  combinations: number[][];
  /** By ordinal; longer than the number of documents, for those that are added. */
  codes: Uint32Array;
}

/** The codes of combinations by the numbers of their traits, one number after the other; -1 where none ends. */
interface Branch {
  code: number;
  next: Map<number, Branch>;
}

/** The documents to be counted; `everywhere` where these are all that are visible, by their visibility. */
export interface Counted extends Ordinals {
  everywhere: readonly number[] | null;
}

/**
 * Several facets in one column. Products share few combinations of values, so each combination has a code: filtering
 * tests each combination once, and counting is one histogram of codes.
 */
export class FacetColumn {
  readonly facets: readonly SearchFacet[];
  #codes: Uint32Array;
  readonly #traits: Trait[] = [];
  /** By facet of the column, then by value. */
  readonly #traitNumbers: readonly Map<string, number>[];
  /** The traits of each combination, by code. */
  readonly #combinations: number[][] = [];
  readonly #first: Branch = { code: -1, next: new Map() };
  /** The traits of all combinations one after the other, where those of each begin, and by trait the place of its facet. */
  #flat: FlatCombinations = { traits: new Uint32Array(0), starts: new Uint32Array(1) };
  #facetOf = new Uint8Array(16);
  readonly #passing = new FacetTally();
  readonly #near = new FacetTally();
  /** By visibility: how many documents have each code. Null until somebody asks for all documents. */
  #everywhere: Uint32Array[] | null = null;

  constructor(facets: readonly SearchFacet[], capacity: number) {
    this.facets = facets;
    this.#traitNumbers = facets.map(() => new Map());
    this.#codes = new Uint32Array(capacity);
  }

  set(ordinal: number, doc: SearchDoc): void {
    if (ordinal >= this.#codes.length) this.#codes = lengthened(this.#codes, 2 * ordinal + 1);
    const numbers: number[] = [];
    for (let at = 0; at < this.facets.length; at++) {
      const facet = this.facets[at] as SearchFacet;
      for (const value of valuesOf(doc, facet)) {
        const number = value === '' ? -1 : this.#numberOf(at, facet, value);
        if (number >= 0 && !numbers.includes(number)) numbers.push(number);
      }
    }
    this.#codes[ordinal] = this.#codeOf(numbers);
  }

  /** A document has got or lost this visibility. */
  move(ordinal: number, visibility: number, by: 1 | -1): void {
    if (!this.#everywhere) return;
    const code = this.#codes[ordinal] as number;
    const documents = this.#everywhere[visibility] ?? new Uint32Array(0);
    const roomy = code < documents.length ? documents : lengthened(documents, 2 * code + 64);
    roomy[code] = (roomy[code] as number) + by;
    this.#everywhere[visibility] = roomy;
  }

  /** The number of a document's combination of values. */
  codeOf(ordinal: number): number {
    return this.#codes[ordinal] as number;
  }

  /** Adds the failed facets of this column to each document's mask. */
  markFailures({ ids, count }: Ordinals, failed: Uint32Array, query: SearchQuery): void {
    const byCode = this.#failures(query);
    if (!byCode) return;
    const codes = this.#codes;
    for (let at = 0; at < count; at++) {
      const code = codes[ids[at] as number] as number;
      failed[at] = (failed[at] as number) | (byCode[code] as number);
    }
  }

  /** The failure mask of each combination; null if the query does not filter by these facets. */
  #failures({ include, exclude }: SearchQuery): Uint32Array | null {
    let failures: Uint32Array | null = null;
    for (const facet of this.facets) {
      const wanted = include?.[facet] ?? [];
      const unwanted = exclude?.[facet] ?? [];
      if (wanted.length === 0 && unwanted.length === 0) continue;
      failures ??= new Uint32Array(this.#combinations.length);
      const anyOf = this.#marked(facet, wanted);
      const noneOf = this.#marked(facet, unwanted);
      const failure = failing(facet);
      for (let code = 0; code < failures.length; code++) {
        let isWanted = wanted.length === 0;
        let isUnwanted = false;
        for (const trait of this.#combinations[code] as number[]) {
          if (anyOf[trait] === 1) isWanted = true;
          if (noneOf[trait] === 1) isUnwanted = true;
        }
        if (!isWanted || isUnwanted) failures[code] = (failures[code] as number) | failure;
      }
    }
    return failures;
  }

  /** Made anew where a combination was added. */
  #flattened(): FlatCombinations {
    if (this.#flat.starts.length !== this.#combinations.length + 1)
      this.#flat = flatCombinations(this.#combinations);
    return this.#flat;
  }

  /** The failed facets of each combination; null if the query does not filter by these facets. */
  failuresByCode(query: SearchQuery): { byCode: Uint32Array; codes: Uint32Array } | null {
    const byCode = this.#failures(query);
    return byCode && { byCode, codes: this.#codes };
  }

  /** Adds the documents of this list to a tally. */
  #count({ ids, count }: Ordinals, tally: FacetTally): void {
    tally.begin(this.#combinations.length, this.#traits.length);
    tally.addAll(this.#codes, ids, count);
    tally.sum(this.#flattened());
  }

  /** Sums what all documents of these visibilities have. @param states by ordinal: the visibility. */
  #countEverywhere(visibilities: readonly number[], states: Uint8Array, count: number): void {
    this.#everywhere ??= everywhereOf(this.#codes, states, count, this.#combinations.length);
    this.#passing.begin(this.#combinations.length, this.#traits.length);
    for (const visibility of visibilities) this.#passing.addCounts(this.#everywhere[visibility]);
    this.#passing.sum(this.#flattened());
  }

  /**
   * The counts of each facet over the passing documents, most frequent first. `nearly` gives the documents that fail only
   * by a facet: they count for its own values, so that a choice does not hide its alternatives.
   * @param states by ordinal: the visibility of the first `count` documents.
   */
  counts(
    passing: Counted,
    nearly: (facet: SearchFacet) => Ordinals,
    states: Uint8Array,
    count: number,
    most = COUNTS_SHOWN,
  ): Partial<Record<SearchFacet, FacetCount[]>> {
    if (passing.everywhere) this.#countEverywhere(passing.everywhere, states, count);
    else this.#count(passing, this.#passing);
    const counts: Partial<Record<SearchFacet, FacetCount[]>> = {};
    for (const facet of this.facets) {
      const near = nearly(facet);
      if (near.count > 0) this.#count(near, this.#near);
      counts[facet] = this.#mostFrequent(facet, near.count > 0 ? this.#near : null, most);
    }
    return counts;
  }

  /** The values of a facet that occurred, the most frequent first. Only these are looked at: a hall has 20 000 stores. */
  #mostFrequent(facet: SearchFacet, near: FacetTally | null, most: number): FacetCount[] {
    const shown: FacetCount[] = [];
    const facetOf = this.#facetOf;
    const place = this.facets.indexOf(facet);
    /** What has fewer documents is not shown: most values are passed over without a look at their text. */
    let least = 0;
    const consider = (trait: number, count: number) => {
      const [, value] = this.#traits[trait] as Trait;
      const last = shown.at(-1);
      if (shown.length === most && last && !isBefore(count, value, last)) return;
      let at = shown.length;
      while (at > 0 && isBefore(count, value, shown[at - 1] as FacetCount)) at -= 1;
      shown.splice(at, 0, { value, count });
      if (shown.length > most) shown.pop();
      if (shown.length === most) least = (shown.at(-1) as FacetCount).count;
    };
    const passing = this.#passing;
    for (let at = 0; at < passing.occurred; at++) {
      const trait = passing.traits[at] as number;
      if (facetOf[trait] !== place) continue;
      const count = (passing.counts[trait] as number) + (near?.counts[trait] ?? 0);
      if (count >= least) consider(trait, count);
    }
    if (!near) return shown;
    for (let at = 0; at < near.occurred; at++) {
      const trait = near.traits[at] as number;
      if (facetOf[trait] === place && passing.counts[trait] === 0)
        consider(trait, near.counts[trait] as number);
    }
    return shown;
  }

  /** The column of these documents only; unused values are dropped. @param capacity documents that it has room for. */
  data(keep: Uint32Array, capacity: number): FacetColumnData {
    const compact = new FacetColumn(this.facets, 0);
    const codes = sharedNumbers(Uint32Array, capacity);
    const renumbered = new Map<number, number>();
    for (let at = 0; at < keep.length; at++) {
      const before = this.#codes[keep[at] as number] as number;
      let code = renumbered.get(before);
      if (code === undefined) {
        const traits = this.#combinations[before] as number[];
        code = compact.#codeOf(traits.map((trait) => compact.#numberOfTrait(this.#traits[trait] as Trait)));
        renumbered.set(before, code);
      }
      codes[at] = code;
    }
    return { traits: compact.#traits, combinations: compact.#combinations, codes };
  }

  static from(facets: readonly SearchFacet[], data: FacetColumnData): FacetColumn {
    const column = new FacetColumn(facets, 0);
    for (const traits of data.combinations)
      column.#codeOf(traits.map((trait) => column.#numberOfTrait(data.traits[trait] as Trait)));
    column.#codes = data.codes;
    return column;
  }

  /** @param numbers different ones. */
  #codeOf(numbers: number[]): number {
    if (numbers.length > 1) numbers.sort((a, b) => a - b);
    let branch = this.#first;
    for (const number of numbers) {
      let next = branch.next.get(number);
      if (!next) {
        next = { code: -1, next: new Map() };
        branch.next.set(number, next);
      }
      branch = next;
    }
    if (branch.code < 0) {
      branch.code = this.#combinations.length;
      this.#combinations.push(numbers);
    }
    return branch.code;
  }

  #numberOfTrait([facet, value]: Trait): number {
    return this.#numberOf(this.facets.indexOf(facet), facet, value);
  }

  #numberOf(at: number, facet: SearchFacet, value: string): number {
    const numbers = this.#traitNumbers[at] as Map<string, number>;
    let number = numbers.get(value);
    if (number === undefined) {
      number = this.#traits.length;
      this.#traits.push([facet, value]);
      numbers.set(value, number);
      if (number >= this.#facetOf.length) this.#facetOf = lengthened(this.#facetOf, 2 * number);
      this.#facetOf[number] = at;
    }
    return number;
  }

  /** By trait: 1 for these values of a facet. */
  #marked(facet: SearchFacet, values: readonly string[]): Uint8Array {
    const marked = new Uint8Array(this.#traits.length);
    for (const value of values) {
      const number = this.#traitNumbers[this.facets.indexOf(facet)]?.get(value);
      if (number !== undefined) marked[number] = 1;
    }
    return marked;
  }
}

function isBefore(count: number, value: string, than: FacetCount): boolean {
  return count > than.count || (count === than.count && value < than.value);
}

/** By visibility: how many of the first `count` documents have each code. */
function everywhereOf(codes: Uint32Array, states: Uint8Array, count: number, size: number): Uint32Array[] {
  const counts: Uint32Array[] = [];
  for (let ordinal = 0; ordinal < count; ordinal++) {
    const visibility = states[ordinal] as number;
    counts[visibility] ??= new Uint32Array(size);
    const documents = counts[visibility];
    const code = codes[ordinal] as number;
    documents[code] = (documents[code] as number) + 1;
  }
  return counts;
}

const NO_VALUES: readonly string[] = [];
const MULTI = new Set<SearchFacet>(MULTI_FACETS);

/** An empty one is none. */
function valuesOf(doc: SearchDoc, facet: SearchFacet): readonly string[] {
  if (MULTI.has(facet)) return doc.multi[facet as (typeof MULTI_FACETS)[number]] ?? NO_VALUES;
  const value = doc.single[facet as (typeof SINGLE_FACETS)[number]];
  return value === undefined ? NO_VALUES : [value];
}
