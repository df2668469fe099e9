import type PocketBase from 'pocketbase';
import type { FileRole, Product, ProductState } from '../../domain/catalogue/product.ts';
import type { ProductText } from '../../domain/catalogue/product-editing.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { BusinessAccountState } from '../../domain/payments/business-account.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf, orAbsent, textsOf } from '../kernel/fields.ts';
import { isRecordId, NEW_ID_SQL } from '../kernel/record-id.ts';
import type { ProductChangesRecord, ProductsRecord } from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import { accountOfStore } from '../payments/business-accounts.ts';
import { fieldsOfText } from './product-fields.ts';
import { productById } from './products.ts';
import { countShelves } from './shelves.ts';

/** The seller's own products: found by the store they belong to, changed under guard. */

/** What was said about a version of the files. */
export interface ProductChange {
  version: number;
  note: string;
  at: Instant;
}

/** A product as its seller sees it. */
export interface SellerProduct {
  product: Product;
  /** When it shall appear, and the time zone it was said in. */
  publishAt: Instant | null;
  timeZone: string;
  changes: ProductChange[];
  /** Whether anybody owns it; its files can then be taken out, but not lost. */
  isOwned: boolean;
  /** How far the store's business account has come: nothing with a price is sold before it is active. */
  account: BusinessAccountState;
}

/** A row of the product list. */
export interface SellerProductRow {
  id: string;
  name: string;
  state: ProductState;
  priceCents: number;
  free: boolean;
  salePercent: number;
  saleFrom: Instant | null;
  saleTo: Instant | null;
  mainImage: string | null;
  tags: string[];
  shelves: string[];
  publishAt: Instant | null;
  updatedAt: Instant;
}

export const SELLER_PRODUCT_SORTS = {
  newest: '-created,-id',
  changed: '-updated,-id',
  name: 'name,id',
  price: 'priceCents,id',
  popular: '-popularity,-id',
} as const;
export type SellerProductSort = keyof typeof SELLER_PRODUCT_SORTS;

/** One page (from 1) of a store's products; archived ones only where they are asked for. */
export async function sellerProducts(
  pb: PocketBase,
  storeId: string,
  asked: {
    page: number;
    perPage: number;
    text: string;
    state: ProductState | null;
    shelf: string | null;
    sort: SellerProductSort;
  },
): Promise<{ rows: SellerProductRow[]; total: number }> {
  const filters = [pb.filter('store = {:storeId}', { storeId })];
  filters.push(asked.state ? pb.filter('state = {:state}', { state: asked.state }) : "state != 'archived'");
  if (asked.shelf) filters.push(pb.filter('shelves.id ?= {:shelf}', { shelf: asked.shelf }));
  for (const word of asked.text
    .split(/\s+/)
    .filter((part) => part !== '')
    .slice(0, 8))
    filters.push(pb.filter('(name ~ {:word} || tags ~ {:word})', { word }));
  const list = await pb.collection('products').getList<ProductsRecord>(asked.page, asked.perPage, {
    filter: filters.join(' && '),
    sort: SELLER_PRODUCT_SORTS[asked.sort],
  });
  return { rows: list.items.map(rowOf), total: list.totalItems };
}

/** A product of this store with everything its editor shows; null where the store has none of this id. */
export async function sellerProduct(pb: PocketBase, storeId: string, id: string): Promise<SellerProduct | null> {
  if (!isRecordId(id)) return null;
  const product = await productById(pb, id);
  if (product?.store.id !== storeId) return null;
  const [record, changes, owner, business] = await Promise.all([
    pb
      .collection('products')
      .getOne<Pick<ProductsRecord, 'publishAt' | 'timeZone'>>(id, { fields: 'publishAt,timeZone' }),
    pb.collection('product_changes').getFullList<ProductChangesRecord>({
      filter: pb.filter('product = {:id}', { id }),
      sort: '-version',
    }),
    orNull(
      pb
        .collection('entitlements')
        .getFirstListItem<{ id: string }>(pb.filter('product = {:id}', { id }), { fields: 'id' }),
    ),
    accountOfStore(pb, storeId),
  ]);
  return {
    product,
    publishAt: instantOf(record.publishAt),
    timeZone: record.timeZone,
    changes: changes.map(({ version, note, created }) => ({ version, note, at: instantOf(created) ?? 0 })),
    isOwned: owner !== null,
    account: business?.account.state ?? 'none',
  };
}

/** What stands in the way of a change: somebody else, or the same person in another tab, was faster. */
export type EditRefusal = 'changed-meanwhile';

/** The guard of every change: the product is still as it was seen. */
function withUnchangedCheck(steps: Transaction, product: Product, now: Instant): Transaction {
  return steps.exec(
    sql`UPDATE products SET updated = {:now} WHERE id = {:id} AND updated = {:seen}`,
    { id: product.id, seen: dateOf(product.updatedAt), now: dateOf(now) },
    { expect: 1, else: 'changed-meanwhile' },
  );
}

/** Keeps what a seller wrote; of a listed product the shelves' counters follow. */
export async function changeProductText(
  pb: PocketBase,
  product: Product,
  text: Partial<ProductText>,
  now: Instant,
): Promise<EditRefusal | null> {
  return refusalOf(withText(transaction(pb), product, text, now), ['changed-meanwhile']);
}

/** Adds the steps that keep what a seller wrote, refused as `changed-meanwhile` where the product is no longer as seen. */
export function withText(
  steps: Transaction,
  product: Product,
  text: Partial<ProductText>,
  now: Instant,
): Transaction {
  withUnchangedCheck(steps, product, now).update('products', product.id, fieldsOfText(text));
  return text.shelves ? countShelves(steps, product.store.id, [...product.shelves, ...text.shelves]) : steps;
}

/** What may be said of a product that is led somewhere, beside where to; what is left out is emptied, publishedAt kept. */
export interface StateChange {
  schedule?: { publishAt: Instant; timeZone: string } | null;
  publishedAt?: Instant;
}

/**
 * Leads a product out of the shop window, or to where it waits; store and shelves count along. Into the window leads
 * `markPublished` alone.
 */
export async function changeProductState(
  pb: PocketBase,
  product: Product,
  to: Exclude<ProductState, 'published' | 'suspended'>,
  now: Instant,
  { schedule = null, publishedAt }: StateChange = {},
): Promise<EditRefusal | null> {
  const steps = withUnchangedCheck(transaction(pb), product, now).exec(
    sql`UPDATE products SET state = {:to}, publishAt = {:publishAt}, timeZone = {:timeZone}, publishedAt = {:publishedAt}
      WHERE id = {:id}`,
    {
      id: product.id,
      to,
      publishAt: dateOf(schedule?.publishAt ?? null),
      timeZone: schedule?.timeZone ?? '',
      publishedAt: dateOf(publishedAt ?? product.publishedAt),
    },
  );
  if (product.state === 'published') {
    steps.exec(sql`UPDATE stores SET productCount = max(0, productCount - 1) WHERE id = {:id}`, {
      id: product.store.id,
    });
    countShelves(steps, product.store.id, product.shelves);
  }
  return refusalOf(steps, ['changed-meanwhile']);
}

/** Ids of scheduled products whose moment has come, with that moment, the earliest first. */
export async function productsDue(pb: PocketBase, now: Instant): Promise<{ id: string; at: Instant }[]> {
  const list = await pb.collection('products').getFullList<Pick<ProductsRecord, 'id' | 'publishAt'>>({
    filter: pb.filter("state = 'scheduled' && publishAt != '' && publishAt <= {:now}", { now: dateOf(now) }),
    sort: 'publishAt',
    fields: 'id,publishAt',
  });
  return list.map(({ id, publishAt }) => ({ id, at: instantOf(publishAt) ?? now }));
}

/** Keeps only these pictures, in this order, the first as the main one, each with what it shows. */
export async function arrangePictures(
  pb: PocketBase,
  product: Product,
  pictures: { file: string; alt: string }[],
  now: Instant,
): Promise<EditRefusal | null> {
  const steps = withUnchangedCheck(transaction(pb), product, now).update('products', product.id, {
    images: pictures.map(({ file }) => file),
    imageAlts: pictures.map(({ alt }) => alt),
  });
  return refusalOf(steps, ['changed-meanwhile']);
}

/** Changes how files are listed: their order is the order given. Files that are not named stay behind them. */
export async function arrangeFiles(
  pb: PocketBase,
  product: Product,
  files: { id: string; name: string; role: FileRole; scale: string | null; part: string | null }[],
  now: Instant,
): Promise<EditRefusal | null> {
  const steps = withUnchangedCheck(transaction(pb), product, now);
  files.forEach(({ id, name, role, scale, part }, position) => {
    steps.update('product_files', id, { name, role, scale: scale ?? '', part: part ?? '', position });
  });
  return refusalOf(steps, ['changed-meanwhile']);
}

/** Takes a file out of a product: for good where nobody owns the product, else only out of what new buyers get. */
export async function takeOutFile(
  pb: PocketBase,
  { product, isOwned }: SellerProduct,
  fileId: string,
  now: Instant,
): Promise<EditRefusal | null> {
  const steps = withUnchangedCheck(transaction(pb), product, now);
  if (isOwned)
    steps.exec(sql`UPDATE product_files SET retiredAt = {:now}, updated = {:now} WHERE id = {:fileId}`, {
      fileId,
      now: dateOf(now),
    });
  else
    steps.exec(
      sql`DELETE FROM product_files WHERE id = {:fileId}
        AND NOT EXISTS (SELECT 1 FROM entitlements WHERE product = {:id})`,
      { fileId, id: product.id },
      { expect: 1, else: 'changed-meanwhile' },
    );
  return refusalOf(steps, ['changed-meanwhile']);
}

/** Says what changed with a version of the files; said again, the later words stand. */
export async function recordProductChange(
  pb: PocketBase,
  productId: string,
  version: number,
  note: string,
  now: Instant,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`INSERT INTO product_changes (id, product, version, note, created)
        VALUES (${NEW_ID_SQL}, {:productId}, {:version}, {:note}, {:now})
        ON CONFLICT (product, version) DO UPDATE SET note = {:note}`,
      { productId, version, note, now: dateOf(now) },
    )
    .run();
}

function rowOf(record: ProductsRecord): SellerProductRow {
  return {
    id: record.id,
    name: record.name,
    state: record.state === '' ? 'draft' : record.state,
    priceCents: record.priceCents,
    free: record.free,
    salePercent: record.salePercent,
    saleFrom: instantOf(record.saleFrom),
    saleTo: instantOf(record.saleTo),
    mainImage: orAbsent(record.images[0] ?? ''),
    tags: textsOf(record.tags),
    shelves: record.shelves,
    publishAt: instantOf(record.publishAt),
    updatedAt: instantOf(record.updated) ?? 0,
  };
}
