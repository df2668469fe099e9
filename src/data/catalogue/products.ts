import type PocketBase from 'pocketbase';
import type { Product, ProductCard, ProductFile } from '../../domain/catalogue/product.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { anyOf, partsOf } from '../kernel/any-of.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { isRecordId } from '../kernel/record-id.ts';
import type { ProductFilesRecord, ProductsRecord } from '../kernel/records.ts';
import {
  cardOf,
  fileOf,
  type ListedProduct,
  listedOf,
  type ProductExpanded,
  productOf,
} from './product-fields.ts';

const STORE_IS_VISIBLE = "(store.state = 'open' || store.state = 'vacation')";
/** The filter of products that the public may see. */
export const VISIBLE = `(state = 'published' || state = 'unlisted') && ${STORE_IS_VISIBLE}`;
/** Excludes models marked mature, which are only shown to visitors who opted in. */
const FOR_ALL = 'mature = false && store.mature = false';
const LISTED = `state = 'published' && ${STORE_IS_VISIBLE}`;
const EXPAND = 'store,category.parent';
const EXPAND_PREVIEW = `${EXPAND},previews_via_product`;
/** What `cardOf` reads: descriptions and facets of 24 products are most of their records. */
const CARD = {
  expand: 'store',
  fields: [
    'id,name,images,imageAlts,priceCents,free,salePercent,saleFrom,saleTo,scale,supports,sizeZ,mature,ai',
    'stars1,stars2,stars3,stars4,stars5',
    'expand.store.id,expand.store.slug,expand.store.name,expand.store.mature',
  ].join(','),
};

const listed = (mature: boolean) => (mature ? LISTED : `${LISTED} && ${FOR_ALL}`);

/** A publicly visible product with its current files; null if there is none. */
export async function publishedProduct(pb: PocketBase, id: string): Promise<Product | null> {
  if (!isRecordId(id)) return null;
  const [record, files] = await Promise.all([
    orNull(
      pb
        .collection('products')
        .getFirstListItem<ProductExpanded>(pb.filter(`id = {:id} && ${VISIBLE}`, { id }), {
          expand: EXPAND_PREVIEW,
        }),
    ),
    filesOf(pb, id),
  ]);
  return record
    ? productOf(
        record,
        files.filter(({ retiredAt }) => retiredAt === null),
      )
    : null;
}

/** A product in any state, with its retired files, for its seller, its owners and the operator. */
export async function productById(pb: PocketBase, id: string): Promise<Product | null> {
  if (!isRecordId(id)) return null;
  const [record, files] = await Promise.all([
    orNull(pb.collection('products').getOne<ProductExpanded>(id, { expand: EXPAND_PREVIEW })),
    filesOf(pb, id),
  ]);
  return record ? productOf(record, files) : null;
}

/** Cards of the listed products among `ids`, in the order of `ids`. */
export async function productCards(pb: PocketBase, ids: string[]): Promise<ProductCard[]> {
  const wanted = ids.filter(isRecordId);
  const found = new Map<string, ProductCard>();
  for (const part of partsOf(wanted)) for (const card of await cardsAmong(pb, part)) found.set(card.id, card);
  return wanted.flatMap((id) => found.get(id) ?? []);
}

export interface NewestOptions {
  limit: number;
  /** The slug of a marketplace category; its children are included. */
  category?: string;
  free?: boolean;
  onSaleAt?: Instant;
  /** Whether to include models marked mature. */
  mature?: boolean;
}

/** The newest listed products, newest first. */
export async function newestProducts(pb: PocketBase, options: NewestOptions): Promise<ProductCard[]> {
  const filters = [listed(options.mature === true)];
  if (options.category !== undefined) {
    filters.push(
      pb.filter('(category.slug = {:slug} || category.parent.slug = {:slug})', { slug: options.category }),
    );
  }
  if (options.free) filters.push('free = true');
  if (options.onSaleAt !== undefined) {
    const now = dateOf(options.onSaleAt);
    filters.push(
      pb.filter('free = false && salePercent > 0 && saleFrom <= {:now} && saleTo > {:now}', { now }),
    );
  }
  return cards(pb, filters.join(' && '), options.limit);
}

/** The newest listed products of these stores, newest first. */
export async function newestOfStores(
  pb: PocketBase,
  storeIds: readonly string[],
  limit: number,
  mature = false,
): Promise<ProductCard[]> {
  const found: Pick<ProductsRecord, 'id' | 'publishedAt'>[] = [];
  for (const part of partsOf(storeIds.filter(isRecordId))) {
    const list = await pb.collection('products').getList<(typeof found)[number]>(1, limit, {
      filter: `${anyOf(pb, 'store', part)} && ${listed(mature)}`,
      sort: '-publishedAt,-id',
      fields: 'id,publishedAt',
      skipTotal: true,
    });
    found.push(...list.items);
  }
  // Stored dates sort chronologically as strings.
  const newest = found.sort((one, other) => (one.publishedAt < other.publishedAt ? 1 : -1)).slice(0, limit);
  return productCards(
    pb,
    newest.map(({ id }) => id),
  );
}

/** A model as an example of its store. */
export interface Sample {
  id: string;
  name: string;
  picture: string;
}

/** The newest listed models of each of these stores, at most `each`, by store. */
export async function samplesOfStores(
  pb: PocketBase,
  storeIds: readonly string[],
  each: number,
  mature = false,
): Promise<Map<string, Sample[]>> {
  // One small query for each store reads a few rows of an index; one for all of them would sort every model they have.
  const lists = await Promise.all(
    storeIds.filter(isRecordId).map(async (store) => {
      const { items } = await pb
        .collection('products')
        .getList<Pick<ProductsRecord, 'id' | 'name' | 'images'>>(1, each, {
          filter: pb.filter(`store = {:store} && state = 'published'${mature ? '' : ' && mature = false'}`, {
            store,
          }),
          sort: '-publishedAt,-id',
          fields: 'id,name,images',
          skipTotal: true,
        });
      const samples = items.map(({ id, name, images }) => ({ id, name, picture: images[0] ?? '' }));
      return [store, samples] as const;
    }),
  );
  return new Map(lists);
}

export interface StorePage {
  page: number;
  perPage: number;
  /** A shelf's id. */
  shelf?: string;
  /** Whether to include models marked mature. */
  mature?: boolean;
}

/** One page (from 1) of a visible store's listed products, newest first, and their total number. */
export async function productsOfStore(
  pb: PocketBase,
  storeId: string,
  { page, perPage, shelf, mature = false }: StorePage,
): Promise<{ cards: ProductCard[]; total: number }> {
  const filters = [pb.filter('store = {:storeId}', { storeId }), listed(mature)];
  if (shelf !== undefined) filters.push(pb.filter('shelves.id ?= {:shelf}', { shelf }));
  const list = await pb.collection('products').getList<ProductExpanded>(page, perPage, {
    filter: filters.join(' && '),
    sort: '-publishedAt,-id',
    ...CARD,
  });
  return { cards: list.items.flatMap(cardOf), total: list.totalItems };
}

/** A store's listed products among `ids`, in the order of `ids`. */
export async function listedProductsOfStore(
  pb: PocketBase,
  storeId: string,
  ids: readonly string[],
  mature = false,
): Promise<ProductCard[]> {
  if (ids.length === 0) return [];
  const ofStore = `${pb.filter('store = {:storeId}', { storeId })} && ${listed(mature)}`;
  const found = new Map<string, ProductCard>();
  for (const part of partsOf(ids))
    for (const card of await cardsAmong(pb, part, ofStore)) found.set(card.id, card);
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Listed products related to this one: first from its category, then from its store. */
export async function relatedProducts(
  pb: PocketBase,
  product: Product,
  limit: number,
  mature = false,
): Promise<ProductCard[]> {
  const { id, category, store } = product;
  const [alike, siblings] = await Promise.all([
    category
      ? cards(
          pb,
          pb.filter(`category = {:category} && id != {:id} && ${listed(mature)}`, {
            category: category.id,
            id,
          }),
          limit,
        )
      : [],
    cards(
      pb,
      pb.filter(`store = {:store} && id != {:id} && ${listed(mature)}`, { store: store.id, id }),
      limit,
    ),
  ]);
  const seen = new Map([...alike, ...siblings].map((card) => [card.id, card]));
  return [...seen.values()].slice(0, limit);
}

/** A listed product, and when it or its store last changed. */
export type FeedProduct = ListedProduct & { changedAt: Instant };

/** The newest listed products that are not mature, newest first; of one store if `storeId` is given. */
export async function newestForFeed(pb: PocketBase, limit: number, storeId?: string): Promise<FeedProduct[]> {
  const ofStore = storeId === undefined ? '' : `${pb.filter('store = {:storeId}', { storeId })} && `;
  const list = await pb.collection('products').getList<ProductExpanded>(1, limit, {
    filter: `${ofStore}${LISTED} && ${FOR_ALL}`,
    sort: '-publishedAt,-id',
    expand: EXPAND,
    skipTotal: true,
  });
  return list.items.flatMap((record) => {
    const storeChangedAt = instantOf(record.expand?.store?.updated ?? '') ?? 0;
    return listedOf(record).map((product) => ({
      ...product,
      changedAt: Math.max(product.updatedAt, storeChangedAt),
    }));
  });
}

/** Whether the pictures of this product are public. */
export async function productIsPublic(pb: PocketBase, id: string): Promise<boolean> {
  if (!isRecordId(id)) return false;
  const found = await orNull(
    pb
      .collection('products')
      .getFirstListItem(pb.filter(`id = {:id} && ${VISIBLE}`, { id }), { fields: 'id' }),
  );
  return found !== null;
}

/**
 * Cards of the listed products among a part of ids, in no particular order. A sort would be worse than useless: until
 * the database has statistics it walks all products in that order and looks for the ids.
 */
async function cardsAmong(
  pb: PocketBase,
  part: readonly string[],
  condition = LISTED,
): Promise<ProductCard[]> {
  const list = await pb.collection('products').getList<ProductExpanded>(1, part.length, {
    filter: `${anyOf(pb, 'id', part)} && ${condition}`,
    ...CARD,
    skipTotal: true,
  });
  return list.items.flatMap(cardOf);
}

/** The newest products that match. */
async function cards(pb: PocketBase, filter: string, limit: number): Promise<ProductCard[]> {
  const list = await pb.collection('products').getList<ProductExpanded>(1, limit, {
    filter,
    sort: '-publishedAt,-id',
    ...CARD,
    skipTotal: true,
  });
  return list.items.flatMap(cardOf);
}

async function filesOf(pb: PocketBase, productId: string): Promise<ProductFile[]> {
  const list = await pb.collection('product_files').getFullList<ProductFilesRecord>({
    filter: pb.filter('product = {:productId}', { productId }),
    sort: 'position,name',
  });
  return list.map(fileOf);
}
