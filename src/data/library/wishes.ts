import type PocketBase from 'pocketbase';
import { type ProductCard, priceNow, type Sale } from '../../domain/catalogue/product.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { WISHES_MAX, type Wish, type WishRefusal } from '../../domain/library/wish.ts';
import { productCards } from '../catalogue/product-cards.ts';
import { saleOf } from '../catalogue/product-fields.ts';
import { publishedProduct } from '../catalogue/products.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { isRecordId, NEW_ID_SQL } from '../kernel/record-id.ts';
import type { ProductsRecord, StoresRecord, UsersRecord, WishesRecord } from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';
import { type Occasion, people, withNotification } from '../notifications/notifications.ts';

/** Which products on a user's wish list they own now. */
export async function ownedWishes(pb: PocketBase, userId: string): Promise<string[]> {
  const [rows] = await ask(
    pb,
    query<{ product: string }>(
      sql`SELECT w.product FROM wishes w WHERE w.[[user]] = {:userId} AND EXISTS (SELECT 1 FROM entitlements e
        WHERE e.[[user]] = {:userId} AND e.product = w.product AND e.revokedAt = '')`,
      { userId },
      ['product'],
    ),
  );
  return rows.map(({ product }) => product);
}

/** A user's wish list, newest first. */
export async function wishesOf(pb: PocketBase, userId: string): Promise<Wish[]> {
  const records = await pb
    .collection('wishes')
    .getFullList<WishesRecord & { expand?: { product?: ProductsRecord } }>({
      filter: pb.filter('user = {:userId}', { userId }),
      sort: '-created,id',
      expand: 'product',
    });
  const cards = await productCards(
    pb,
    records.map(({ product }) => product),
  );
  const cardOf = new Map(cards.map((card) => [card.id, card]));
  return records.map((record) => ({
    productId: record.product,
    name: record.expand?.product?.name ?? '',
    card: cardOf.get(record.product) ?? null,
    // 0 means a free product, or a wish from before prices were stored: no price to compare with.
    seenCents: record.seenCents > 0 ? record.seenCents : null,
    wishedAt: instantOf(record.created) ?? 0,
  }));
}

/** Whether a product is on a user's wish list. */
export async function hasWish(pb: PocketBase, userId: string, productId: string): Promise<boolean> {
  if (!isRecordId(productId)) return false;
  const filter = pb.filter('user = {:userId} && product = {:productId}', { userId, productId });
  return (await orNull(pb.collection('wishes').getFirstListItem(filter, { fields: 'id' }))) !== null;
}

/**
 * Adds a product to a user's wish list; idempotent. A sale that is running now is not alerted later.
 * @param wishedAt its position in the list: an earlier time restores a wish that was removed by mistake.
 */
export async function addWish(
  pb: PocketBase,
  userId: string,
  productId: string,
  at: Instant,
  wishedAt: Instant = at,
): Promise<WishRefusal | null> {
  const product = await publishedProduct(pb, productId);
  if (!product) return 'unknown';
  const { payCents, percentOff } = priceNow(product, at);
  const steps = transaction(pb).exec(
    sql`INSERT INTO wishes (id, [[user]], product, seenCents, alertedSale, created, updated)
      SELECT ${NEW_ID_SQL}, {:userId}, {:productId}, {:payCents}, {:sale}, {:wishedAt}, {:now}
      WHERE (SELECT count(*) FROM wishes WHERE [[user]] = {:userId} AND product != {:productId}) < {:most}
      ON CONFLICT ([[user]], product) DO UPDATE SET updated = wishes.updated`,
    {
      userId,
      productId,
      payCents,
      sale: dateOf(percentOff === null ? null : (product.sale?.from ?? null)),
      most: WISHES_MAX,
      wishedAt: dateOf(Math.min(wishedAt, at)),
      now: dateOf(at),
    },
    { expect: 1, else: 'too-many' },
  );
  return refusalOf(steps, ['too-many']);
}

/** Removes a product from a user's wish list; no effect if it is not on it. */
export async function removeWish(pb: PocketBase, userId: string, productId: string): Promise<void> {
  await transaction(pb)
    .exec(sql`DELETE FROM wishes WHERE [[user]] = {:userId} AND product = {:productId}`, {
      userId,
      productId,
    })
    .run();
}

/** A wish whose product is on sale, and whom to notify. */
export interface WishOnSale {
  id: string;
  userId: string;
  /** Whether the user owns the product by now. */
  owned: boolean;
  product: Pick<ProductCard, 'id' | 'name' | 'store' | 'priceCents' | 'free' | 'mainImage' | 'mature'>;
  sale: Sale;
  alertedSale: Instant | null;
  /** `alertedSale` as stored, for compare-and-set. */
  storedAlertedSale: string;
}

/** Wishes per query. Each adds a term to the ownership filter, whose length is limited. */
const WISHES_PER_QUERY = 50;

/**
 * The next wishes after the id `cursor` ("" for the first), by id, whose product is on sale and whose user was not
 * alerted of that sale. Only users with a verified address. `next` is the next cursor, or null at the end.
 */
export async function wishesOnSaleAfter(
  pb: PocketBase,
  cursor: string,
  now: Instant,
): Promise<{ wishes: WishOnSale[]; next: string | null }> {
  const list = await pb.collection('wishes').getList<
    WishesRecord & {
      expand?: { user?: UsersRecord; product?: ProductsRecord & { expand?: { store?: StoresRecord } } };
    }
  >(1, WISHES_PER_QUERY, {
    filter: pb.filter(
      `id > {:cursor} && user.verified = true && product.state = 'published' && product.free = false
        && (product.store.state = 'open') && product.salePercent > 0
        && product.saleFrom <= {:now} && product.saleTo > {:now}
        && (alertedSale = '' || alertedSale < product.saleFrom)`,
      { cursor, now: dateOf(now) },
    ),
    sort: 'id',
    expand: 'user,product.store',
    skipTotal: true,
  });
  const owned = await ownedProductIds(pb, list.items);
  const wishes = list.items.flatMap((record): WishOnSale[] => {
    const { user, product } = record.expand ?? {};
    const store = product?.expand?.store;
    const sale = product && saleOf(product);
    if (!user || !product || !store || !sale) return [];
    return [
      {
        id: record.id,
        userId: user.id,
        owned: owned.has(`${user.id}:${product.id}`),
        product: {
          id: product.id,
          name: product.name,
          store: { id: store.id, slug: store.slug, name: store.name },
          priceCents: product.priceCents,
          free: product.free,
          mainImage: product.images[0] ?? '',
          mature: product.mature || store.mature,
        },
        sale,
        alertedSale: instantOf(record.alertedSale),
        storedAlertedSale: record.alertedSale,
      },
    ];
  });
  const last = list.items.at(-1);
  return { wishes, next: list.items.length === WISHES_PER_QUERY && last ? last.id : null };
}

/** Which of these wishes are owned by now, as "user:product" keys. */
async function ownedProductIds(
  pb: PocketBase,
  wishes: readonly Pick<WishesRecord, 'user' | 'product'>[],
): Promise<Set<string>> {
  if (wishes.length === 0) return new Set();
  const anyOf = wishes.map(({ user, product }) =>
    pb.filter('(user = {:user} && product = {:product})', { user, product }),
  );
  const grants = await pb.collection('entitlements').getFullList<{ user: string; product: string }>({
    filter: `revokedAt = '' && (${anyOf.join(' || ')})`,
    fields: 'user,product',
  });
  return new Set(grants.map(({ user, product }) => `${user}:${product}`));
}

/**
 * Marks a sale as alerted at a wish and notifies the user, in one transaction. Without an occasion it is only marked.
 * False if another process has marked it.
 */
export async function recordSaleAlert(
  pb: PocketBase,
  wish: WishOnSale,
  occasion: Occasion | null,
  now: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE wishes SET alertedSale = {:sale}, updated = {:now} WHERE id = {:id} AND alertedSale = {:before}`,
    { id: wish.id, before: wish.storedAlertedSale, sale: dateOf(wish.sale.from), now: dateOf(now) },
    { expect: 1, else: 'alerted' },
  );
  if (occasion) withNotification(steps, people([wish.userId]), occasion, now);
  return (await refusalOf(steps, ['alerted'])) === null;
}
