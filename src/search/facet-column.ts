import {
  type FacetCount,
  MULTI_FACETS,
  type SearchDoc,
  type SearchFacet,
  type SearchQuery,
  SINGLE_FACETS,
} from './engine.ts';
import { lengthened, type Ordinals } from './ordinals.ts';

export const SEARCH_FACETS: readonly SearchFacet[] = [...SINGLE_FACETS, ...MULTI_FACETS];

/** The bit of a facet in a failure mask; mask 0 passes. There are 31 bits, so 31 facets at most. */
export function failing(facet: SearchFacet): number {
  return 1 << SEARCH_FACETS.indexOf(facet);
}

const COUNTS_SHOWN = 60;

/** One value of one facet. */
type Trait = readonly [facet: SearchFacet, value: string];

export interface FacetColumnData {
  traits: Trait[];
  combinations: number[][];
  codes: Uint32Array;
}

/**
 * Several facets in one column. Products share few combinations of values, so each combination has a code: filtering
 * tests each combination once, and counting is one histogram of codes.
 */
export class FacetColumn {
  readonly facets: readonly SearchFacet[];
  #codes: Uint32Array;
  readonly #traits: Trait[] = [];
  readonly #traitNumbers = new Map<string, number>();
  /** The traits of each combination, by code. */
  readonly #combinations: number[][] = [];
  readonly #combinationCodes = new Map<string, number>();

  constructor(facets: readonly SearchFacet[], capacity: number) {
    this.facets = facets;
    this.#codes = new Uint32Array(capacity);
  }

  set(ordinal: number, doc: SearchDoc): void {
    if (ordinal >= this.#codes.length) this.#codes = lengthened(this.#codes, 2 * ordinal + 1);
    this.#codes[ordinal] = this.#codeOf(
      this.facets.flatMap((facet) => valuesOf(doc, facet).map((value): Trait => [facet, value])),
    );
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
      const anyOf = this.#numbersOf(facet, wanted);
      const noneOf = this.#numbersOf(facet, unwanted);
      for (const [code, traits] of this.#combinations.entries()) {
        const passes =
          (wanted.length === 0 || traits.some((trait) => anyOf.has(trait))) &&
          !traits.some((trait) => noneOf.has(trait));
        if (!passes) failures[code] = (failures[code] as number) | failing(facet);
      }
    }
    return failures;
  }

  /** Number of documents with each trait. */
  #tally({ ids, count }: Ordinals): Uint32Array {
    const codes = this.#codes;
    const documents = new Uint32Array(this.#combinations.length);
    // The innermost loop of every counting search: two look-ups and an addition.
    for (let at = 0; at < count; at++) {
      const code = codes[ids[at] as number] as number;
      documents[code] = (documents[code] as number) + 1;
    }
    const tally = new Uint32Array(this.#traits.length);
    for (const [code, traits] of this.#combinations.entries()) {
      const n = documents[code] as number;
      if (n > 0) for (const trait of traits) tally[trait] = (tally[trait] as number) + n;
    }
    return tally;
  }

  /**
   * The counts of each facet over the passing documents, most frequent first. `nearly` gives the documents that fail only
   * by a facet: they count for its own values, so that a choice does not hide its alternatives.
   */
  counts(
    passing: Ordinals,
    nearly: (facet: SearchFacet) => Ordinals,
    most = COUNTS_SHOWN,
  ): Partial<Record<SearchFacet, FacetCount[]>> {
    const tally = this.#tally(passing);
    const counts: Partial<Record<SearchFacet, FacetCount[]>> = {};
    for (const facet of this.facets) {
      const near = nearly(facet);
      const further = near.count > 0 ? this.#tally(near) : null;
      const shown: FacetCount[] = [];
      for (const [trait, [of, value]] of this.#traits.entries()) {
        const count = (tally[trait] as number) + (further?.[trait] ?? 0);
        if (of === facet && count > 0) shown.push({ value, count });
      }
      shown.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
      counts[facet] = shown.slice(0, most);
    }
    return counts;
  }

  /** The column of these documents only; unused values are dropped. */
  data(keep: Uint32Array): FacetColumnData {
    const compact = new FacetColumn(this.facets, keep.length);
    const renumbered = new Map<number, number>();
    for (const [at, ordinal] of keep.entries()) {
      const before = this.#codes[ordinal] as number;
      let code = renumbered.get(before);
      if (code === undefined) {
        const traits = this.#combinations[before] as number[];
        code = compact.#codeOf(traits.map((trait) => this.#traits[trait] as Trait));
        renumbered.set(before, code);
      }
      compact.#codes[at] = code;
    }
    return { traits: compact.#traits, combinations: compact.#combinations, codes: compact.#codes };
  }

  static from(facets: readonly SearchFacet[], data: FacetColumnData, capacity: number): FacetColumn {
    const column = new FacetColumn(facets, capacity);
    for (const traits of data.combinations)
      column.#codeOf(traits.map((trait) => data.traits[trait] as Trait));
    column.#codes.set(data.codes);
    return column;
  }

  #codeOf(traits: Trait[]): number {
    const numbers = [...new Set(traits.map((trait) => this.#numberOf(trait)))].sort((a, b) => a - b);
    const key = numbers.join();
    let code = this.#combinationCodes.get(key);
    if (code === undefined) {
      code = this.#combinations.length;
      this.#combinations.push(numbers);
      this.#combinationCodes.set(key, code);
    }
    return code;
  }

  #numberOf(trait: Trait): number {
    const key = trait.join('=');
    let number = this.#traitNumbers.get(key);
    if (number === undefined) {
      number = this.#traits.length;
      this.#traits.push(trait);
      this.#traitNumbers.set(key, number);
    }
    return number;
  }

  #numbersOf(facet: SearchFacet, values: string[]): Set<number> {
    const numbers = values.map((value) => this.#traitNumbers.get([facet, value].join('=')));
    return new Set(numbers.filter((number) => number !== undefined));
  }
}

function valuesOf(doc: SearchDoc, facet: SearchFacet): string[] {
  const values = isMulti(facet) ? (doc.multi[facet] ?? []) : [doc.single[facet] ?? ''];
  return values.filter((value) => value !== '');
}

function isMulti(facet: SearchFacet): facet is (typeof MULTI_FACETS)[number] {
  return (MULTI_FACETS as readonly SearchFacet[]).includes(facet);
}
