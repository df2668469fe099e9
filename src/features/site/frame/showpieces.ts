import type { ProductCard } from '../../../domain/catalogue/product.ts';

/**
 * Up to `count` cards for the top of the home page: each store's most expensive model first, then the next most
 * expensive of any store. Mature models and cards without a picture are left out.
 */
export function showpieces(cards: readonly ProductCard[], count: number): ProductCard[] {
  const fit = cards
    .filter((card) => !card.mature && card.mainImage !== '')
    .sort((a, b) => b.priceCents - a.priceCents);
  const stores = new Set<string>();
  const leading = fit.filter((card) => !stores.has(card.store.id) && stores.add(card.store.id));
  return [...leading, ...fit.filter((card) => !leading.includes(card))].slice(0, count);
}
