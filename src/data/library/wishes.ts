import type PocketBase from 'pocketbase';
import { priceNow } from '../../domain/catalogue/product.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { WISHES_MAX, type Wish, type WishRefusal } from '../../domain/library/wish.ts';
import { productCards } from '../catalogue/product-cards.ts';
import { publishedProduct } from '../catalogue/products.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { isRecordId, NEW_ID_SQL } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { flag, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';
import { type Occasion, people, withNotification } from '../notifications/notifications.ts';

const w = tables.wishes.as('w');
const u = tables.users.as('u');
const p = tables.products.as('p');
const s = tables.stores.as('s');

/** Whether the user of a wish `w` owns its product by now. */
const IS_OWNED = sql`EXISTS (SELECT 1 FROM entitlements e
  WHERE e.[[user]] = w.[[user]] AND e.product = w.product AND e.revokedAt = '')`;

const WISHED = shape({ productId: w.product });
const WISH = shape({
  productId: w.product,
  name: p.name.or(''),
  // 0 means a free product, or a wish from before prices were stored: no price to compare with.
  seenCents: w.seenCents.orNull,
  wishedAt: w.created,
});
const ON_SALE = {
  id: w.id,
  userId: u.id,
  /** Whether the user owns the product by now. */
  owned: value(IS_OWNED, flag),
  product: {
    ...{ id: p.id, name: p.name, store: { id: s.id, slug: s.slug, name: s.name } },
    ...{ priceCents: p.priceCents, free: p.free, mainImage: p.images.as(([first = '']) => first) },
    mature: value(sql`p.mature OR s.mature`, flag),
  },
  sale: { percent: p.salePercent, from: p.saleFrom.or(0), to: p.saleTo.or(0) },
  alertedSale: w.alertedSale,
  /** `alertedSale` as stored, for compare-and-set. */
  storedAlertedSale: value(sql`w.alertedSale`, text),
};
const ON_SALE_ROW = shape(ON_SALE);

/** Which products on a user's wish list they own now. */
export async function ownedWishes(pb: PocketBase, userId: string): Promise<string[]> {
  const [wished] = await ask(
    pb,
    select(WISHED, sql`SELECT ${WISHED} FROM wishes w WHERE w.[[user]] = {:userId} AND ${IS_OWNED}`, {
      userId,
    }),
  );
  return wished.map(({ productId }) => productId);
}

/** A user's wish list, newest first. */
export async function wishesOf(pb: PocketBase, userId: string): Promise<Wish[]> {
  const [wished] = await ask(
    pb,
    select(
      WISH,
      sql`SELECT ${WISH} FROM wishes w LEFT JOIN products p ON p.id = w.product
        WHERE w.[[user]] = {:userId} ORDER BY w.created DESC, w.id`,
      { userId },
    ),
  );
  const cards = await productCards(
    pb,
    wished.map(({ productId }) => productId),
  );
  const cardOf = new Map(cards.map((card) => [card.id, card]));
  return wished.map((wish) => ({ ...wish, card: cardOf.get(wish.productId) ?? null }));
}

/** Whether a product is on a user's wish list. */
export async function hasWish(pb: PocketBase, userId: string, productId: string): Promise<boolean> {
  if (!isRecordId(productId)) return false;
  const [wished] = await ask(
    pb,
    select(
      WISHED,
      sql`SELECT ${WISHED} FROM wishes w WHERE w.[[user]] = {:userId} AND w.product = {:productId}`,
      { userId, productId },
    ),
  );
  return wished.length > 0;
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
export type WishOnSale = RowOf<typeof ON_SALE>;

/** Wishes of one question. */
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
  const [found] = await ask(
    pb,
    select(
      ON_SALE_ROW,
      sql`SELECT ${ON_SALE_ROW} FROM wishes w CROSS JOIN users u ON u.id = w.[[user]]
          CROSS JOIN products p ON p.id = w.product CROSS JOIN stores s ON s.id = p.store
        WHERE w.id > {:cursor} AND u.verified = TRUE AND p.state = 'published' AND p.free = FALSE AND s.state = 'open'
          AND p.salePercent > 0 AND p.saleFrom <> '' AND p.saleFrom <= {:now} AND p.saleTo > {:now}
          AND (w.alertedSale = '' OR w.alertedSale < p.saleFrom)
        ORDER BY w.id LIMIT {:limit}`,
      { cursor, now: dateOf(now), limit: WISHES_PER_QUERY },
    ),
  );
  const last = found.at(-1);
  return { wishes: found, next: found.length === WISHES_PER_QUERY && last ? last.id : null };
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
