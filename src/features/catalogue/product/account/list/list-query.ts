import { PRODUCT_STATES, type ProductState } from '../../../../../domain/catalogue/product.ts';

export const LIST_SORTS = {
  newest: 'Newest first',
  changed: 'Changed last',
  name: 'Name',
  price: 'Price, lowest first',
  popular: 'Popular first',
} as const;
export type ListSort = keyof typeof LIST_SORTS;

/** What of the product list is shown; it stands in the address, so that a way back leads to the same rows. */
export interface ProductListQuery {
  page: number;
  text: string;
  state: ProductState | null;
  shelf: string | null;
  sort: ListSort;
}

/** Reads an address's query. What somebody made up counts as not said. */
export function parseListQuery(search: string): ProductListQuery {
  const said = new URLSearchParams(search);
  const page = Number(said.get('page') ?? 1);
  const state = said.get('state');
  const shelf = said.get('shelf');
  const sort = said.get('sort') ?? '';
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
    text: (said.get('text') ?? '').slice(0, 100),
    state: PRODUCT_STATES.find((known) => known === state) ?? null,
    shelf: shelf !== null && /^[a-z0-9]{15}$/.test(shelf) ? shelf : null,
    sort: isSort(sort) ? sort : 'newest',
  };
}

/** The query of an address, without what is as it is at first: "?state=draft&page=2". */
export function listQuery({ page, text, state, shelf, sort }: ProductListQuery): string {
  const said = new URLSearchParams();
  if (text !== '') said.set('text', text);
  if (state !== null) said.set('state', state);
  if (shelf !== null) said.set('shelf', shelf);
  if (sort !== 'newest') said.set('sort', sort);
  if (page > 1) said.set('page', String(page));
  return said.size === 0 ? '' : `?${said}`;
}

function isSort(word: string): word is ListSort {
  return Object.hasOwn(LIST_SORTS, word);
}
