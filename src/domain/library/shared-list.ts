import type { ProductCard } from '../catalogue/product.ts';

/** Models on one page of a list that somebody shows by a link. */
export const SHARED_PAGE = 24;

/** How a person shows one of their lists, or their wish list, to whoever has the link. */
export interface Share {
  key: string;
  /** Whether the page says whose list it is. */
  showsName: boolean;
}

/** A list as the holder of its link sees it: public models only, and of its owner at most the name. */
export interface SharedList {
  kind: 'list' | 'wishes';
  /** The list's name; "" for a wish list. */
  name: string;
  /** The owner's user name, where they want it shown. */
  owner: string | null;
  cards: ProductCard[];
  /** Whether there is a further page. */
  more: boolean;
}

/** The heading of the page: the list's name, or whose wish list it is. */
export function sharedTitle({ kind, name, owner }: Pick<SharedList, 'kind' | 'name' | 'owner'>): string {
  if (kind === 'list') return name;
  return owner === null ? 'A wish list' : `Wish list of ${owner}`;
}
