import { newestOfCategory, newestOfStore } from '../../../data/catalogue/product-cards.ts';
import {
  fusedByRank,
  LIKE_SHOWN,
  mixedStores,
  SHAPES_SHOWN,
  TOGETHER_SHOWN,
} from '../../../domain/catalogue/likeness.ts';
import type { Product, ProductCard } from '../../../domain/catalogue/product.ts';

type Site = Pick<App.Locals, 'app' | 'pb' | 'showsMature'>;

/** What a product's page shows besides. Nothing stands in two of the lists, and never the product itself. */
export interface Related {
  like: ProductCard[];
  together: ProductCard[];
  shapes: ProductCard[];
}

/** So many of the engine's products are looked at, so that stores can be mixed. */
const CANDIDATES = 24;
/** What is in the index, and so not newer than its last seconds, has at least so many that are like it; else the newest fill the list. */
const LEAST = 4;

/**
 * What is like a product: by its words, tags, creature and facets, which the engine compares, and by its shape; mixed over stores.
 * With it what was bought together and what has a similar shape. Nothing of it is personal.
 * @param companions ids as the job reckoned them
 */
export async function relatedProducts(
  site: Site,
  product: Pick<Product, 'id' | 'category' | 'store'>,
  companions: { together: readonly string[]; shapes: readonly string[] },
): Promise<Related> {
  const { app, showsMature } = site;
  const found = await app.catalogue.search.search({
    ...{ like: { id: product.id }, mature: showsMature },
    ...{ sort: 'relevance', offset: 0, limit: CANDIDATES },
  });
  const ids = fusedByRank(found?.ids ?? [], companions.shapes);
  const cards = await app.catalogue.listings.cards([...new Set([...ids, ...companions.together])]);
  const shown = cards.filter(({ id, mature }) => id !== product.id && (showsMature || !mature));
  const cardOf = new Map(shown.map((card) => [card.id, card]));
  const cardsOf = (list: readonly string[]) => list.flatMap((id) => cardOf.get(id) ?? []);
  const together = cardsOf(companions.together).slice(0, TOGETHER_SHOWN);
  const isTogether = new Set(together.map(({ id }) => id));
  const alike = cardsOf(ids).filter(({ id }) => !isTogether.has(id));
  const like = mixedStores(alike, ({ store }) => store.id).slice(0, LIKE_SHOWN);
  const rest = like.length < LEAST ? await newest(site, product) : [];
  const filled = new Map([...like, ...rest].map((card) => [card.id, card]));
  const isShown = new Set([...filled.keys(), ...isTogether]);
  return {
    like: [...filled.values()].filter(({ id }) => !isTogether.has(id)).slice(0, LIKE_SHOWN),
    together,
    shapes: cardsOf(companions.shapes)
      .filter(({ id }) => !isShown.has(id))
      .slice(0, SHAPES_SHOWN),
  };
}

/**
 * The newest of a product's category, then of its store, where hardly anything is like it. Both are the same for all products
 * there, so they are kept until a product changes.
 */
async function newest(
  { app, pb, showsMature }: Site,
  { id, category, store }: Pick<Product, 'id' | 'category' | 'store'>,
): Promise<ProductCard[]> {
  // One more: the product itself may be among them.
  const count = LEAST + 1;
  const [alike, siblings] = await Promise.all([
    category
      ? app.catalogue.listings.kept(`newest in category ${category.id} ${showsMature}`, LISTED_BY, () =>
          newestOfCategory(pb, category.id, count, showsMature),
        )
      : [],
    app.catalogue.listings.kept(`newest in store ${store.id} ${showsMature}`, LISTED_BY, () =>
      newestOfStore(pb, store.id, count, showsMature),
    ),
  ]);
  return [...alike, ...siblings].filter((card) => card.id !== id).slice(0, LEAST);
}

const LISTED_BY = ['products', 'stores'];
