import { newestOfCategory, newestOfStore } from '../../../data/catalogue/product-cards.ts';
import type { Product, ProductCard } from '../../../domain/catalogue/product.ts';

/**
 * Listed products related to this one: first the newest of its category, then of its store. Both are the same for all
 * products there, so they are kept until a product changes.
 */
export async function relatedProducts(
  { app, pb, showsMature }: Pick<App.Locals, 'app' | 'pb' | 'showsMature'>,
  { id, category, store }: Pick<Product, 'id' | 'category' | 'store'>,
  limit: number,
): Promise<ProductCard[]> {
  // One more: the product itself may be among them.
  const count = limit + 1;
  const [alike, siblings] = await Promise.all([
    category
      ? app.listings.kept(`newest in category ${category.id} ${showsMature}`, LISTED_BY, () =>
          newestOfCategory(pb, category.id, count, showsMature),
        )
      : [],
    app.listings.kept(`newest in store ${store.id} ${showsMature}`, LISTED_BY, () =>
      newestOfStore(pb, store.id, count, showsMature),
    ),
  ]);
  const related = new Map([...alike, ...siblings].map((card) => [card.id, card]));
  related.delete(id);
  return [...related.values()].slice(0, limit);
}

const LISTED_BY = ['products', 'stores'];
