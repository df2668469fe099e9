import type PocketBase from 'pocketbase';
import { type ProductCard, priceNow, type Sale } from '../../domain/catalogue/product.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { WISHES_MAX, type Wish, type WishRefusal } from '../../domain/library/wish.ts';
import { saleOf } from '../catalogue/product-fields.ts';
import { productCards, publishedProduct } from '../catalogue/products.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { isRecordId, NEW_ID_SQL } from '../kernel/record-id.ts';
import type { ProductsRecord, StoresRecord, UsersRecord, WishesRecord } from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';
import { type Occasion, people, withNotification } from '../notifications/notifications.ts';

/** Everything a person wishes for, the newest first. */
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
    // 0 stands for a free product and for a wish made before prices were kept; both say nothing about a change.
    seenCents: record.seenCents > 0 ? record.seenCents : null,
    wishedAt: instantOf(record.created) ?? 0,
  }));
}

/** Whether a person wishes for this product. */
export async function hasWish(pb: PocketBase, userId: string, productId: string): Promise<boolean> {
  if (!isRecordId(productId)) return false;
  const filter = pb.filter('user = {:userId} && product = {:productId}', { userId, productId });
  return (await orNull(pb.collection('wishes').getFirstListItem(filter, { fields: 'id' }))) !== null;
}

/**
 * Puts a product on a person's wish list; twice is once. A sale that is on now is no news to him later.
 * @param wishedAt where it stands among the others: an earlier moment puts back what was taken off by mistake.
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

/** Takes a product off a person's wish list; where it is not on it, nothing happens. */
export async function removeWish(pb: PocketBase, userId: string, productId: string): Promise<void> {
  await transaction(pb)
    .exec(sql`DELETE FROM wishes WHERE [[user]] = {:userId} AND product = {:productId}`, {
      userId,
      productId,
    })
    .run();
}

/** A wish whose product is on sale, with whom to tell. */
export interface WishOnSale {
  id: string;
  userId: string;
  /** Whether he owns it by now. */
  owned: boolean;
  product: Pick<ProductCard, 'id' | 'name' | 'store' | 'priceCents' | 'free'>;
  sale: Sale;
  toldSale: Instant | null;
  /** As stored, for compare-and-set. */
  told: string;
}

/** Wishes looked at in one query: each asks for what its owner has, and a filter has a limit of its own. */
const WISHES_A_QUERY = 50;

/**
 * The next wishes after the id `cursor` ("" for the first), by id, whose product is on sale and whose owner was not told
 * of that sale. Only people whose address is verified. `next` is where to go on, or null at the end.
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
  >(1, WISHES_A_QUERY, {
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
        },
        sale,
        toldSale: instantOf(record.alertedSale),
        told: record.alertedSale,
      },
    ];
  });
  const last = list.items.at(-1);
  return { wishes, next: list.items.length === WISHES_A_QUERY && last ? last.id : null };
}

/** Which of these wishes came true: "user:product" of everything owned among them. */
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
 * Notes at a wish that its owner knows of the sale, and tells him, together. Without a word he is taken to know. False where
 * somebody noted it before.
 */
export async function noteSale(
  pb: PocketBase,
  wish: WishOnSale,
  occasion: Occasion | null,
  now: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE wishes SET alertedSale = {:sale}, updated = {:now} WHERE id = {:id} AND alertedSale = {:told}`,
    { id: wish.id, told: wish.told, sale: dateOf(wish.sale.from), now: dateOf(now) },
    { expect: 1, else: 'told' },
  );
  if (occasion) withNotification(steps, people([wish.userId]), occasion, now);
  return (await refusalOf(steps, ['told'])) === null;
}
