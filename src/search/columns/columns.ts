import type { FacetCount, SearchBox, SearchDoc, SearchFacet, SearchQuery } from '../engine.ts';
import { lengthened, type Ordinals } from '../ordinals.ts';
import { liftOf } from '../ranking.ts';
import { sharedNumbers } from '../shared-numbers.ts';
import { type ColumnsData, roomFor } from './columns-data.ts';
import { type Counted, FacetColumn, type FacetColumnData, failing, SEARCH_FACETS } from './facet-column.ts';
import { sortedByMask, withMask, withOneFailure } from './failure-masks.ts';

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
  // Last: see `storeOf`.
  ['store'],
];

/** Visibility of a document. */
const GONE = 0;
const FOR_ALL = 1;
const MATURE = 2;

/** The size of what was not measured. */
const NOT_MEASURED = 0xffff_ffff;
const NONE: Ordinals = { ids: new Uint32Array(0), count: 0 };
/** In the mask of a document that is not to be seen: two bits, so that it fails by more than one facet. */
const NOT_SEEN = 0xc000_0000;

/** The documents that pass all filters, and those that fail by one facet only. */
interface SortedOut {
  passing: Ordinals;
  failers: Ordinals;
}
/**
 * Facets, prices and times as columns by ordinal, so that filtering and counting are loops over numbers. Threads share what
 * they are made from. Each of them writes the same values for the documents that are added, behind those that are there; only
 * which documents are gone is each thread's own, so that none misses a document that another one has replaced already.
 */
export class Columns {
  /** Ordinals assigned so far; they are not reused when a document is removed. */
  count = 0;
  /** Prices in cents; times in ms since 1970. All share one array type, so that one loop sorts by any. */
  price: Float64Array;
  popularity: Float64Array;
  rating: Float64Array;
  created: Float64Array;
  /** Score factor from a document's popularity, rating and age. */
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
    const visibility = doc.mature ? MATURE : FOR_ALL;
    for (const column of this.#facets) {
      column.set(ordinal, doc);
      column.move(ordinal, visibility, 1);
    }
    this.created[ordinal] = doc.createdAt;
    this.rating[ordinal] = doc.ratingScore;
    this.price[ordinal] = doc.priceCents;
    this.popularity[ordinal] = doc.popularity;
    this.lift[ordinal] = liftOf(doc);
    this.#state[ordinal] = visibility;
    this.#narrow[ordinal] = hundredths(doc.box?.narrow);
    this.#wide[ordinal] = hundredths(doc.box?.wide);
    this.#tall[ordinal] = hundredths(doc.box?.tall);
    this.count = Math.max(this.count, ordinal + 1);
  }

  /** A number for the store of a document, the same for all of its documents. */
  storeOf(ordinal: number): number {
    return this.#facets.at(-1)?.codeOf(ordinal) ?? 0;
  }

  /** Whether it was there. */
  remove(ordinal: number): boolean {
    const visibility = this.#state[ordinal] as number;
    if (visibility === GONE) return false;
    this.#state[ordinal] = GONE;
    for (const column of this.#facets) column.move(ordinal, visibility, -1);
    return true;
  }

  /** The ordinals of the documents that are there, in their order. */
  kept(): Uint32Array {
    const kept = new Uint32Array(this.count);
    let count = 0;
    for (let ordinal = 0; ordinal < this.count; ordinal++)
      if (this.#state[ordinal] !== GONE) kept[count++] = ordinal;
    return kept.subarray(0, count);
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
    const filtered = SEARCH_FACETS.filter((facet) => filters(query, facet));
    // Without words most documents are looked at, in their order: masks by ordinal need no list of them.
    const { passing, failers } =
      candidates === null && filtered.length > 0 && !query.fits
        ? this.#sortedOut(query)
        : this.#sortedOutOf(this.#seen(candidates, query), query, filtered.length > 0);
    if (!query.facets) return { passing, facets: {} };
    const nearly = (facet: SearchFacet) =>
      filtered.includes(facet) ? withMask(failing(facet), failers, this.#failed, this.#near) : NONE;
    const isAll = candidates === null && !query.fits && filtered.length === 0;
    const everywhere = query.mature === true ? [FOR_ALL, MATURE] : [FOR_ALL];
    const counted: Counted = { ...passing, everywhere: isAll ? everywhere : null };
    const counts = this.#facets.map((column) =>
      column.counts(counted, nearly, this.#state, this.count, query.facetValues),
    );
    return { passing, facets: Object.assign({}, ...counts) };
  }

  #seen(candidates: Ordinals | null, query: SearchQuery): Ordinals {
    const visible = this.#visibleOf(candidates, query.mature === true);
    return query.fits ? this.#fittingInto(query.fits, visible) : visible;
  }

  /** Which of the visible documents pass, and which of them fail by one facet; their masks then stand by their places. */
  #sortedOutOf(visible: Ordinals, query: SearchQuery, isFiltered: boolean): SortedOut {
    if (!isFiltered) return { passing: visible, failers: NONE };
    this.#markFailures(visible, query);
    const passing = withMask(0, visible, this.#failed, this.#passing);
    return { passing, failers: query.facets ? withOneFailure(visible, this.#failed) : NONE };
  }

  /** The same among all documents. */
  #sortedOut(query: SearchQuery): SortedOut {
    const masks = this.#failed;
    const { count } = this;
    const state = this.#state;
    const limit = query.mature === true ? MATURE : FOR_ALL;
    for (let ordinal = 0; ordinal < count; ordinal++) {
      const visibility = state[ordinal] as number;
      masks[ordinal] = visibility === GONE || visibility > limit ? NOT_SEEN : 0;
    }
    for (const column of this.#facets) {
      const failures = column.failuresByCode(query);
      if (!failures) continue;
      const { byCode, codes } = failures;
      for (let ordinal = 0; ordinal < count; ordinal++)
        masks[ordinal] = (masks[ordinal] as number) | (byCode[codes[ordinal] as number] as number);
    }
    const from = query.price?.from ?? Number.NEGATIVE_INFINITY;
    const to = query.price?.to ?? Number.POSITIVE_INFINITY;
    if (Number.isFinite(from) || Number.isFinite(to)) {
      const outside = failing('price');
      for (let ordinal = 0; ordinal < count; ordinal++) {
        const cents = this.price[ordinal] as number;
        if (cents < from || cents > to) masks[ordinal] = (masks[ordinal] as number) | outside;
      }
    }
    return sortedByMask(count, masks, this.#passing, this.#visible);
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
    this.#makeWorkRoom(capacity);
  }

  #makeWorkRoom(capacity: number): void {
    this.#visible = new Uint32Array(capacity);
    this.#passing = new Uint32Array(capacity);
    this.#near = new Uint32Array(capacity);
    this.#failed = new Uint32Array(capacity);
  }

  /** The columns of these documents only, in arrays that threads can share. */
  data(keep: Uint32Array): ColumnsData {
    const count = keep.length;
    const capacity = roomFor(count);
    const kept = <Numbers extends Float64Array | Uint32Array | Uint8Array>(
      kind: new (buffer: SharedArrayBuffer) => Numbers,
      numbers: Numbers,
    ): Numbers => {
      const packed = sharedNumbers(kind as never, capacity) as Numbers;
      for (let at = 0; at < count; at++) packed[at] = numbers[keep[at] as number] as number;
      return packed;
    };
    return {
      count,
      facets: this.#facets.map((column) => column.data(keep, capacity)),
      price: kept(Float64Array, this.price),
      popularity: kept(Float64Array, this.popularity),
      rating: kept(Float64Array, this.rating),
      created: kept(Float64Array, this.created),
      lift: kept(Float64Array, this.lift),
      state: kept(Uint8Array, this.#state),
      narrow: kept(Uint32Array, this.#narrow),
      wide: kept(Uint32Array, this.#wide),
      tall: kept(Uint32Array, this.#tall),
    };
  }

  static from(data: ColumnsData): Columns {
    const columns = new Columns(0);
    columns.#facets = TOGETHER.map((facets, at) =>
      FacetColumn.from(facets, data.facets[at] as FacetColumnData),
    );
    columns.price = data.price;
    columns.popularity = data.popularity;
    columns.rating = data.rating;
    columns.created = data.created;
    columns.lift = data.lift;
    columns.#state = Uint8Array.from(data.state);
    columns.#narrow = data.narrow;
    columns.#wide = data.wide;
    columns.#tall = data.tall;
    columns.count = data.count;
    columns.#makeWorkRoom(data.state.length);
    return columns;
  }
}

/** Millimetres as stored. Mesh sizes carry noise far below a hundredth, which must not make a piece too large. */
function hundredths(mm: number | undefined): number {
  return mm === undefined ? NOT_MEASURED : Math.min(NOT_MEASURED - 1, Math.ceil(mm * 100 - 0.01));
}

/** Whether the query filters by this facet. */
function filters({ include, exclude, price }: SearchQuery, facet: SearchFacet): boolean {
  if ((include?.[facet]?.length ?? 0) > 0 || (exclude?.[facet]?.length ?? 0) > 0) return true;
  return facet === 'price' && price !== undefined && (price.from !== null || price.to !== null);
}
