import { type ProductCard, priceNow } from '../../../domain/catalogue/product.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import type { Wish } from '../../../domain/library/wish.ts';

/** Pictures in each row; the page reserves their room before they arrive. */
export const SHOWN_FOR_YOU = 4;

/**
 * The wishes that the home page shows: those on sale first, then the newest. Withdrawn models are left out, and those the
 * visitor owns by now.
 */
export function wishesToShow(
  wishes: readonly Pick<Wish, 'card'>[],
  owned: readonly string[],
  now: Instant,
): ProductCard[] {
  const has = new Set(owned);
  const isOnSale = (card: ProductCard) => priceNow(card, now).percentOff !== null;
  const cards = wishes.flatMap(({ card }) => (card && !has.has(card.id) ? card : []));
  return [...cards.filter(isOnSale), ...cards.filter((card) => !isOnSale(card))].slice(0, SHOWN_FOR_YOU);
}
