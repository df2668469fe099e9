import type PocketBase from 'pocketbase';
import type { Sale } from '../../domain/commerce/sale.ts';
import type { SaleFilter } from '../../domain/commerce/sales-figures.ts';
import { dateOf, instantOf, orAbsent } from '../kernel/fields.ts';
import type {
  CouponsRecord,
  OrderLinesRecord,
  OrdersRecord,
  ProductsRecord,
  SellerSharesRecord,
  UsersRecord,
} from '../kernel/records.ts';

type LineExpanded = OrderLinesRecord & {
  expand?: { order?: OrdersRecord & { expand?: { buyer?: UsersRecord } } };
};

/** One page (from 1) of a store's sales, newest first. Orders that were never paid are left out. */
export async function salesOfStore(
  pb: PocketBase,
  storeId: string,
  filter: SaleFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ sales: Sale[]; total: number }> {
  const list = await pb.collection('order_lines').getList<LineExpanded>(page, perPage, {
    filter: filterOf(pb, storeId, filter),
    sort: '-created,-id',
    expand: 'order.buyer',
  });
  const orders = [...new Set(list.items.map((line) => line.order))];
  const shares =
    orders.length === 0
      ? []
      : await pb.collection('seller_shares').getFullList<SellerSharesRecord>({
          filter: `${pb.filter('store = {:storeId}', { storeId })} && (${orders.map((order) => pb.filter('order = {:order}', { order })).join(' || ')})`,
        });
  const shareOf = new Map(shares.map((share) => [share.order, share.state]));
  const sales = list.items.flatMap((line) => saleOf(line, shareOf.get(line.order) || null));
  return { sales, total: list.totalItems };
}

const LINES_A_QUERY = 1000;

/**
 * All sales of a store that match the filter, newest first, without share states. Null if there are more than `limit`.
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
    const { items } = await pb.collection('order_lines').getList<LineExpanded>(page, LINES_A_QUERY, {
      filter: filterOf(pb, storeId, filter),
      sort: '-created,-id',
      expand: 'order.buyer',
      fields: FIELDS,
      skipTotal: true,
    });
    if (page * LINES_A_QUERY > limit && items.length > 0) return null;
    for (const line of items) sales.push(...saleOf(line, null));
    if (items.length < LINES_A_QUERY) return sales;
  }
}

const FIELDS = [
  'id,order,product,productName,listCents,discountCents,couponCode,memberPercent,releaseTitle,paidCents',
  'commissionPercent,commissionCents,feeCents,netCents,refundedCents',
  ...['id', 'state', 'paidAt', 'placedAt', 'expand.buyer.username'].map((field) => `expand.order.${field}`),
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
  const { state, productId, couponCode, buyer, from, to } = filter;
  return [
    pb.filter("store = {:storeId} && order.state != 'pending' && order.state != 'expired'", { storeId }),
    ...(state === 'disputed' ? ["order.state = 'disputed'"] : []),
    ...(state === 'given-back' ? ['refundedCents > 0'] : []),
    ...(state === 'kept' ? ["refundedCents = 0 && order.state != 'disputed'"] : []),
    ...(productId === null ? [] : [pb.filter('product = {:productId}', { productId })]),
    ...(couponCode === null ? [] : [pb.filter('couponCode = {:couponCode}', { couponCode })]),
    ...(buyer === null ? [] : [pb.filter('order.buyer.username ~ {:buyer}', { buyer })]),
    ...(from === null ? [] : [pb.filter('order.paidAt >= {:from}', { from: dateOf(from) })]),
    ...(to === null ? [] : [pb.filter('order.paidAt < {:to}', { to: dateOf(to) })]),
  ].join(' && ');
}

function saleOf(line: LineExpanded, share: SellerSharesRecord['state'] | null): Sale[] {
  const order = line.expand?.order;
  if (!order) return [];
  return [
    {
      lineId: line.id,
      orderId: order.id,
      orderState: order.state === '' ? 'pending' : order.state,
      buyer: order.expand?.buyer?.username ?? null,
      productId: orAbsent(line.product),
      productName: line.productName,
      soldAt: instantOf(order.paidAt) ?? instantOf(order.placedAt) ?? 0,
      placedAt: instantOf(order.placedAt) ?? 0,
      listCents: line.listCents,
      discountCents: line.discountCents,
      couponCode: orAbsent(line.couponCode),
      memberPercent: orAbsent(line.memberPercent),
      releaseTitle: orAbsent(line.releaseTitle),
      paidCents: line.paidCents,
      commissionPercent: line.commissionPercent,
      commissionCents: line.commissionCents,
      feeCents: line.feeCents,
      netCents: line.netCents,
      refundedCents: line.refundedCents,
      share: share || null,
    },
  ];
}
