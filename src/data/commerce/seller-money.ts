import type PocketBase from 'pocketbase';
import type { Debt } from '../../domain/commerce/debt.ts';
import type { HeldShare } from '../../domain/commerce/payout.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { incomeOfPayment } from '../../domain/payments/income.ts';
import { guildDebts, heldGuildPayments } from '../guild/guild-payments.ts';
import { ask, select } from '../kernel/query.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { number, text, texts } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';

const s = tables.sellerShares.as('s');
const o = tables.orders.as('o');
const d = tables.disputes.as('d');
const g = tables.ledger.as('g');
const t = tables.sellerTransfers.as('t');
const m = tables.guildMovements.as('m');
const u = tables.users.as('u');

const SHARE = shape({
  order: { id: s.order, placedAt: o.placedAt.or(0) },
  state: s.state,
  missingCents: value(sql`s.shareCents - s.sentCents`, number),
});
const DISPUTE = shape({ orderId: d.order, dispute: { dueAt: d.dueAt, answeredAt: d.answeredAt } });
const EARNED = shape({ orderId: g.order, cents: value(sql`sum(g.amountCents)`, number) });

const MOVED_ORDER = shape({
  movement: t.stripeId,
  order: { id: t.order, placedAt: o.placedAt.or(0) },
  products: value(
    sql`(SELECT json_group_array(l.productName) FROM (SELECT s.productName FROM order_lines s
      WHERE s.[[order]] = t.[[order]] AND (s.store = {:storeId}
        OR EXISTS (SELECT 1 FROM partner_parts q WHERE q.line = s.id AND q.store = {:storeId}))
      ORDER BY s.position) l)`,
    texts,
  ),
});
const MOVED_PAYMENT = shape({
  movement: m.movement,
  name: value(sql`coalesce(g.name, '') || ', ' || coalesce(t.name, '')`, text),
  username: u.username.orNull,
});

/** A store's shares that are not sent yet, of orders and of members' payments, and its debts; oldest first. */
export async function heldShares(
  pb: PocketBase,
  storeId: string,
): Promise<{ shares: HeldShare[]; debts: (Debt & { placedAt: Instant })[] }> {
  const [found] = await ask(
    pb,
    select(
      SHARE,
      sql`SELECT ${SHARE} FROM seller_shares s LEFT JOIN orders o ON o.id = s.[[order]]
        WHERE s.store = {:storeId} AND s.state IN ('owed', 'held', 'frozen', 'debt') ORDER BY s.created, s.id`,
      { storeId },
    ),
  );
  const frozen = found.filter(({ state }) => state === 'frozen').map(({ order }) => order.id);
  const { earned, disputes } = await frozenOrders(pb, storeId, frozen);
  const shares: HeldShare[] = [];
  const debts: (Debt & { placedAt: Instant })[] = [];
  for (const { order, state, missingCents } of found) {
    if (state === 'debt')
      debts.push({ of: 'order', id: order.id, cents: -missingCents, placedAt: order.placedAt });
    else if (state === 'frozen') {
      const dispute = disputes.get(order.id);
      shares.push({ order, state, cents: earned.get(order.id) ?? 0, ...(dispute && { dispute }) });
    } else if (missingCents > 0)
      shares.push({ order, state: state === 'held' ? 'held' : 'owed', cents: missingCents });
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

/** What a store earned from each of these orders by the ledger, less refunds, and how its open dispute stands. */
async function frozenOrders(pb: PocketBase, storeId: string, orderIds: readonly string[]) {
  if (orderIds.length === 0)
    return { earned: new Map<string, number>(), disputes: new Map<string, HeldShare['dispute']>() };
  const [earned, disputes] = await ask(
    pb,
    select(
      EARNED,
      sql`SELECT ${EARNED} FROM ledger g WHERE g.[[order]] IN (SELECT value FROM json_each({:orderIds}))
        AND g.store = {:storeId} AND g.account = 'seller' GROUP BY g.[[order]]`,
      { storeId, orderIds },
    ),
    select(
      DISPUTE,
      sql`SELECT ${DISPUTE} FROM disputes d WHERE d.[[order]] IN (SELECT value FROM json_each({:orderIds}))
        AND d.state = 'open'`,
      { orderIds },
    ),
  );
  return {
    earned: new Map(earned.map(({ orderId, cents }) => [orderId, cents])),
    disputes: new Map(disputes.map(({ orderId, dispute }) => [orderId, dispute])),
  };
}

/** The sale behind a movement: an order with its products, or a membership with its member. */
interface MovedSale {
  order: { id: string; placedAt: Instant } | null;
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
    select(
      MOVED_ORDER,
      sql`SELECT ${MOVED_ORDER}
        FROM json_each({:ids}) w CROSS JOIN seller_transfers t ON t.stripeId = w.value AND t.store = {:storeId}
          LEFT JOIN orders o ON o.id = t.[[order]]`,
      params,
    ),
    select(
      MOVED_PAYMENT,
      sql`SELECT ${MOVED_PAYMENT}
        FROM json_each({:ids}) w CROSS JOIN guild_movements m ON m.movement = w.value
          JOIN guild_payments p ON p.id = m.payment AND p.store = {:storeId}
          LEFT JOIN guilds g ON g.id = p.guild LEFT JOIN guild_tiers t ON t.id = p.tier
          LEFT JOIN guild_members b ON b.id = p.member LEFT JOIN users u ON u.id = b.[[user]]`,
      params,
    ),
  );
  const found = new Map<string, MovedSale>();
  for (const { movement, name, username } of payments)
    found.set(movement, { order: null, products: [username ? `${name}: ${username}` : name] });
  for (const { movement, order, products } of orders) found.set(movement, { order, products });
  return found;
}
