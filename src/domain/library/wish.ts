import type { Discount, ProductCard } from '../catalogue/product.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';

/** Maximum number of wishes per user. */
export const WISHES_MAX = 500;

/** A product on a wish list. */
export interface Wish {
  productId: string;
  name: string;
  /** Null while the product is not public; the wish remains. */
  card: ProductCard | null;
  /** Price when it was added; null if unknown. */
  seenCents: Cents | null;
  wishedAt: Instant;
}

export type WishRefusal = 'unknown' | 'too-many';

export const WISH_REFUSAL_TEXTS: Record<WishRefusal, string> = {
  unknown: 'This model is no longer in the shop.',
  'too-many': `Your wish list is full: ${WISHES_MAX} models is the maximum. Remove one first.`,
};

/** Minimum time between the starts of two sales that are both alerted, in ms: changing a sale's dates sends no new mails. */
export const SALE_ALERT_INTERVAL_MS = 3 * 86_400_000;

/**
 * Whether a wish's owner should be alerted of a sale at `now`: it is running, and no recent sale was alerted.
 * @param alertedSale start of the sale that was alerted last, or that was running when the wish was added; null for none.
 */
export function saleIsNews(sale: Discount | null, alertedSale: Instant | null, now: Instant): boolean {
  if (!sale || now < sale.from || now >= sale.to) return false;
  return alertedSale === null || sale.from - alertedSale >= SALE_ALERT_INTERVAL_MS;
}
