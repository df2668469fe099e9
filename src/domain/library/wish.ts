import type { ProductCard, Sale } from '../catalogue/product.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';

/** How many wishes a person may keep: more than anybody prints, and no burden to look through. */
export const WISHES_MAX = 500;

/** A product somebody wished for. */
export interface Wish {
  productId: string;
  name: string;
  /** Null while the product cannot be seen by the public; the wish is kept for when it can. */
  card: ProductCard | null;
  /** What was to be paid when it was wished for; null where that is not known. */
  seenCents: Cents | null;
  wishedAt: Instant;
}

export type WishRefusal = 'unknown' | 'too-many';

export const WISH_REFUSAL_TEXTS: Record<WishRefusal, string> = {
  unknown: 'This model is not in the shop any more.',
  'too-many': `Your wish list is full: ${WISHES_MAX} models are the most. Take something off it first.`,
};

/** Sales that begin sooner after the last one told are not told: changing its dates again and again writes no mails. */
export const SALE_QUIET_MS = 3 * 86_400_000;

/**
 * Whether a wish's owner is to be told of a sale at `now`: it runs, and nothing so recent was told.
 * @param toldSale when the sale began that was told last, or that was on when he wished; null for none.
 */
export function saleIsNews(sale: Sale | null, toldSale: Instant | null, now: Instant): boolean {
  if (!sale || now < sale.from || now >= sale.to) return false;
  return toldSale === null || sale.from - toldSale >= SALE_QUIET_MS;
}
