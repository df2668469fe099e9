import type PocketBase from 'pocketbase';
import { MATURE_CONTENT } from '../../domain/catalogue/mature-content.ts';
import { type Licence, productIsVisible } from '../../domain/catalogue/product.ts';
import { storeIsVisible, storeSells } from '../../domain/catalogue/store.ts';
import type { Coupon } from '../../domain/commerce/coupon.ts';
import type { Offer } from '../../domain/commerce/offer.ts';
import { mayTakeMoney } from '../../domain/payments/business-account.ts';
import { openPriceOf, saleOf } from '../catalogue/product-fields.ts';
import { anyOf, partsOf } from '../kernel/any-of.ts';
import { instantOf, orAbsent, textsIn } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import type {
  BusinessAccountsRecord,
  CouponsRecord,
  CouponUsesRecord,
  ProductsRecord,
  StoresRecord,
} from '../kernel/records.ts';
import { settingNow } from '../kernel/site-settings.ts';
import { sql } from '../kernel/sql.ts';

/** Input for pricing a cart: products as offered now, and the coupons of their stores. */

/** An offered product with the licences a buyer gets. */
export type LicensedOffer = Offer & { licences: Licence[] };

/** The products with these ids, in any state, by id; each says whether it is visible and can be bought. */
export async function offersByIds(
  pb: PocketBase,
  ids: readonly string[],
): Promise<Map<string, LicensedOffer>> {
  const [[rows], mature] = await Promise.all([ask(pb, offersQuery(ids)), settingNow(pb, MATURE_CONTENT)]);
  return new Map(rows.map((row) => [row.id, offerOf(row, mature.isShown)]));
}

const offersQuery = (ids: readonly string[]) =>
  query<OfferRow>(
    sql`SELECT p.id AS id, p.name AS name, p.mature OR s.mature AS mature, coalesce(p.images ->> '$[0]', '') AS picture, p.shelves AS shelves,
          p.priceCents AS priceCents, p.free AS free, p.openPrice AS openPrice, p.suggestedCents AS suggestedCents, p.salePercent AS salePercent, p.saleFrom AS saleFrom,
          p.saleTo AS saleTo, p.licences AS licences, p.state AS state, s.id AS storeId, s.name AS storeName,
          s.owner AS sellerId, s.state AS storeState, coalesce(b.state, '') AS accountState,
          coalesce(w.promisedDay, '') AS promisedDay
        FROM products p JOIN stores s ON s.id = p.store LEFT JOIN business_accounts b ON b.store = s.id
          LEFT JOIN pre_orders w ON w.product = p.id AND w.state = 'open'
        WHERE p.id IN (SELECT value FROM json_each({:ids})) ORDER BY p.id`,
    { ids },
    OFFER_COLUMNS,
  );

interface OfferRow extends Pick<Offer, 'id' | 'name' | 'picture' | 'storeId' | 'storeName' | 'sellerId'> {
  mature: number;
  shelves: string;
  priceCents: number;
  free: number;
  openPrice: number;
  suggestedCents: number;
  salePercent: number;
  saleFrom: string;
  saleTo: string;
  licences: string;
  state: ProductsRecord['state'];
  storeState: StoresRecord['state'];
  accountState: BusinessAccountsRecord['state'];
  promisedDay: string;
}
const OFFER_COLUMNS = [
  ...([
    'id',
    'name',
    'mature',
    'picture',
    'shelves',
    'priceCents',
    'free',
    'openPrice',
    'suggestedCents',
    'salePercent',
    'saleFrom',
    'saleTo',
  ] as const),
  ...([
    'licences',
    'state',
    'storeId',
    'storeName',
    'sellerId',
    'storeState',
    'accountState',
    'promisedDay',
  ] as const),
] as const;

/** @param allowsMature whether the site offers mature models at all. */
function offerOf(row: OfferRow, allowsMature: boolean): LicensedOffer {
  const { id, name, picture, storeId, storeName, sellerId, priceCents, state } = row;
  const storeState = row.storeState === '' ? 'draft' : row.storeState;
  const free = row.free !== 0;
  const promisedDay = instantOf(row.promisedDay);
  const takesMoney = mayTakeMoney(row.accountState === '' ? 'none' : row.accountState);
  return {
    ...{ id, name, picture, storeId, storeName, sellerId, priceCents, free },
    shelfIds: textsIn(row.shelves),
    openPrice: openPriceOf(row),
    sale: saleOf(row),
    ...(promisedDay !== null && { promisedDay }),
    licences: textsIn(row.licences) as Licence[],
    visible:
      state !== '' &&
      productIsVisible(state) &&
      storeIsVisible(storeState) &&
      (allowsMature || row.mature === 0),
    selling: storeSells(storeState) && (free || takesMoney),
  };
}

/** The stores of these products, in any state. */
export async function storeIdsOfProducts(pb: PocketBase, ids: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const part of partsOf(ids.filter(isRecordId))) {
    const { items } = await pb.collection('products').getList<{ store: string }>(1, part.length, {
      filter: anyOf(pb, 'id', part),
      fields: 'store',
      skipTotal: true,
    });
    for (const { store } of items) found.add(store);
  }
  return [...found];
}

/** Coupons of these stores with one of these codes, in any state. */
export async function couponsByCodes(
  pb: PocketBase,
  codes: readonly string[],
  storeIds: readonly string[],
): Promise<Coupon[]> {
  if (codes.length === 0 || storeIds.length === 0) return [];
  const found: Coupon[] = [];
  for (const stores of partsOf(storeIds)) {
    const records = await pb.collection('coupons').getFullList<CouponsRecord>({
      filter: `${anyOf(pb, 'code', codes)} && ${anyOf(pb, 'store', stores)}`,
      sort: 'id',
    });
    found.push(...records.map(couponOf));
  }
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
  const records = await pb.collection('coupon_uses').getFullList<CouponUsesRecord>({
    filter: `${pb.filter("buyer = {:buyerId} && state != 'returned'", { buyerId })} && ${anyOf(pb, 'coupon', couponIds)}`,
  });
  for (const { coupon, order, state } of records) {
    const counted = state === 'used' ? used : held;
    counted.set(coupon, (counted.get(coupon) ?? 0) + 1);
    if (state === 'held') heldBy.add(order);
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
    query<{ product: string }>(
      sql`SELECT DISTINCT product FROM entitlements WHERE [[user]] = {:userId} AND revokedAt = ''
        AND product IN (SELECT value FROM json_each({:productIds}))`,
      { userId, productIds },
      ['product'],
    ),
  );
  return new Set(rows.map(({ product }) => product));
}

export function couponOf(record: CouponsRecord): Coupon {
  return {
    id: record.id,
    storeId: record.store,
    code: record.code,
    percent: orAbsent(record.percent),
    fixedCents: orAbsent(record.fixedCents),
    from: instantOf(record.from),
    to: instantOf(record.to),
    minimumCents: record.minimumCents,
    maxUses: orAbsent(record.maxUses),
    maxUsesPerBuyer: orAbsent(record.maxUsesPerBuyer),
    uses: record.uses,
    scope: record.scope === '' ? 'all' : record.scope,
    productIds: record.products,
    shelfIds: record.shelves,
    off: record.off,
  };
}
