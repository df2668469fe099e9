import { sharedNumbers } from '../shared-numbers.ts';
import type { FacetColumnData } from './facet-column.ts';

/** Room for documents that are added to a packed index, besides a share of it. */
const SPARE = 1_000;
const SPARE_SHARE = 0.05;

/** All arrays are longer than the number of documents: those that are added come after them. */
export interface ColumnsData {
  count: number;
  facets: FacetColumnData[];
  price: Float64Array;
  popularity: Float64Array;
  rating: Float64Array;
  created: Float64Array;
  lift: Float64Array;
  state: Uint8Array;
  narrow: Uint32Array;
  wide: Uint32Array;
  tall: Uint32Array;
}

/** The length of the arrays for this number of documents. */
export function roomFor(count: number): number {
  return count === 0 ? 0 : count + SPARE + Math.ceil(SPARE_SHARE * count);
}

/** Columns whose arrays end with their documents: what comes after them may be written to at any time. */
export function withoutRoom(data: ColumnsData): ColumnsData {
  return resized(data, (numbers) => numbers.subarray(0, data.count) as typeof numbers);
}

/** Columns that threads can share, with room for documents that are added. */
export function withRoom(data: ColumnsData): ColumnsData {
  return resized(data, (numbers) => {
    const longer = sharedNumbers(numbers.constructor as never, roomFor(data.count)) as typeof numbers;
    longer.set(numbers);
    return longer;
  });
}

function resized(
  data: ColumnsData,
  by: <Numbers extends Float64Array | Uint32Array | Uint8Array>(numbers: Numbers) => Numbers,
): ColumnsData {
  const { count, facets, price, popularity, rating, created, lift, state, narrow, wide, tall } = data;
  return {
    count,
    facets: facets.map((facet) => ({ ...facet, codes: by(facet.codes) })),
    price: by(price),
    popularity: by(popularity),
    rating: by(rating),
    created: by(created),
    lift: by(lift),
    state: by(state),
    narrow: by(narrow),
    wide: by(wide),
    tall: by(tall),
  };
}
