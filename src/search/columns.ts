import type { FacetCount, SearchBox, SearchDoc, SearchFacet, SearchQuery } from './engine.ts';
import { FacetColumn, type FacetColumnData, failing, SEARCH_FACETS } from './facet-column.ts';
import { lengthened, type Ordinals } from './ordinals.ts';

/** Facets that share a column: those with few values together, those with many alone. */
const TOGETHER: readonly (readonly SearchFacet[])[] = [
  ['type', 'scale', 'parts', 'ai'],
  ['base', 'licence', 'material'],
  ['layer', 'exposure'],
  // Each way in which somebody printed a model is another combination.
  ['prints'],
  ['archetype'],
  ['price', 'free', 'sale'],
  ['genre', 'supports', 'printer'],
  ['rating'],
  ['category'],
  ['store'],
];

/** Visibility of a document. */
const GONE = 0;
const FOR_ALL = 1;
const MATURE = 2;

/** How much popularity boosts a score; higher values bury exact names under popular products (measured). */
const POPULARITY_PRIOR = 0.003;
/** The size of what was not measured. */
const NOT_MEASURED = 0xffff_ffff;
const NONE: Ordinals = { ids: new Uint32Array(0), count: 0 };

export interface ColumnsData {
  facets: FacetColumnData[];
  price: Float64Array;
  popularity: Float64Array;
  rating: Float64Array;
  created: Float64Array;
  state: Uint8Array;
  narrow: Uint32Array;
  wide: Uint32Array;
  tall: Uint32Array;
}

/** Facets, prices and times as columns by ordinal, so that filtering and counting are loops over numbers. */
export class Columns {
  /** Ordinals assigned so far; they are not reused when a document is removed. */
  count = 0;
  /** Prices in cents; times in ms since 1970. All share one array type, so that one loop sorts by any. */
  price: Float64Array;
  popularity: Float64Array;
  rating: Float64Array;
  created: Float64Array;
  /** Score factor from a document's popularity. */
  lift: Float64Array;
  #state: Uint8Array;
  /** The room a product needs, in hundredths of a millimetre, rounded up; NOT_MEASURED fits nowhere. */
  #narrow: Uint32Array;
  #wide: Uint32Array;
  #tall: Uint32Array;
  #facets: FacetColumn[];
  #visible: Uint32Array;
  #passing: Uint32Array;
  #near: Uint32Array;
  #failed: Uint32Array;

  /** @param capacity number of documents before it has to grow. */
  constructor(capacity: number) {
    this.price = new Float64Array(capacity);
    this.popularity = new Float64Array(capacity);
    this.rating = new Float64Array(capacity);
    this.created = new Float64Array(capacity);
    this.lift = new Float64Array(capacity);
    this.#state = new Uint8Array(capacity);
    this.#narrow = new Uint32Array(capacity);
    this.#wide = new Uint32Array(capacity);
    this.#tall = new Uint32Array(capacity);
    this.#facets = TOGETHER.map((facets) => new FacetColumn(facets, capacity));
    this.#visible = new Uint32Array(capacity);
    this.#passing = new Uint32Array(capacity);
    this.#near = new Uint32Array(capacity);
    this.#failed = new Uint32Array(capacity);
  }

  get capacity(): number {
    return this.#state.length;
  }

  set(ordinal: number, doc: SearchDoc): void {
    if (ordinal >= this.capacity) this.#grow(2 * ordinal + 64);
    for (const column of this.#facets) column.set(ordinal, doc);
    this.created[ordinal] = doc.createdAt;
    this.rating[ordinal] = doc.ratingScore;
    this.#state[ordinal] = doc.mature ? MATURE : FOR_ALL;
    this.#narrow[ordinal] = hundredths(doc.box?.narrow);
    this.#wide[ordinal] = hundredths(doc.box?.wide);
    this.#tall[ordinal] = hundredths(doc.box?.tall);
    this.count = Math.max(this.count, ordinal + 1);
    this.patch(ordinal, doc);
  }

  patch(ordinal: number, { priceCents, popularity }: { priceCents?: number; popularity?: number }): void {
    if (priceCents !== undefined) this.price[ordinal] = priceCents;
    if (popularity === undefined) return;
    this.popularity[ordinal] = popularity;
    this.lift[ordinal] = liftOf(popularity);
  }

  remove(ordinal: number): void {
    this.#state[ordinal] = GONE;
  }

  /** Whether a document is there, and not for adults alone. */
  isForAll(ordinal: number): boolean {
    return this.#state[ordinal] === FOR_ALL;
  }

  /** The candidates (null: all documents) that pass the query's filters, with the counts of every facet. */
  filter(
    candidates: Ordinals | null,
    query: SearchQuery,
  ): { passing: Ordinals; facets: Partial<Record<SearchFacet, FacetCount[]>> } {
    const seen = this.#visibleOf(candidates, query.mature === true);
    const visible = query.fits ? this.#fittingInto(query.fits, seen) : seen;
    const filtered = SEARCH_FACETS.filter((facet) => filters(query, facet));
    if (filtered.length > 0) this.#markFailures(visible, query);
    const passing = filtered.length > 0 ? this.#failingOnly(0, visible, this.#passing) : visible;
    if (!query.facets) return { passing, facets: {} };
    const failers = filtered.length > 0 ? this.#failingOne(visible) : NONE;
    const nearly = (facet: SearchFacet) =>
      filtered.includes(facet) ? this.#failingOnly(failing(facet), failers, this.#near) : NONE;
    const counts = this.#facets.map((column) => column.counts(passing, nearly, query.facetValues));
    return { passing, facets: Object.assign({}, ...counts) };
  }

  #visibleOf(candidates: Ordinals | null, mature: boolean): Ordinals {
    const state = this.#state;
    const visible = this.#visible;
    const limit = mature ? MATURE : FOR_ALL;
    let count = 0;
    if (candidates) {
      const { ids } = candidates;
      for (let at = 0; at < candidates.count; at++) {
        const ordinal = ids[at] as number;
        const visibility = state[ordinal] as number;
        if (visibility !== GONE && visibility <= limit) visible[count++] = ordinal;
      }
    } else {
      for (let ordinal = 0; ordinal < this.count; ordinal++) {
        const visibility = state[ordinal] as number;
        if (visibility !== GONE && visibility <= limit) visible[count++] = ordinal;
      }
    }
    return { ids: visible, count };
  }

  /** The documents that fit into `room`, moved to the front. */
  #fittingInto(room: SearchBox, { ids, count }: Ordinals): Ordinals {
    const narrow = Math.round(room.narrow * 100);
    const wide = Math.round(room.wide * 100);
    const tall = Math.round(room.tall * 100);
    let found = 0;
    for (let at = 0; at < count; at++) {
      const ordinal = ids[at] as number;
      const fits =
        (this.#narrow[ordinal] as number) <= narrow &&
        (this.#wide[ordinal] as number) <= wide &&
        (this.#tall[ordinal] as number) <= tall;
      ids[found] = ordinal;
      found += fits ? 1 : 0;
    }
    return { ids, count: found };
  }

  /** Records which facets each document fails. */
  #markFailures(documents: Ordinals, query: SearchQuery): void {
    const failed = this.#failed;
    failed.fill(0, 0, documents.count);
    for (const column of this.#facets) column.markFailures(documents, failed, query);
    if (!query.price) return;
    const from = query.price.from ?? 0;
    const to = query.price.to ?? Number.POSITIVE_INFINITY;
    const prices = this.price;
    const outside = failing('price');
    for (let at = 0; at < documents.count; at++) {
      const cents = prices[documents.ids[at] as number] as number;
      if (cents < from || cents > to) failed[at] = (failed[at] as number) | outside;
    }
  }

  /** The documents with exactly this failure mask. */
  #failingOnly(failure: number, { ids, count }: Ordinals, into: Uint32Array): Ordinals {
    const failed = this.#failed;
    let found = 0;
    // Branchless: written always, counted only on a match, because the branch is unpredictable.
    for (let at = 0; at < count; at++) {
      into[found] = ids[at] as number;
      found += failed[at] === failure ? 1 : 0;
    }
    return { ids: into, count: found };
  }

  /** The documents that fail exactly one facet, moved to the front together with their masks. */
  #failingOne({ ids, count }: Ordinals): Ordinals {
    const failed = this.#failed;
    let found = 0;
    for (let at = 0; at < count; at++) {
      const failure = failed[at] as number;
      ids[found] = ids[at] as number;
      failed[found] = failure;
      // Exactly one bit is set.
      found += failure !== 0 && (failure & (failure - 1)) === 0 ? 1 : 0;
    }
    return { ids, count: found };
  }

  #grow(capacity: number): void {
    this.price = lengthened(this.price, capacity);
    this.popularity = lengthened(this.popularity, capacity);
    this.rating = lengthened(this.rating, capacity);
    this.created = lengthened(this.created, capacity);
    this.lift = lengthened(this.lift, capacity);
    this.#state = lengthened(this.#state, capacity);
    this.#narrow = lengthened(this.#narrow, capacity);
    this.#wide = lengthened(this.#wide, capacity);
    this.#tall = lengthened(this.#tall, capacity);
    this.#visible = new Uint32Array(capacity);
    this.#passing = new Uint32Array(capacity);
    this.#near = new Uint32Array(capacity);
    this.#failed = new Uint32Array(capacity);
  }

  /** The columns of these documents only. */
  data(keep: Uint32Array): ColumnsData {
    return {
      facets: this.#facets.map((column) => column.data(keep)),
      price: Float64Array.from(keep, (ordinal) => this.price[ordinal] as number),
      popularity: Float64Array.from(keep, (ordinal) => this.popularity[ordinal] as number),
      rating: Float64Array.from(keep, (ordinal) => this.rating[ordinal] as number),
      created: Float64Array.from(keep, (ordinal) => this.created[ordinal] as number),
      state: Uint8Array.from(keep, (ordinal) => this.#state[ordinal] as number),
      narrow: Uint32Array.from(keep, (ordinal) => this.#narrow[ordinal] as number),
      wide: Uint32Array.from(keep, (ordinal) => this.#wide[ordinal] as number),
      tall: Uint32Array.from(keep, (ordinal) => this.#tall[ordinal] as number),
    };
  }

  static from(data: ColumnsData, capacity: number): Columns {
    const columns = new Columns(capacity);
    columns.#facets = TOGETHER.map((facets, at) =>
      FacetColumn.from(facets, data.facets[at] as FacetColumnData, capacity),
    );
    columns.price.set(data.price);
    columns.popularity.set(data.popularity);
    columns.rating.set(data.rating);
    columns.created.set(data.created);
    columns.lift.set(data.popularity.map(liftOf));
    columns.#state.set(data.state);
    columns.#narrow.set(data.narrow);
    columns.#wide.set(data.wide);
    columns.#tall.set(data.tall);
    columns.count = data.state.length;
    return columns;
  }
}

/** Millimetres as stored. Mesh sizes carry noise far below a hundredth, which must not make a piece too large. */
function hundredths(mm: number | undefined): number {
  return mm === undefined ? NOT_MEASURED : Math.min(NOT_MEASURED - 1, Math.ceil(mm * 100 - 0.01));
}

function liftOf(popularity: number): number {
  return 1 + POPULARITY_PRIOR * Math.log2(1 + popularity);
}

/** Whether the query filters by this facet. */
function filters({ include, exclude, price }: SearchQuery, facet: SearchFacet): boolean {
  if ((include?.[facet]?.length ?? 0) > 0 || (exclude?.[facet]?.length ?? 0) > 0) return true;
  return facet === 'price' && price !== undefined && (price.from !== null || price.to !== null);
}
