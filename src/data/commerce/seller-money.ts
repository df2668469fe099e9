import type PocketBase from 'pocketbase';
import type { Debt } from '../../domain/commerce/debt.ts';
import type { HeldShare } from '../../domain/commerce/payout.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { incomeOfPayment } from '../../domain/payments/income.ts';
import { heldGuildPayments } from '../guild/guild-payments.ts';
import { anyOf, partsOf } from '../kernel/any-of.ts';
import { instantOf } from '../kernel/fields.ts';
import type {
  GuildPaymentsRecord,
  LedgerRecord,
  OrderLinesRecord,
  OrdersRecord,
  SellerSharesRecord,
  SellerTransfersRecord,
} from '../kernel/records.ts';

type WithOrder<T> = T & { expand?: { order?: OrdersRecord } };
type PaymentWithMember = GuildPaymentsRecord & {
  expand?: {
    guild?: { name: string };
    tier?: { name: string };
    member?: { expand?: { user?: { username: string } } };
  };
};
interface OrderRef {
  id: string;
  placedAt: Instant;
}

/** A store's shares that are not sent yet, of orders and of members' payments, and its debts; oldest first. */
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
  for (const payment of await heldGuildPayments(pb, storeId)) {
    const { heldCents, yoursCents } = incomeOfPayment({
      ...payment,
      isDisputed: payment.state === 'disputed',
    });
    const missing = heldCents + yoursCents - payment.sentCents;
    if (missing > 0)
      shares.push({ order: null, state: payment.state === 'disputed' ? 'frozen' : 'owed', cents: missing });
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

/** The sale behind a movement: an order with its products, or a membership with its member. */
interface MovedSale {
  order: OrderRef | null;
  products: string[];
}

/** The sale behind each of these transfers and reversals at the provider that belongs to this store, by id. */
export async function salesOfMovements(
  pb: PocketBase,
  storeId: string,
  movementIds: readonly string[],
): Promise<Map<string, MovedSale>> {
  const found = await membershipsOfMovements(pb, storeId, movementIds);
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

/** The guild, tier and member behind each of these movements that belongs to a member's payment. */
async function membershipsOfMovements(
  pb: PocketBase,
  storeId: string,
  movementIds: readonly string[],
): Promise<Map<string, MovedSale>> {
  const found = new Map<string, MovedSale>();
  const wanted = new Set(movementIds);
  for (const part of partsOf(movementIds)) {
    const meant = part.map((id) => pb.filter('movements ~ {:id}', { id })).join(' || ');
    const records = await pb.collection('guild_payments').getFullList<PaymentWithMember>({
      filter: `${pb.filter('store = {:storeId}', { storeId })} && (${meant})`,
      expand: 'guild,tier,member.user',
    });
    for (const { movements, expand } of records) {
      const username = expand?.member?.expand?.user?.username;
      const name = `${expand?.guild?.name ?? ''}, ${expand?.tier?.name ?? ''}`;
      const products = [username ? `${name}: ${username}` : name];
      for (const id of movements.split(' ')) if (wanted.has(id)) found.set(id, { order: null, products });
    }
  }
  return found;
}

function refOf(id: string, order: OrdersRecord | undefined): OrderRef {
  return { id, placedAt: instantOf(order?.placedAt ?? '') ?? 0 };
}
