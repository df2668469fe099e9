import type PocketBase from 'pocketbase';
import type { Debt } from '../../domain/commerce/debt.ts';
import type { HeldShare } from '../../domain/commerce/payout.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { anyOf, partsOf } from '../kernel/any-of.ts';
import { instantOf } from '../kernel/fields.ts';
import type {
  LedgerRecord,
  OrderLinesRecord,
  OrdersRecord,
  SellerSharesRecord,
  SellerTransfersRecord,
} from '../kernel/records.ts';

type WithOrder<T> = T & { expand?: { order?: OrdersRecord } };
interface OrderRef {
  id: string;
  placedAt: Instant;
}

/** A store's shares that are not sent yet, and its debts; oldest first. */
export async function heldShares(
  pb: PocketBase,
  storeId: string,
): Promise<{ shares: HeldShare[]; debts: (Debt & { placedAt: Instant })[] }> {
  const records = await pb.collection('seller_shares').getFullList<WithOrder<SellerSharesRecord>>({
    filter: pb.filter("store = {:storeId} && (state = 'owed' || state = 'frozen' || state = 'debt')", {
      storeId,
    }),
    sort: 'created,id',
    expand: 'order',
  });
  const frozen = records.filter(({ state }) => state === 'frozen').map(({ order }) => order);
  const earned = await earnedOf(pb, storeId, frozen);
  const shares: HeldShare[] = [];
  const debts: (Debt & { placedAt: Instant })[] = [];
  for (const record of records) {
    const order = refOf(record.order, record.expand?.order);
    const missing = record.shareCents - record.sentCents;
    if (record.state === 'debt') debts.push({ orderId: order.id, cents: -missing, placedAt: order.placedAt });
    else if (record.state === 'frozen')
      shares.push({ order, state: 'frozen', cents: earned.get(order.id) ?? 0 });
    else if (missing > 0) shares.push({ order, state: 'owed', cents: missing });
  }
  return { shares, debts };
}

/** A store's earnings from each of these orders by the ledger, less refunds. */
async function earnedOf(
  pb: PocketBase,
  storeId: string,
  orderIds: readonly string[],
): Promise<Map<string, number>> {
  const earned = new Map<string, number>();
  for (const part of partsOf(orderIds)) {
    const rows = await pb.collection('ledger').getFullList<LedgerRecord>({
      filter: `${pb.filter("store = {:storeId} && account = 'seller'", { storeId })} && ${anyOf(pb, 'order', part)}`,
      fields: 'order,amountCents',
    });
    for (const { order, amountCents } of rows) earned.set(order, (earned.get(order) ?? 0) + amountCents);
  }
  return earned;
}

/** The sale behind each of these transfers and reversals at the provider that belongs to this store, by id. */
export async function salesOfMovements(
  pb: PocketBase,
  storeId: string,
  movementIds: readonly string[],
): Promise<Map<string, { order: OrderRef; products: string[] }>> {
  const found = new Map<string, { order: OrderRef; products: string[] }>();
  const byOrder = new Map<string, string[]>();
  for (const part of partsOf(movementIds)) {
    const records = await pb.collection('seller_transfers').getFullList<WithOrder<SellerTransfersRecord>>({
      filter: `${pb.filter('store = {:storeId}', { storeId })} && ${anyOf(pb, 'stripeId', part)}`,
      expand: 'order',
    });
    for (const record of records) {
      const products = byOrder.get(record.order) ?? [];
      byOrder.set(record.order, products);
      found.set(record.stripeId, { order: refOf(record.order, record.expand?.order), products });
    }
  }
  for (const part of partsOf(byOrder.keys())) {
    const lines = await pb.collection('order_lines').getFullList<OrderLinesRecord>({
      filter: `${pb.filter('store = {:storeId}', { storeId })} && ${anyOf(pb, 'order', part)}`,
      fields: 'order,productName,position',
      sort: 'order,position',
    });
    for (const { order, productName } of lines) byOrder.get(order)?.push(productName);
  }
  return found;
}

function refOf(id: string, order: OrdersRecord | undefined): OrderRef {
  return { id, placedAt: instantOf(order?.placedAt ?? '') ?? 0 };
}
