import type { ProductCard } from '../../../domain/catalogue/product.ts';

/**
 * Up to `count` cards for the head of the home page: each store's most expensive model first, then the next expensive
 * of any store, so that the hall shows its range and its best. Mature models and cards without a picture stay out.
 */
export function showpieces(cards: readonly ProductCard[], count: number): ProductCard[] {
  const fit = cards
    .filter((card) => !card.mature && card.mainImage !== '')
    .sort((a, b) => b.priceCents - a.priceCents);
  const stores = new Set<string>();
  const leading = fit.filter((card) => !stores.has(card.store.id) && stores.add(card.store.id));
  return [...leading, ...fit.filter((card) => !leading.includes(card))].slice(0, count);
}
