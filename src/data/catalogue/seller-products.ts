import type PocketBase from 'pocketbase';
import type { DeclaredOrigin } from '../../domain/catalogue/origin.ts';
import type { FileRole, Product, ProductState } from '../../domain/catalogue/product.ts';
import type { ProductText } from '../../domain/catalogue/product-editing.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { BusinessAccountState } from '../../domain/payments/business-account.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { isRecordId, NEW_ID_SQL } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { flag } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import { accountOfStore } from '../payments/business-accounts.ts';
import { newestChanges, type ProductChange } from './product-changes.ts';
import { fieldsOfText } from './product-fields.ts';
import { originIn } from './product-reviews.ts';
import { productById } from './products.ts';
import { countShelves } from './shelves.ts';

const p = tables.products.as('p');

const LISTED = { id: p.id, name: p.name, state: p.state, createdAt: p.created, updatedAt: p.updated };
const ROW = shape(LISTED);
const EDITED = shape({
  publishAt: p.publishAt,
  timeZone: p.timeZone,
  origin: originIn(p),
  reviewNote: p.reviewNote,
  /** A product keeps its entitlements when they are revoked. */
  isOwned: value(sql`EXISTS (SELECT 1 FROM entitlements e WHERE e.product = p.id)`, flag),
});
const DUE = shape({ id: p.id, at: p.publishAt.or(0) });

/** A seller's products: looked up within their store and changed only if unchanged since they were read. */

/** A product as shown in its seller's editor. */
export interface SellerProduct {
  product: Product;
  /** When it will be published, and the time zone the seller chose it in. */
  publishAt: Instant | null;
  timeZone: string;
  changes: ProductChange[];
  /** Whether a user owns it; its files can then be retired but not deleted. */
  isOwned: boolean;
  /** State of the store's business account; priced products are not sold before it is active. */
  account: BusinessAccountState;
  /** What the seller declared about its origin; null before the first publish. */
  origin: DeclaredOrigin | null;
  /** Why the marketplace's staff sent it back, as the seller reads it; "" where they did not. */
  reviewNote: string;
}

/** Products of a store in any state, the newest first, behind one of them. */
export async function sellerProductsAfter(
  pb: PocketBase,
  storeId: string,
  { after, limit }: { after: { at: Instant; id: string } | null; limit: number },
): Promise<RowOf<typeof LISTED>[]> {
  const { at, id } = after ?? LATEST;
  const [rows] = await ask(
    pb,
    select(
      ROW,
      sql`SELECT ${ROW} FROM products p WHERE p.store = {:storeId}
        AND (p.created, p.id) < ({:at}, {:id}) ORDER BY p.created DESC, p.id DESC LIMIT {:limit}`,
      { storeId, at: dateOf(at), id, limit },
    ),
  );
  return rows;
}

/** Later than any product. */
const LATEST = { at: 253_402_300_799_999, id: '' };

/** A product of this store with everything its editor shows; null if the store has no product with this id. */
export async function sellerProduct(
  pb: PocketBase,
  storeId: string,
  id: string,
): Promise<SellerProduct | null> {
  if (!isRecordId(id)) return null;
  const [product, [[edited]], changes, business] = await Promise.all([
    productById(pb, id),
    ask(pb, select(EDITED, sql`SELECT ${EDITED} FROM products p WHERE p.id = {:id}`, { id })),
    newestChanges(pb, id),
    accountOfStore(pb, storeId),
  ]);
  if (!edited || product?.store.id !== storeId) return null;
  return { product, ...edited, changes, account: business?.account.state ?? 'none' };
}

/** The product was changed in the meantime, perhaps in another tab. */
export type EditRefusal = 'changed-meanwhile';

/** Adds the step that guards every change: the product is still as it was read. */
function withUnchangedCheck(steps: Transaction, product: Product, now: Instant): Transaction {
  return steps.exec(
    sql`UPDATE products SET updated = {:now} WHERE id = {:id} AND updated = {:seen}`,
    { id: product.id, seen: dateOf(product.updatedAt), now: dateOf(now) },
    { expect: 1, else: 'changed-meanwhile' },
  );
}

/** Saves the seller's text and recounts the shelves involved. */
export async function changeProductText(
  pb: PocketBase,
  product: Product,
  text: Partial<ProductText>,
  now: Instant,
): Promise<EditRefusal | null> {
  return refusalOf(withProductText(transaction(pb), product, text, now), ['changed-meanwhile']);
}

/** Adds the steps that save the seller's text, refused as `changed-meanwhile` if the product changed since it was read. */
export function withProductText(
  steps: Transaction,
  product: Product,
  text: Partial<ProductText>,
  now: Instant,
): Transaction {
  withUnchangedCheck(steps, product, now).update('products', product.id, fieldsOfText(text));
  return text.shelves ? countShelves(steps, product.store.id, [...product.shelves, ...text.shelves]) : steps;
}

/** Options of a change of state. Without `schedule` the schedule is cleared; without `publishedAt` it stays. */
export interface ProductStateChange {
  schedule?: { publishAt: Instant; timeZone: string } | null;
  publishedAt?: Instant;
}

/**
 * Changes a product's state and updates the counters of its store and shelves. Publishing is done by `markPublished`
 * only.
 */
export async function changeProductState(
  pb: PocketBase,
  product: Product,
  to: Exclude<ProductState, 'published' | 'suspended' | 'in-review'>,
  now: Instant,
  { schedule = null, publishedAt }: ProductStateChange = {},
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

/** Ids of scheduled products that are due, with their publication time, the earliest first. */
export async function undeliveredProducts(
  pb: PocketBase,
  now: Instant,
): Promise<{ id: string; at: Instant }[]> {
  const [due] = await ask(
    pb,
    select(
      DUE,
      sql`SELECT ${DUE} FROM products p
        WHERE p.state = 'scheduled' AND p.publishAt <> '' AND p.publishAt <= {:now} ORDER BY p.publishAt`,
      { now: dateOf(now) },
    ),
  );
  return due;
}

/** Sets the product's pictures and their alt texts, in this order; others are removed. The first is the main image. */
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

/** Updates the given files and their order; files not given come after them. */
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

/** Removes a file from a product: deletes it if no user owns the product, else retires it for new buyers. */
export async function takeOutFile(
  pb: PocketBase,
  { product, isOwned }: SellerProduct,
  fileId: string,
  now: Instant,
): Promise<EditRefusal | null> {
  const steps = withUnchangedCheck(transaction(pb), product, now);
  return refusalOf(withFilesTakenOut(steps, { product, isOwned }, [fileId], now), ['changed-meanwhile']);
}

/** Adds the step that removes files, refused as `changed-meanwhile` where somebody has come to own the product. */
export function withFilesTakenOut(
  steps: Transaction,
  { product, isOwned }: Pick<SellerProduct, 'product' | 'isOwned'>,
  fileIds: readonly string[],
  now: Instant,
): Transaction {
  const guard = { expect: fileIds.length, else: 'changed-meanwhile' };
  const these = { id: product.id, fileIds: JSON.stringify(fileIds) };
  if (isOwned)
    return steps.exec(
      sql`UPDATE product_files SET retiredAt = {:now}, updated = {:now}
        WHERE product = {:id} AND id IN (SELECT value FROM json_each({:fileIds}))`,
      { ...these, now: dateOf(now) },
      guard,
    );
  return steps.exec(
    sql`DELETE FROM product_files WHERE product = {:id} AND id IN (SELECT value FROM json_each({:fileIds}))
      AND NOT EXISTS (SELECT 1 FROM entitlements WHERE product = {:id})`,
    these,
    guard,
  );
}

/** Adds the step that records the change note of a version of the files, replacing an earlier one. */
export function withProductChange(
  steps: Transaction,
  productId: string,
  version: number,
  note: string,
  now: Instant,
): Transaction {
  return steps.exec(
    sql`INSERT INTO product_changes (id, product, version, note, created)
      VALUES (${NEW_ID_SQL}, {:productId}, {:version}, {:note}, {:now})
      ON CONFLICT (product, version) DO UPDATE SET note = {:note}`,
    { productId, version, note, now: dateOf(now) },
  );
}
