import { PRODUCT_FIELDS } from '../../domain/catalogue/product-fields.ts';
import { namesOf } from '../../domain/kernel/fields/field-table.ts';
import { slugOf } from '../../domain/kernel/slug.ts';
import { PREVIEW_RECIPE } from '../../server/adapters/mesh/preview-recipe.ts';
import { inventedProducts } from '../bench/products.ts';
import { SHELVES, shelfId, storeId } from './people.ts';
import { AGE_MS, DAY_MS, type Plan } from './plan.ts';
import { grownId } from './tables.ts';

export const productId = (at: number) => grownId('m', at);

/** What selling needs to know of the products. */
export interface Catalogue {
  /** Stores by product, as numbers. */
  storeOf: Int32Array;
  /** Price in cents; 0 where the product is not for sale: free, hidden or archived. */
  cents: Int32Array;
  names: string[];
  /** For sale, by store. */
  onSale: number[][];
  /** All that is for sale. */
  sold: number[];
}

/** One of thirty products belongs to the giant store. */
const GIANT_SHARE = 30;
const PRICES = [199, 299, 349, 499, 599, 799, 999, 1499, 1999, 2999];

/** What a generated product takes from one of the demo world: looks, files and texts. */
const LOOKS = [
  'images',
  'imageAlts',
  'outline',
  'sizeX',
  'sizeY',
  'sizeZ',
  'volumeMl',
  'licences',
  ...namesOf(PRODUCT_FIELDS),
] as const;
const FILE_LOOKS = [
  'name',
  'role',
  'scale',
  'part',
  'position',
  'sizeBytes',
  'sha256',
  'version',
  'storageKey',
  'sizeX',
  'sizeY',
  'sizeZ',
  'volumeMl',
  'triangles',
  'watertight',
  'shells',
] as const;
const PREVIEW_LOOKS = [
  'madeOf',
  'recipe',
  'sha256',
  'sizeBytes',
  'sizeX',
  'sizeY',
  'sizeZ',
  'state',
  'storageKey',
  'triangles',
] as const;
/** Where the site has not made the previews of the demo world. */
const NO_PREVIEW = {
  ...{ madeOf: '', recipe: PREVIEW_RECIPE, sha256: '', sizeBytes: 0, sizeX: 0, sizeY: 0, sizeZ: 0 },
  ...{ state: 'none', storageKey: '', triangles: 0 },
};
type Looks = Record<(typeof LOOKS)[number], string | number | null> & { id: string };
type FileLooks = Record<(typeof FILE_LOOKS)[number], string | number> & { product: string };
type PreviewLooks = Record<(typeof PREVIEW_LOOKS)[number], string | number> & { product: string };

/** Adds the products with files, previews and licences of demo products. Their pictures are named but not copied. */
export function addCatalogue(plan: Plan): Catalogue {
  const { tables, chance, size, now, date } = plan;
  const looks = tables.rows<Looks>(
    "SELECT * FROM products WHERE images <> '[]' AND state = 'published' ORDER BY id",
  );
  const files = tables.rows<FileLooks>('SELECT * FROM product_files ORDER BY id');
  const previews = tables.rows<PreviewLooks>('SELECT * FROM previews ORDER BY id');
  const categories = tables.rows<{ id: string }>("SELECT id FROM categories WHERE parent <> '' ORDER BY id");
  const product = tables.into('products', [
    ...[
      'id',
      'store',
      'name',
      'slug',
      'description',
      'priceCents',
      'free',
      'salePercent',
      'saleFrom',
      'saleTo',
    ],
    ...[
      'category',
      'shelves',
      'tags',
      'type',
      'genre',
      'scale',
      'supports',
      'printer',
      'parts',
      'mature',
      'ai',
    ],
    ...['state', 'popularity', 'publishedAt', 'created', 'updated'],
    ...LOOKS,
  ]);
  const file = tables.into('product_files', ['id', 'product', 'created', 'updated', ...FILE_LOOKS]);
  const preview = tables.into('previews', [
    'id',
    'product',
    'judgedAt',
    'created',
    'updated',
    ...PREVIEW_LOOKS,
  ]);
  const catalogue: Catalogue = {
    storeOf: new Int32Array(size.products),
    cents: new Int32Array(size.products),
    names: [],
    onSale: Array.from({ length: size.stores }, () => []),
    sold: [],
  };
  let at = 0;
  let filed = 0;
  for (const doc of inventedProducts(size.products)) {
    const like = looks[at % looks.length];
    if (!like) throw new Error('The demo world has no product with a picture.');
    const id = productId(at);
    const store = at % GIANT_SHARE === 0 ? 0 : 1 + chance.popular(size.stores - 1);
    const name = doc.name.charAt(0).toUpperCase() + doc.name.slice(1);
    const free = chance.is(0.05);
    const state = chance.is(0.93) ? 'published' : chance.pick(['unlisted', 'draft', 'archived']);
    const created = now - AGE_MS + Math.floor((AGE_MS * at) / size.products);
    const [updated, cents] = [date(created), free ? 0 : chance.pick(PRICES)];
    const onSale = !free && chance.is(0.03);
    product({
      ...like,
      ...{ id, store: storeId(store), name, slug: `${slugOf(name, 40)}-${at}`, description: doc.description },
      ...{ priceCents: cents, free: free ? 1 : 0, salePercent: onSale ? 20 : 0 },
      saleFrom: onSale ? date(now - DAY_MS) : '',
      saleTo: onSale ? date(now + 7 * DAY_MS) : '',
      category: chance.pick(categories).id,
      shelves: JSON.stringify([shelfId(store, chance.below(SHELVES))]),
      ...{ tags: JSON.stringify([...new Set(doc.tags)]), type: String(doc.single['type']) },
      ...{ scale: String(doc.single['scale']), parts: String(doc.single['parts']) },
      genre: JSON.stringify(doc.multi['genre']),
      supports: JSON.stringify(doc.multi['supports']),
      ...{
        printer: '["resin"]',
        mature: chance.is(0.02) ? 1 : 0,
        ai: 'none',
        state,
        popularity: doc.popularity,
      },
      publishedAt: state === 'draft' ? '' : updated,
      ...{ created: updated, updated },
    });
    for (const one of files)
      if (one.product === like.id)
        file({ ...one, id: grownId('f', filed++), product: id, created: updated, updated });
    // Judged when the product changed last, so that no preview is due.
    const shown = previews.find((one) => one.product === like.id) ?? NO_PREVIEW;
    preview({ ...shown, id, product: id, judgedAt: updated, created: updated, updated });
    catalogue.storeOf[at] = store;
    catalogue.names.push(name);
    if (state === 'published' && !free) {
      catalogue.cents[at] = cents;
      catalogue.onSale[store]?.push(at);
      catalogue.sold.push(at);
    }
    at += 1;
  }
  return catalogue;
}
