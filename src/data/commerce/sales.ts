import type PocketBase from 'pocketbase';
import { orderNumber } from '../../domain/commerce/order.ts';
import type { Sale } from '../../domain/commerce/sale.ts';
import type { SaleFilter } from '../../domain/commerce/sales-figures.ts';
import { dateOf, instantOf, orAbsent } from '../kernel/fields.ts';
import type {
  CouponsRecord,
  ProductsRecord,
  SellerIncomeRecord,
  SellerSharesRecord,
  UsersRecord,
} from '../kernel/records.ts';

/** What a store sold: the rows of `seller_income`, which all sums that a seller sees add up. */

type IncomeExpanded = SellerIncomeRecord & { expand?: { buyer?: UsersRecord } };

/** One page (from 1) of what a store sold, products and memberships, newest first. */
export async function salesOfStore(
  pb: PocketBase,
  storeId: string,
  filter: SaleFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ sales: Sale[]; total: number }> {
  const list = await pb.collection('seller_income').getList<IncomeExpanded>(page, perPage, {
    filter: filterOf(pb, storeId, filter),
    sort: '-at,-id',
    expand: 'buyer',
  });
  const orders = [...new Set(list.items.flatMap(({ order }) => orAbsent(order) ?? []))];
  const shares =
    orders.length === 0
      ? []
      : await pb.collection('seller_shares').getFullList<SellerSharesRecord>({
          filter: `${pb.filter('store = {:storeId}', { storeId })} && (${orders.map((order) => pb.filter('order = {:order}', { order })).join(' || ')})`,
        });
  const shareOf = new Map(shares.map((share) => [share.order, share.state]));
  const sales = list.items.map((row) =>
    // A member's payment reaches the seller's account by itself.
    saleOf(row, row.source === 'membership' ? 'sent' : shareOf.get(row.order) || null),
  );
  return { sales, total: list.totalItems };
}

const LINES_A_QUERY = 1000;

/**
 * All that a store sold and that matches the filter, newest first, without share states. Null if it is more than `limit`.
 * @param limit a multiple of 1000.
 */
export async function allSalesOfStore(
  pb: PocketBase,
  storeId: string,
  filter: SaleFilter,
  limit: number,
): Promise<Sale[] | null> {
  const sales: Sale[] = [];
  for (let page = 1; ; page++) {
    const { items } = await pb.collection('seller_income').getList<IncomeExpanded>(page, LINES_A_QUERY, {
      filter: filterOf(pb, storeId, filter),
      sort: '-at,-id',
      expand: 'buyer',
      fields: FIELDS,
      skipTotal: true,
    });
    if (page * LINES_A_QUERY > limit && items.length > 0) return null;
    for (const row of items) sales.push(saleOf(row, null));
    if (items.length < LINES_A_QUERY) return sales;
  }
}

const FIELDS = [
  'id,source,order,number,member,state,product,name,paidAt,placedAt,listCents,discountCents,couponCode,memberPercent',
  'releaseTitle,commissionPercent,paidCents,commissionCents,netCents,refundedCents,heldCents,yoursCents',
  'expand.buyer.username',
].join(',');

/** Choices for the sales filters: a store's products by name, its coupons by code. */
export async function saleChoices(
  pb: PocketBase,
  storeId: string,
): Promise<{ products: { id: string; name: string }[]; codes: string[] }> {
  const ofStore = pb.filter('store = {:storeId}', { storeId });
  const [products, coupons] = await Promise.all([
    pb.collection('products').getList<ProductsRecord>(1, CHOICES, {
      filter: `${ofStore} && publishedAt != ''`,
      sort: 'name',
      fields: 'id,name',
      skipTotal: true,
    }),
    pb.collection('coupons').getList<CouponsRecord>(1, CHOICES, {
      filter: ofStore,
      sort: 'code',
      fields: 'code',
      skipTotal: true,
    }),
  ]);
  return {
    products: products.items.map(({ id, name }) => ({ id, name })),
    codes: coupons.items.map(({ code }) => code),
  };
}

const CHOICES = 500;

function filterOf(pb: PocketBase, storeId: string, filter: SaleFilter): string {
  const { source, state, productId, couponCode, buyer, from, to } = filter;
  return [
    pb.filter('store = {:storeId}', { storeId }),
    ...(source === null ? [] : [pb.filter('source = {:source}', { source })]),
    ...(state === 'disputed' ? ["state = 'disputed'"] : []),
    ...(state === 'given-back' ? ['refundedCents > 0'] : []),
    ...(state === 'kept' ? ["refundedCents = 0 && state != 'disputed'"] : []),
    ...(productId === null ? [] : [pb.filter('product = {:productId}', { productId })]),
    ...(couponCode === null ? [] : [pb.filter('couponCode = {:couponCode}', { couponCode })]),
    ...(buyer === null ? [] : [pb.filter('buyer.username ~ {:buyer}', { buyer })]),
    ...(from === null ? [] : [pb.filter('paidAt >= {:from}', { from: dateOf(from) })]),
    ...(to === null ? [] : [pb.filter('paidAt < {:to}', { to: dateOf(to) })]),
  ].join(' && ');
}

function saleOf(row: IncomeExpanded, share: SellerSharesRecord['state'] | null): Sale {
  const orderId = orAbsent(row.order);
  const placedAt = instantOf(row.placedAt) ?? 0;
  return {
    source: row.source === 'membership' ? 'membership' : 'sale',
    lineId: row.id,
    orderId,
    number: orderId === null ? row.number : orderNumber({ id: orderId, placedAt }),
    memberId: orAbsent(row.member),
    orderState: row.state === '' ? 'paid' : row.state,
    buyer: row.expand?.buyer?.username ?? null,
    productId: orAbsent(row.product),
    productName: row.name,
    soldAt: instantOf(row.paidAt) ?? placedAt,
    placedAt,
    listCents: row.listCents,
    discountCents: row.discountCents,
    couponCode: orAbsent(row.couponCode),
    memberPercent: orAbsent(row.memberPercent),
    releaseTitle: orAbsent(row.releaseTitle),
    commissionPercent: row.commissionPercent,
    paidCents: row.paidCents,
    commissionCents: row.commissionCents,
    netCents: row.netCents,
    refundedCents: row.refundedCents,
    heldCents: row.heldCents,
    yoursCents: row.yoursCents,
    share: share || null,
  };
}
