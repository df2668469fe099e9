import type { ProductCard } from '../../../domain/catalogue/product.ts';
import type { Store } from '../../../domain/catalogue/store.ts';

/**
 * Up to `count` stores for the home page: first those with most to see, counting up to a dozen models and their own
 * pictures and words; among equals those given first. All that an operator features stand before them, in their order.
 */
export function storesToMeet<S extends Pick<Store, 'id' | 'productCount' | 'logo' | 'banner' | 'tagline'>>(
  stores: readonly S[],
  count: number,
  featured: readonly S[] = [],
): S[] {
  const worth = ({ productCount, logo, banner, tagline }: S) =>
    Math.min(productCount, 12) +
    (logo === null ? 0 : 3) +
    (banner === null ? 0 : 3) +
    (tagline === '' ? 0 : 1);
  const chosen = stores
    .filter(({ id, productCount }) => productCount > 0 && !featured.some((store) => store.id === id))
    .sort((one, other) => worth(other) - worth(one));
  return [...featured, ...chosen].slice(0, Math.max(count, featured.length));
}

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

/** The cards at the top of the home page: those an operator chose, as far as they can be shown, then showpieces. */
export function heroCards(
  chosen: readonly ProductCard[],
  newest: readonly ProductCard[],
  { count, mature }: { count: number; mature: boolean },
): ProductCard[] {
  const shown = chosen.filter((card) => card.mainImage !== '' && (mature || !card.mature));
  const others = newest.filter(({ id }) => !shown.some((card) => card.id === id));
  return [...shown, ...showpieces(others, count)].slice(0, count);
}
