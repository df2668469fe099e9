import type PocketBase from 'pocketbase';
import { MATURE_CONTENT } from '../../domain/catalogue/mature-content.ts';
import { type Licence, productIsVisible } from '../../domain/catalogue/product.ts';
import { storeIsVisible, storeSells } from '../../domain/catalogue/store.ts';
import type { Coupon } from '../../domain/commerce/coupon.ts';
import type { Offer } from '../../domain/commerce/offer.ts';
import { mayTakeMoney } from '../../domain/payments/business-account.ts';
import { openPriceIn, saleIn } from '../catalogue/product-parts.ts';
import { ask, select } from '../kernel/query.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { settingNow } from '../kernel/site-settings.ts';
import { sql } from '../kernel/sql.ts';
import { flag, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';

/** Input for pricing a cart: products as offered now, and the coupons of their stores. */

/** An offered product with the licences a buyer gets. */
export type LicensedOffer = Offer & { licences: Licence[] };

const p = tables.products.as('p');
const s = tables.stores.as('s');
const b = tables.businessAccounts.as('b');
const w = tables.preOrders.as('w');
const c = tables.coupons.as('c');
const u = tables.couponUses.as('u');
const e = tables.entitlements.as('e');

const OF_OFFER = {
  offered: {
    id: p.id,
    name: p.name,
    picture: value(sql`coalesce(p.images ->> '$[0]', '')`, text),
    storeId: s.id,
    storeName: s.name,
    sellerId: s.owner,
    shelfIds: p.shelves,
    priceCents: p.priceCents,
    free: p.free,
    openPrice: openPriceIn(p),
    sale: saleIn(p),
    licences: p.licences,
  },
  isMature: value(sql`p.mature OR s.mature`, flag),
  state: p.state,
  storeState: s.state,
  accountState: b.state.or('none'),
  promisedDay: w.promisedDay.or(null),
};
const OFFER = shape(OF_OFFER);
const STORE = shape({ storeId: p.store });

/** A coupon `c`. */
export const COUPON = shape({
  id: c.id,
  storeId: c.store,
  code: c.code,
  percent: c.percent.orNull,
  fixedCents: c.fixedCents.orNull,
  from: c.from,
  to: c.to,
  minimumCents: c.minimumCents,
  maxUses: c.maxUses.orNull,
  maxUsesPerBuyer: c.maxUsesPerBuyer.orNull,
  uses: c.uses,
  scope: c.scope,
  productIds: c.products,
  shelfIds: c.shelves,
  off: c.off,
});

const COUPON_USE = shape({ couponId: u.coupon, orderId: u.order, state: u.state });
const OWNED = shape({ productId: e.product });

/** The products with these ids, in any state, by id; each says whether it is visible and can be bought. */
export async function offersByIds(
  pb: PocketBase,
  ids: readonly string[],
): Promise<Map<string, LicensedOffer>> {
  const [[rows], mature] = await Promise.all([ask(pb, offersQuery(ids)), settingNow(pb, MATURE_CONTENT)]);
  return new Map(rows.map((row) => [row.offered.id, offerOf(row, mature.isShown)]));
}

const offersQuery = (ids: readonly string[]) =>
  select(
    OFFER,
    sql`SELECT ${OFFER}
      FROM products p JOIN stores s ON s.id = p.store LEFT JOIN business_accounts b ON b.store = s.id
        LEFT JOIN pre_orders w ON w.product = p.id AND w.state = 'open'
      WHERE p.id IN (SELECT value FROM json_each({:ids})) ORDER BY p.id`,
    { ids },
  );

/** @param allowsMature whether the site offers mature models at all. */
function offerOf(row: RowOf<typeof OF_OFFER>, allowsMature: boolean): LicensedOffer {
  const { offered, state, storeState, accountState, promisedDay } = row;
  return {
    ...offered,
    ...(promisedDay !== null && { promisedDay }),
    visible: productIsVisible(state) && storeIsVisible(storeState) && (allowsMature || !row.isMature),
    selling: storeSells(storeState) && (offered.free || mayTakeMoney(accountState)),
  };
}

/** The stores of these products, in any state. */
export async function storeIdsOfProducts(pb: PocketBase, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const [rows] = await ask(
    pb,
    select(
      STORE,
      sql`SELECT DISTINCT ${STORE} FROM products p WHERE p.id IN (SELECT value FROM json_each({:ids}))`,
      { ids },
    ),
  );
  return rows.map(({ storeId }) => storeId);
}

/** Coupons of these stores with one of these codes, in any state. */
export async function couponsByCodes(
  pb: PocketBase,
  codes: readonly string[],
  storeIds: readonly string[],
): Promise<Coupon[]> {
  if (codes.length === 0 || storeIds.length === 0) return [];
  const [found] = await ask(
    pb,
    select(
      COUPON,
      sql`SELECT ${COUPON} FROM coupons c WHERE c.store IN (SELECT value FROM json_each({:storeIds}))
        AND c.code IN (SELECT value FROM json_each({:codes})) ORDER BY c.id`,
      { storeIds, codes },
    ),
  );
  return found;
}

/** How often a buyer used each of these coupons, and how often their pending orders hold it. */
export async function couponUsesOfBuyer(
  pb: PocketBase,
  buyerId: string,
  couponIds: readonly string[],
): Promise<{ used: Map<string, number>; held: Map<string, number>; heldBy: string[] }> {
  const used = new Map<string, number>();
  const held = new Map<string, number>();
  const heldBy = new Set<string>();
  if (couponIds.length === 0) return { used, held, heldBy: [] };
  const [uses] = await ask(
    pb,
    select(
      COUPON_USE,
      sql`SELECT ${COUPON_USE} FROM coupon_uses u WHERE u.coupon IN (SELECT value FROM json_each({:couponIds}))
        AND u.buyer = {:buyerId} AND u.state <> 'returned'`,
      { couponIds, buyerId },
    ),
  );
  for (const { couponId, orderId, state } of uses) {
    const counted = state === 'used' ? used : held;
    counted.set(couponId, (counted.get(couponId) ?? 0) + 1);
    if (state === 'held') heldBy.add(orderId);
  }
  return { used, held, heldBy: [...heldBy] };
}

/** Which of these products the user owns by an entitlement that is not revoked. */
export async function ownedProductIds(
  pb: PocketBase,
  userId: string,
  productIds: readonly string[],
): Promise<Set<string>> {
  const [rows] = await ask(
    pb,
    select(
      OWNED,
      sql`SELECT DISTINCT ${OWNED} FROM entitlements e WHERE e.[[user]] = {:userId} AND e.revokedAt = ''
        AND e.product IN (SELECT value FROM json_each({:productIds}))`,
      { userId, productIds },
    ),
  );
  return new Set(rows.map(({ productId }) => productId));
}
