import type PocketBase from 'pocketbase';
import type { Product, ProductFile } from '../../domain/catalogue/product.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { orNull } from '../kernel/client.ts';
import { instantOf } from '../kernel/fields.ts';
import { isRecordId } from '../kernel/record-id.ts';
import type { ProductFilesRecord } from '../kernel/records.ts';
import { fileOf, type ListedProduct, listedOf, type ProductExpanded, productOf } from './product-fields.ts';
import { visibleProduct } from './product-row.ts';

const STORE_IS_VISIBLE = "(store.state = 'open' || store.state = 'vacation')";
/** The filter of products that the public may see. */
export const VISIBLE = `(state = 'published' || state = 'unlisted') && ${STORE_IS_VISIBLE}`;
/** Excludes models marked mature, which are only shown to visitors who opted in. */
const FOR_ALL = 'mature = false && store.mature = false';
const LISTED = `state = 'published' && ${STORE_IS_VISIBLE}`;
const EXPAND = 'store,category.parent';
const EXPAND_PREVIEW = `${EXPAND},previews_via_product,pre_orders_via_product`;
/** A publicly visible product with its current files; null if there is none. */
export async function publishedProduct(pb: PocketBase, id: string): Promise<Product | null> {
  if (!isRecordId(id)) return null;
  return visibleProduct(pb, id);
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

async function filesOf(pb: PocketBase, productId: string): Promise<ProductFile[]> {
  const list = await pb.collection('product_files').getFullList<ProductFilesRecord>({
    filter: pb.filter('product = {:productId}', { productId }),
    sort: 'position,name',
  });
  return list.map(fileOf);
}
