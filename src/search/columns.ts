import {
  type FacetCount,
  MULTI_FACETS,
  type SearchDoc,
  type SearchFacet,
  type SearchQuery,
  SINGLE_FACETS,
} from './engine.ts';

/** A list of ordinals in a longer buffer. */
export interface Candidates {
  ids: Uint32Array;
  count: number;
}

/** Values of a facet by code; code 0 is "none" and is never counted. */
class Dictionary {
  readonly values: string[] = [''];
  readonly codes = new Map<string, number>([['', 0]]);

  codeOf(value: string): number {
    let code = this.codes.get(value);
    if (code === undefined) {
      code = this.values.length;
      this.values.push(value);
      this.codes.set(value, code);
    }
    return code;
  }
}

type Single = (typeof SINGLE_FACETS)[number];
type Multi = (typeof MULTI_FACETS)[number];
/** Lists of values are bit masks of 32, of which the first bit is "none". */
const MASK_VALUES = 31;
const COUNTS_SHOWN = 60;

export interface ColumnsData {
  single: Record<Single, { values: string[]; codes: Uint32Array }>;
  multi: Record<Multi, { values: string[]; masks: Uint32Array }>;
  price: Uint32Array;
  popularity: Uint32Array;
  created: Float64Array;
  mature: Uint8Array;
}

interface Filter {
  /** The facet whose own counts this filter leaves alone. */
  facet: SearchFacet;
  passes: (ordinal: number) => boolean;
}

/** Facets, prices and times as columns by ordinal: filtering and counting are loops over numbers. */
export class Columns {
  count = 0;
  alive: Uint8Array;
  readonly #dictionaries = new Map<SearchFacet, Dictionary>();
  readonly #codes = new Map<SearchFacet, Uint32Array>();
  price: Uint32Array;
  popularity: Uint32Array;
  created: Float64Array;
  mature: Uint8Array;
  #passing: Uint32Array;

  constructor(capacity: number) {
    this.alive = new Uint8Array(capacity);
    this.price = new Uint32Array(capacity);
    this.popularity = new Uint32Array(capacity);
    this.created = new Float64Array(capacity);
    this.mature = new Uint8Array(capacity);
    this.#passing = new Uint32Array(capacity);
    for (const facet of [...SINGLE_FACETS, ...MULTI_FACETS]) {
      this.#dictionaries.set(facet, new Dictionary());
      this.#codes.set(facet, new Uint32Array(capacity));
    }
  }

  set(ordinal: number, doc: SearchDoc): void {
    for (const facet of SINGLE_FACETS) {
      this.#column(facet)[ordinal] = this.#dictionary(facet).codeOf(doc.single[facet] ?? '');
    }
    for (const facet of MULTI_FACETS) {
      let mask = 0;
      for (const value of doc.multi[facet] ?? []) {
        const code = this.#dictionary(facet).codeOf(value);
        if (code > MASK_VALUES)
          throw new RangeError(`the facet ${facet} has more than ${MASK_VALUES} values`);
        mask |= 1 << code;
      }
      this.#column(facet)[ordinal] = mask >>> 0;
    }
    this.price[ordinal] = doc.priceCents;
    this.popularity[ordinal] = doc.popularity;
    this.created[ordinal] = doc.createdAt;
    this.mature[ordinal] = doc.mature ? 1 : 0;
    this.alive[ordinal] = 1;
    this.count = Math.max(this.count, ordinal + 1);
  }

  /**
   * What of the candidates (null: of everything) passes the query's filters, with the counts of every facet. A document
   * that fails only by one facet's filter still counts for that facet, so that a choice does not hide its alternatives.
   */
  filter(
    candidates: Candidates | null,
    query: SearchQuery,
  ): { passing: Candidates; facets: Partial<Record<SearchFacet, FacetCount[]>> } {
    const filters = this.#filters(query);
    const total = candidates ? candidates.count : this.count;
    const ids = candidates?.ids;
    const { alive, mature } = this;
    const hidesMature = !query.mature;
    const passing = this.#passing;
    let count = 0;
    /** Ordinals that fail by exactly one facet, per filter. */
    const near: number[][] = filters.map(() => []);
    const several = -1;
    for (let at = 0; at < total; at++) {
      const ordinal = ids ? (ids[at] as number) : at;
      if (alive[ordinal] === 0 || (hidesMature && mature[ordinal] !== 0)) continue;
      let failed = 0;
      for (let f = 0; f < filters.length; f++) {
        if ((filters[f] as Filter).passes(ordinal)) continue;
        failed = failed === 0 ? f + 1 : several;
        if (failed === several) break;
      }
      if (failed === 0) passing[count++] = ordinal;
      else if (failed !== several) (near[failed - 1] as number[]).push(ordinal);
    }
    const list = { ids: passing, count };
    if (!query.facets) return { passing: list, facets: {} };
    const facets: Partial<Record<SearchFacet, FacetCount[]>> = {};
    for (const facet of [...SINGLE_FACETS, ...MULTI_FACETS]) {
      const own = filters.findIndex((filter) => filter.facet === facet);
      facets[facet] = this.#counts(facet, list, own < 0 ? [] : (near[own] as number[]));
    }
    return { passing: list, facets };
  }

  #counts(facet: SearchFacet, { ids, count }: Candidates, near: number[]): FacetCount[] {
    const column = this.#column(facet);
    const { values } = this.#dictionary(facet);
    const isMask = (MULTI_FACETS as readonly string[]).includes(facet);
    const counts = new Uint32Array(Math.max(values.length, 32));
    // One tight loop a facet: at 100 000 products this is most of what a search does.
    const countAll = isMask ? countMasks : countCodes;
    countAll(counts, column, ids, count);
    countAll(counts, column, near, near.length);
    const shown: FacetCount[] = [];
    for (let code = 1; code < values.length; code++) {
      const n = counts[code] as number;
      if (n > 0) shown.push({ value: values[code] as string, count: n });
    }
    return shown.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, COUNTS_SHOWN);
  }

  #filters({ include, exclude, price }: SearchQuery): Filter[] {
    const filters: Filter[] = [];
    for (const facet of SINGLE_FACETS) {
      const wanted = include?.[facet] ?? [];
      const unwanted = exclude?.[facet] ?? [];
      if (wanted.length === 0 && unwanted.length === 0) continue;
      const { codes, values } = this.#dictionary(facet);
      const table = new Uint8Array(values.length).fill(wanted.length > 0 ? 0 : 1);
      for (const value of wanted) {
        const code = codes.get(value);
        if (code !== undefined) table[code] = 1;
      }
      for (const value of unwanted) {
        const code = codes.get(value);
        if (code !== undefined) table[code] = 0;
      }
      const column = this.#column(facet);
      filters.push({ facet, passes: (ordinal) => table[column[ordinal] as number] === 1 });
    }
    for (const facet of MULTI_FACETS) {
      const wanted = include?.[facet] ?? [];
      const unwanted = exclude?.[facet] ?? [];
      if (wanted.length === 0 && unwanted.length === 0) continue;
      const maskOf = (chosen: string[]) => {
        let mask = 0;
        for (const value of chosen) {
          const code = this.#dictionary(facet).codes.get(value);
          if (code) mask |= 1 << code;
        }
        return mask;
      };
      const any = maskOf(wanted);
      const none = maskOf(unwanted);
      const column = this.#column(facet);
      filters.push({
        facet,
        passes: (ordinal) => {
          const mask = column[ordinal] as number;
          return (wanted.length === 0 || (mask & any) !== 0) && (mask & none) === 0;
        },
      });
    }
    if (price && (price.from !== null || price.to !== null)) {
      const from = price.from ?? 0;
      const to = price.to ?? Number.POSITIVE_INFINITY;
      const column = this.price;
      filters.push({
        facet: 'price',
        passes: (ordinal) => (column[ordinal] as number) >= from && (column[ordinal] as number) <= to,
      });
    }
    return filters;
  }

  data(keep: Uint32Array): ColumnsData {
    const pick = <T extends Uint32Array | Float64Array | Uint8Array>(from: T, into: T): T => {
      keep.forEach((ordinal, at) => {
        into[at] = from[ordinal] as number;
      });
      return into;
    };
    const n = keep.length;
    return {
      single: Object.fromEntries(
        SINGLE_FACETS.map((facet) => [
          facet,
          { values: this.#dictionary(facet).values, codes: pick(this.#column(facet), new Uint32Array(n)) },
        ]),
      ) as ColumnsData['single'],
      multi: Object.fromEntries(
        MULTI_FACETS.map((facet) => [
          facet,
          { values: this.#dictionary(facet).values, masks: pick(this.#column(facet), new Uint32Array(n)) },
        ]),
      ) as ColumnsData['multi'],
      price: pick(this.price, new Uint32Array(n)),
      popularity: pick(this.popularity, new Uint32Array(n)),
      created: pick(this.created, new Float64Array(n)),
      mature: pick(this.mature, new Uint8Array(n)),
    };
  }

  static from(data: ColumnsData, capacity: number): Columns {
    const columns = new Columns(capacity);
    const n = data.price.length;
    for (const facet of SINGLE_FACETS) {
      for (const value of data.single[facet].values) columns.#dictionary(facet).codeOf(value);
      columns.#column(facet).set(data.single[facet].codes);
    }
    for (const facet of MULTI_FACETS) {
      for (const value of data.multi[facet].values) columns.#dictionary(facet).codeOf(value);
      columns.#column(facet).set(data.multi[facet].masks);
    }
    columns.price.set(data.price);
    columns.popularity.set(data.popularity);
    columns.created.set(data.created);
    columns.mature.set(data.mature);
    columns.alive.fill(1, 0, n);
    columns.count = n;
    return columns;
  }

  #column(facet: SearchFacet): Uint32Array {
    return this.#codes.get(facet) as Uint32Array;
  }

  #dictionary(facet: SearchFacet): Dictionary {
    return this.#dictionaries.get(facet) as Dictionary;
  }
}

function countCodes(counts: Uint32Array, column: Uint32Array, ids: ArrayLike<number>, length: number): void {
  for (let at = 0; at < length; at++) {
    const code = column[ids[at] as number] as number;
    counts[code] = (counts[code] as number) + 1;
  }
}

function countMasks(counts: Uint32Array, column: Uint32Array, ids: ArrayLike<number>, length: number): void {
  for (let at = 0; at < length; at++) {
    for (let mask = column[ids[at] as number] as number; mask !== 0; mask &= mask - 1) {
      const bit = 31 - Math.clz32(mask & -mask);
      counts[bit] = (counts[bit] as number) + 1;
    }
  }
}
