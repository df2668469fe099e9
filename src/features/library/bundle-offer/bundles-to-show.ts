import { bundlesOfStore } from '../../../data/commerce/product-bundles.ts';
import { type ProductCard, priceNow } from '../../../domain/catalogue/product.ts';
import { fullReleasePrices } from '../../../domain/commerce/full-release.ts';
import { bundleOffers, type ProductBundle } from '../../../domain/commerce/product-bundle.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';

/** A bundle with its products' cards. */
export interface ShownBundle {
  bundle: ProductBundle;
  cards: ProductCard[];
}

/**
 * The bundles of a store, or those with one of its products, that visitors are offered now: all of their products are
 * listed, and they are cheaper together than alone.
 */
export async function bundlesToShow(
  { app, pb, showsMature: mature }: Pick<App.Locals, 'app' | 'pb' | 'showsMature'>,
  { storeId, productId }: { storeId: string; productId?: string },
  now: Instant,
): Promise<ShownBundle[]> {
  const own = await app.catalogue.listings.kept(`bundles ${storeId}`, ['product_bundles', 'products'], () =>
    bundlesOfStore(pb, storeId),
  );
  const bundles = own.filter(
    ({ parts }) => productId === undefined || parts.some(({ id }) => id === productId),
  );
  if (bundles.length === 0) return [];
  const cards = await app.catalogue.listings.cards([
    ...new Set(bundles.flatMap(({ parts }) => parts.map(({ id }) => id))),
  ]);
  return bundles.flatMap((bundle) => {
    const own = bundle.parts.flatMap(({ id }) => cards.find((card) => card.id === id) ?? []);
    const isWhole = own.length === bundle.parts.length && (mature || own.every((card) => !card.mature));
    const prices = fullReleasePrices(
      own.map((card) => linePrice(card, now)),
      bundleOffers([bundle], new Set()),
    );
    return isWhole && prices.size > 0 ? [{ bundle, cards: own }] : [];
  });
}

/** A product as the rule of bundles takes it. */
export function linePrice(card: ProductCard, now: Instant) {
  const { listCents, payCents } = priceNow(card, now);
  return { productId: card.id, listCents, payCents };
}
