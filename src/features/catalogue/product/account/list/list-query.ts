import { PRODUCT_STATES, type ProductState } from '../../../../../domain/catalogue/product.ts';

export const LIST_SORTS = {
  newest: 'Newest first',
  changed: 'Recently changed',
  name: 'Name',
  price: 'Price, lowest first',
  popular: 'Popular first',
} as const;
export type ListSort = keyof typeof LIST_SORTS;

/** Filters and page of the product list, stored in the URL so that going back shows the same rows. */
export interface ProductListQuery {
  page: number;
  text: string;
  state: ProductState | null;
  shelf: string | null;
  sort: ListSort;
}

/** Parses a URL query; invalid values are ignored. */
export function parseListQuery(search: string): ProductListQuery {
  const params = new URLSearchParams(search);
  const page = Number(params.get('page') ?? 1);
  const state = params.get('state');
  const shelf = params.get('shelf');
  const sort = params.get('sort') ?? '';
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
    text: (params.get('text') ?? '').slice(0, 100),
    state: PRODUCT_STATES.find((known) => known === state) ?? null,
    shelf: shelf !== null && /^[a-z0-9]{15}$/.test(shelf) ? shelf : null,
    sort: isSort(sort) ? sort : 'newest',
  };
}

/** The URL query without default values: "?state=draft&page=2". */
export function listQuery({ page, text, state, shelf, sort }: ProductListQuery): string {
  const params = new URLSearchParams();
  if (text !== '') params.set('text', text);
  if (state !== null) params.set('state', state);
  if (shelf !== null) params.set('shelf', shelf);
  if (sort !== 'newest') params.set('sort', sort);
  if (page > 1) params.set('page', String(page));
  return params.size === 0 ? '' : `?${params}`;
}

function isSort(text: string): text is ListSort {
  return Object.hasOwn(LIST_SORTS, text);
}
