import type PocketBase from 'pocketbase';
import type { LedgerRow, RefundFact, Settlement } from '../../domain/commerce/settlement.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import type { DisputeFact } from '../../domain/payments/payment.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import { withLedger } from './ledger.ts';
import type { StoredOrder } from './orders.ts';

const r = tables.ledger.as('r');
const o = tables.orders.as('o');

const LEDGER_ROW = shape({
  entry: r.entry,
  kind: r.kind,
  account: r.account,
  lineId: r.line.orNull,
  storeId: r.store.orNull,
  amountCents: r.amountCents,
});
const ORDER_ID = shape({ id: o.id });

/** Stores the settlement of paid orders: refunds and disputes as the provider reports them, and the sellers' shares. */

/** The provider's facts that are stored with the order. */
export interface MoneyFacts {
  refunds: (RefundFact & { key: string | null })[];
  disputes: (DisputeFact & { reason: string; dueAt: Instant | null; isAnswered: boolean })[];
}

/**
 * Writes a settlement to the order, its lines, entitlements, shares and ledger. False if the order changed since `stored`
 * was read: the caller then fetches the facts again, so that older facts never overwrite newer ones.
 */
export async function writeSettlement(
  pb: PocketBase,
  stored: StoredOrder,
  settlement: Settlement,
  facts: MoneyFacts & { hash: string },
  ledger: readonly LedgerRow[],
  queue: (steps: Transaction) => Transaction,
  at: Instant,
): Promise<boolean> {
  const now = dateOf(at);
  const id = stored.order.id;
  const steps = transaction(pb).exec(
    sql`UPDATE orders SET state = {:state}, refundedCents = {:refunded}, lostCents = {:lost}, updated = {:now},
        settledAt = '', facts = {:facts}
      WHERE id = {:id} AND updated = {:seen}`,
    {
      id,
      state: settlement.state,
      refunded: settlement.refundedCents,
      lost: settlement.lostCents,
      now,
      seen: stored.seen,
      facts: facts.hash,
    },
    { expect: 1, else: 'changed-meanwhile' },
  );
  for (const refund of facts.refunds) {
    const params = {
      order: id,
      line: refund.lineId ?? '',
      amount: refund.amountCents,
      state: refund.state,
      stripe: refund.id,
      key: refund.key ?? refund.id,
      now,
    };
    steps.exec(
      sql`INSERT INTO refunds (id, [[order]], line, amountCents, [[by]], reason, state, stripeId, refundKey, created, updated)
        VALUES (${NEW_ID_SQL}, {:order}, {:line}, {:amount}, 'provider', '', {:state}, {:stripe}, {:key}, {:now}, {:now})
        ON CONFLICT (refundKey) DO UPDATE SET state = {:state}, stripeId = {:stripe}, updated = {:now}`,
      params,
    );
  }
  for (const dispute of facts.disputes) {
    steps.exec(
      sql`INSERT INTO disputes (id, [[order]], amountCents, reason, state, stripeId, dueAt, answeredAt, answeredBy,
          created, updated)
        VALUES (${NEW_ID_SQL}, {:order}, {:amount}, {:reason}, {:state}, {:stripe}, {:due}, iif({:answered}, {:now}, ''), '',
          {:now}, {:now})
        ON CONFLICT (stripeId) DO UPDATE SET state = {:state}, dueAt = {:due}, amountCents = {:amount}, updated = {:now},
          answeredAt = iif(answeredAt = '' AND {:answered}, {:now}, answeredAt)`,
      {
        order: id,
        amount: dispute.amountCents,
        reason: dispute.reason,
        state: dispute.state,
        stripe: dispute.id,
        due: dateOf(dispute.dueAt),
        answered: dispute.isAnswered,
        now,
      },
    );
  }
  const paid = new Map(stored.lines.map(({ id: line, paidCents }) => [line, paidCents]));
  const lines = settlement.lines.map((line) => ({
    ...line,
    revocation: line.revocation ?? '',
    // What was given back in full may be bought again, whoever gave it back.
    isOver:
      line.revocation !== null && line.refundedCents >= (paid.get(line.id) ?? 0) && line.refundedCents > 0,
  }));
  const rows = { rows: JSON.stringify(lines), now };
  steps
    .exec(
      sql`UPDATE order_lines SET refundedTaxCents = r.value ->> '$.refundedTaxCents',
          refundedCents = r.value ->> '$.refundedCents', lostCents = r.value ->> '$.lostCents', updated = {:now},
          claim = CASE WHEN r.value ->> '$.isOver' THEN '' ELSE claim END
        FROM json_each({:rows}) AS r WHERE order_lines.id = r.value ->> '$.id'`,
      rows,
    )
    .exec(
      sql`UPDATE entitlements SET revocation = r.value ->> '$.revocation', updated = {:now},
          revokedAt = CASE WHEN r.value ->> '$.revocation' = '' THEN '' WHEN revokedAt = '' THEN {:now} ELSE revokedAt END
        FROM json_each({:rows}) AS r
        WHERE entitlements.sourceId = r.value ->> '$.id' AND entitlements.source IN ('purchase', 'free', 'gift')
          AND entitlements.revocation IN ('', 'refund', 'dispute')`,
      rows,
    )
    .exec(
      sql`UPDATE seller_shares SET shareCents = r.value ->> '$.shareCents', updated = {:now},
          state = CASE
            WHEN state = 'debt' AND sentCents > r.value ->> '$.shareCents' THEN 'debt'
            WHEN r.value ->> '$.frozen' THEN 'frozen'
            WHEN r.value ->> '$.held' AND sentCents < r.value ->> '$.shareCents' THEN 'held'
            WHEN sentCents <> r.value ->> '$.shareCents' THEN 'owed'
            WHEN r.value ->> '$.shareCents' = 0 THEN 'returned' ELSE 'sent' END
        FROM json_each({:shares}) AS r
        WHERE seller_shares.[[order]] = {:order} AND seller_shares.store = r.value ->> '$.storeId'`,
      { order: id, shares: JSON.stringify(settlement.shares), now },
    );
  withLedger(steps, id, ledger, now);
  queue(steps);
  return (await refusalOf(steps, ['changed-meanwhile'])) === null;
}

/** An order's ledger rows, oldest first. */
export async function ledgerOfOrder(pb: PocketBase, orderId: string): Promise<LedgerRow[]> {
  const [rows] = await ask(
    pb,
    select(
      LEDGER_ROW,
      sql`SELECT ${LEDGER_ROW} FROM ledger r WHERE r.[[order]] = {:orderId} ORDER BY r.rowid`,
      { orderId },
    ),
  );
  return rows;
}

/** Writes the provider's fee of an order with its ledger rows, once. */
export async function writeFee(
  pb: PocketBase,
  orderId: string,
  feeCents: Cents,
  ledger: readonly LedgerRow[],
  at: Instant,
): Promise<void> {
  const now = dateOf(at);
  const steps = transaction(pb).exec(
    sql`UPDATE orders SET feeCents = {:fee}, feePending = FALSE, updated = {:now}
      WHERE id = {:order} AND feePending = TRUE`,
    { order: orderId, fee: feeCents, now },
    { expect: 1, else: 'known' },
  );
  withLedger(steps, orderId, ledger, now);
  await refusalOf(steps, ['known']);
}

/**
 * Orders paid before `paidBefore` whose fee is not known yet and that were not synced since `syncedBefore`, longest waiting
 * first.
 */
export async function orderIdsWithPendingFee(
  pb: PocketBase,
  paidBefore: Instant,
  syncedBefore: Instant,
  limit: number,
): Promise<string[]> {
  const [rows] = await ask(
    pb,
    select(
      ORDER_ID,
      sql`SELECT ${ORDER_ID} FROM orders o INDEXED BY orders_fee_pending
        WHERE feePending = TRUE AND paidAt < {:paid} AND settledAt >= '' AND settledAt < {:synced}
        ORDER BY settledAt LIMIT {:limit}`,
      { paid: dateOf(paidBefore), synced: dateOf(syncedBefore), limit },
    ),
  );
  return rows.map(({ id }) => id);
}

/**
 * Marks an order as settled, unless there is something left: another process may have written newer facts than these, or
 * moved money, since this one looked.
 */
export async function markSettled(
  pb: PocketBase,
  orderId: string,
  facts: string,
  at: Instant,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE orders SET settledAt = {:now} WHERE id = {:id} AND facts = {:facts}
        AND NOT EXISTS (SELECT 1 FROM seller_shares s
          WHERE s.[[order]] = {:id} AND s.sentCents > s.shareCents AND s.state <> 'debt')
        AND NOT EXISTS (SELECT 1 FROM seller_transfers m WHERE m.[[order]] = {:id} AND m.state = 'sending')`,
      { id: orderId, facts, now: dateOf(at) },
    )
    .run();
}
