import type PocketBase from 'pocketbase';
import { type Licence, productIsVisible } from '../../domain/catalogue/product.ts';
import { storeIsVisible, storeSells } from '../../domain/catalogue/store.ts';
import type { Coupon } from '../../domain/commerce/coupon.ts';
import type { Offer } from '../../domain/commerce/offer.ts';
import { mayTakeMoney } from '../../domain/payments/business-account.ts';
import { saleOf } from '../catalogue/product-fields.ts';
import { anyOf, partsOf } from '../kernel/any-of.ts';
import { instantOf, orAbsent } from '../kernel/fields.ts';
import { isRecordId } from '../kernel/record-id.ts';
import type {
  BusinessAccountsRecord,
  CouponsRecord,
  CouponUsesRecord,
  ProductsRecord,
  StoresRecord,
} from '../kernel/records.ts';

/** Input for pricing a cart: products as offered now, and the coupons of their stores. */

/** An offered product with the licences a buyer gets. */
export type LicensedOffer = Offer & { licences: Licence[] };

/** The products with these ids, in any state, by id; each says whether it is visible and can be bought. */
export async function offersByIds(
  pb: PocketBase,
  ids: readonly string[],
): Promise<Map<string, LicensedOffer>> {
  const offers = new Map<string, LicensedOffer>();
  for (const part of partsOf(ids.filter(isRecordId))) {
    const { items } = await pb
      .collection('products')
      .getList<ProductsRecord & { expand?: { store?: StoreWithAccount } }>(1, part.length, {
        filter: anyOf(pb, 'id', part),
        expand: 'store.business_accounts_via_store',
        skipTotal: true,
      });
    for (const record of items) {
      const store = record.expand?.store;
      if (!store) continue;
      const storeState = store.state === '' ? 'draft' : store.state;
      offers.set(record.id, {
        id: record.id,
        name: record.name,
        picture: record.images[0] ?? '',
        storeId: store.id,
        storeName: store.name,
        sellerId: store.owner,
        shelfIds: record.shelves,
        priceCents: record.priceCents,
        free: record.free,
        sale: saleOf(record),
        licences: record.licences,
        visible: record.state !== '' && productIsVisible(record.state) && storeIsVisible(storeState),
        selling: storeSells(storeState) && (record.free || takesMoney(store)),
      });
    }
  }
  return offers;
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

type StoreWithAccount = StoresRecord & {
  expand?: { business_accounts_via_store?: BusinessAccountsRecord | BusinessAccountsRecord[] };
};

function takesMoney({ expand }: StoreWithAccount): boolean {
  const [account] = [expand?.business_accounts_via_store ?? []].flat();
  return account !== undefined && mayTakeMoney(account.state === '' ? 'none' : account.state);
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
  const owned = new Set<string>();
  for (const part of partsOf(productIds.filter(isRecordId))) {
    const records = await pb.collection('entitlements').getFullList<{ product: string }>({
      filter: `${pb.filter("user = {:userId} && revokedAt = ''", { userId })} && ${anyOf(pb, 'product', part)}`,
      fields: 'product',
    });
    for (const { product } of records) owned.add(product);
  }
  return owned;
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
