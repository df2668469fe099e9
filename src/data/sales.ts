import type PocketBase from 'pocketbase';
import type { Sale } from '../domain/sale.ts';
import { instantOf, orAbsent } from './fields.ts';
import type { OrderLinesRecord, OrdersRecord, SellerSharesRecord, UsersRecord } from './records.ts';

type LineExpanded = OrderLinesRecord & {
  expand?: { order?: OrdersRecord & { expand?: { buyer?: UsersRecord } } };
};

/** One page (from 1) of what a store sold, newest first. Orders that were never paid are left out. */
export async function salesOfStore(
  pb: PocketBase,
  storeId: string,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ sales: Sale[]; total: number }> {
  const list = await pb.collection('order_lines').getList<LineExpanded>(page, perPage, {
    filter: pb.filter("store = {:storeId} && order.state != 'pending' && order.state != 'expired'", {
      storeId,
    }),
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
  const sales = list.items.flatMap((line): Sale[] => {
    const order = line.expand?.order;
    if (!order) return [];
    return [
      {
        lineId: line.id,
        orderId: order.id,
        orderState: order.state === '' ? 'pending' : order.state,
        buyer: order.expand?.buyer?.username ?? null,
        productName: line.productName,
        soldAt: instantOf(order.paidAt) ?? instantOf(order.placedAt) ?? 0,
        placedAt: instantOf(order.placedAt) ?? 0,
        listCents: line.listCents,
        discountCents: line.discountCents,
        couponCode: orAbsent(line.couponCode),
        paidCents: line.paidCents,
        commissionPercent: line.commissionPercent,
        commissionCents: line.commissionCents,
        feeCents: line.feeCents,
        netCents: line.netCents,
        refundedCents: line.refundedCents,
        share: shareOf.get(order.id) || null,
      },
    ];
  });
  return { sales, total: list.totalItems };
}
