import type PocketBase from 'pocketbase';
import type { Debt } from '../../domain/commerce/debt.ts';
import type { HeldShare } from '../../domain/commerce/payout.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { incomeOfPayment } from '../../domain/payments/income.ts';
import { guildDebts, heldGuildPayments } from '../guild/guild-payments.ts';
import { anyOf, partsOf } from '../kernel/any-of.ts';
import { instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import type { DisputesRecord, LedgerRecord, OrdersRecord, SellerSharesRecord } from '../kernel/records.ts';
import { sql } from '../kernel/sql.ts';

type WithOrder<T> = T & { expand?: { order?: OrdersRecord } };
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
    filter: pb.filter(
      "store = {:storeId} && (state = 'owed' || state = 'held' || state = 'frozen' || state = 'debt')",
      {
        storeId,
      },
    ),
    sort: 'created,id',
    expand: 'order',
  });
  const frozen = records.filter(({ state }) => state === 'frozen').map(({ order }) => order);
  const [earned, disputes] = await Promise.all([earnedOf(pb, storeId, frozen), openDisputes(pb, frozen)]);
  const shares: HeldShare[] = [];
  const debts: (Debt & { placedAt: Instant })[] = [];
  for (const record of records) {
    const order = refOf(record.order, record.expand?.order);
    const missing = record.shareCents - record.sentCents;
    if (record.state === 'debt')
      debts.push({ of: 'order', id: order.id, cents: -missing, placedAt: order.placedAt });
    else if (record.state === 'frozen') {
      const dispute = disputes.get(order.id);
      shares.push({ order, state: 'frozen', cents: earned.get(order.id) ?? 0, ...(dispute && { dispute }) });
    } else if (missing > 0)
      shares.push({ order, state: record.state === 'held' ? 'held' : 'owed', cents: missing });
  }
  for (const payment of await heldGuildPayments(pb, storeId)) {
    const { heldCents, yoursCents } = incomeOfPayment({
      ...payment,
      isDisputed: payment.state === 'disputed',
    });
    const missing = heldCents + yoursCents - (payment.sentCents - payment.recoveredCents);
    if (missing > 0)
      shares.push({ order: null, state: payment.state === 'disputed' ? 'frozen' : 'owed', cents: missing });
  }
  for (const { id, cents, paidAt } of await guildDebts(pb, storeId))
    debts.push({ of: 'membership', id, cents, placedAt: paidAt });
  return { shares, debts };
}

/** How the open dispute of each of these orders stands. */
async function openDisputes(
  pb: PocketBase,
  orderIds: readonly string[],
): Promise<Map<string, NonNullable<HeldShare['dispute']>>> {
  const found = new Map<string, NonNullable<HeldShare['dispute']>>();
  for (const part of partsOf(orderIds)) {
    const rows = await pb.collection('disputes').getFullList<DisputesRecord>({
      filter: `state = 'open' && ${anyOf(pb, 'order', part)}`,
      fields: 'order,dueAt,answeredAt',
    });
    for (const { order, dueAt, answeredAt } of rows)
      found.set(order, { dueAt: instantOf(dueAt), answeredAt: instantOf(answeredAt) });
  }
  return found;
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
  const params = { storeId, ids: movementIds };
  const [orders, payments] = await ask(
    pb,
    query<{ movement: string; order: string; placedAt: string | null; products: string }>(
      sql`SELECT t.stripeId AS movement, t.[[order]] AS [[order]], o.placedAt AS placedAt,
          (SELECT json_group_array(l.productName) FROM (SELECT s.productName FROM order_lines s
            WHERE s.[[order]] = t.[[order]] AND (s.store = {:storeId}
              OR EXISTS (SELECT 1 FROM partner_parts q WHERE q.line = s.id AND q.store = {:storeId}))
            ORDER BY s.position) l) AS products
        FROM json_each({:ids}) w CROSS JOIN seller_transfers t ON t.stripeId = w.value AND t.store = {:storeId}
          LEFT JOIN orders o ON o.id = t.[[order]]`,
      params,
      ['movement', 'order', 'placedAt', 'products'],
    ),
    query<{ movement: string; name: string; username: string | null }>(
      sql`SELECT m.movement AS movement, coalesce(g.name, '') || ', ' || coalesce(t.name, '') AS name, u.username AS username
        FROM json_each({:ids}) w CROSS JOIN guild_movements m ON m.movement = w.value
          JOIN guild_payments p ON p.id = m.payment AND p.store = {:storeId}
          LEFT JOIN guilds g ON g.id = p.guild LEFT JOIN guild_tiers t ON t.id = p.tier
          LEFT JOIN guild_members b ON b.id = p.member LEFT JOIN users u ON u.id = b.[[user]]`,
      params,
      ['movement', 'name', 'username'],
    ),
  );
  const found = new Map<string, MovedSale>();
  for (const { movement, name, username } of payments)
    found.set(movement, { order: null, products: [username ? `${name}: ${username}` : name] });
  for (const { movement, order, placedAt, products } of orders)
    found.set(movement, {
      order: { id: order, placedAt: instantOf(placedAt ?? '') ?? 0 },
      products: JSON.parse(products) as string[],
    });
  return found;
}

function refOf(id: string, order: OrdersRecord | undefined): OrderRef {
  return { id, placedAt: instantOf(order?.placedAt ?? '') ?? 0 };
}
