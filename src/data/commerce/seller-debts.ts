import type PocketBase from 'pocketbase';
import type { Debt } from '../../domain/commerce/debt.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { guildDebts } from '../guild/guild-payments.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { number } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';
import type { SellerShare } from './shares.ts';

const s = tables.sellerShares.as('s');

const DEBT = shape({ id: s.order, cents: value(sql`s.sentCents - s.shareCents`, number) });

/** Debts of a store: what it was overpaid and could not be reversed, of orders and of members' payments, oldest first. */
export async function debtsOfStore(pb: PocketBase, storeId: string): Promise<Debt[]> {
  const [[orders], payments] = await Promise.all([
    ask(
      pb,
      select(
        DEBT,
        sql`SELECT ${DEBT} FROM seller_shares s WHERE s.store = {:storeId} AND s.state = 'debt'
          ORDER BY s.created, s.id`,
        { storeId },
      ),
    ),
    guildDebts(pb, storeId),
  ]);
  return [
    ...orders.map((debt) => ({ of: 'order' as const, ...debt })),
    ...payments.map(({ id, cents }) => ({ of: 'membership' as const, id, cents })),
  ].filter(({ cents }) => cents > 0);
}

/** Records that a store was overpaid for an order and that it cannot be reversed. */
export async function recordDebt(
  pb: PocketBase,
  { orderId, storeId }: Pick<SellerShare, 'orderId' | 'storeId'>,
  at: Instant,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE seller_shares SET state = 'debt', updated = {:now}
        WHERE [[order]] = {:orderId} AND store = {:storeId} AND sentCents > shareCents`,
      { orderId, storeId, now: dateOf(at) },
    )
    .run();
}

/** The state of a share once the sent amount is right; an open dispute keeps it frozen. */
const BALANCED_STATE = sql`CASE WHEN EXISTS (SELECT 1 FROM disputes WHERE disputes.[[order]] = seller_shares.[[order]]
    AND disputes.state = 'open') THEN 'frozen' WHEN shareCents = 0 THEN 'returned' ELSE 'sent' END`;

/** Inserts a transfer with the next number of its order and store. */
const INSERT_TRANSFER = sql`INSERT INTO seller_transfers (id, [[order]], store, turn, kind, amountCents, state, stripeId, [[of]], created, updated)
    SELECT ${NEW_ID_SQL}, {:orderId}, {:storeId}, COUNT(*), {:kind}, {:cents}, 'done', '', {:of}, {:now}, {:now}
      FROM seller_transfers WHERE [[order]] = {:orderId} AND store = {:storeId}`;

/**
 * Withholds `debt.cents` of a share and counts them as recovered for the order of the debt, in one transaction.
 * False if share or debt has changed since.
 */
export async function payDebt(
  pb: PocketBase,
  share: Pick<SellerShare, 'orderId' | 'storeId'>,
  debt: Debt,
  at: Instant,
): Promise<boolean> {
  const now = dateOf(at);
  const { storeId } = share;
  const { cents } = debt;
  const from = { orderId: share.orderId, storeId, cents, now };
  const to = { id: debt.id, storeId, cents, now };
  const unchanged = { expect: 1, else: 'changed-meanwhile' };
  const steps = transaction(pb)
    .exec(
      sql`UPDATE seller_shares SET sentCents = sentCents + {:cents}, updated = {:now}
        WHERE [[order]] = {:orderId} AND store = {:storeId} AND state = 'owed' AND shareCents - sentCents >= {:cents}
          AND NOT EXISTS (SELECT 1 FROM seller_transfers AS t
            WHERE t.[[order]] = {:orderId} AND t.store = {:storeId} AND t.state = 'sending')`,
      from,
      unchanged,
    )
    .exec(INSERT_TRANSFER, { ...from, kind: 'withheld', of: debt.id });
  if (debt.of === 'membership')
    // The provider still holds it against this payment: the seller may keep it there from now on.
    steps.exec(
      sql`UPDATE guild_payments SET recoveredCents = recoveredCents + {:cents}, dueCents = dueCents + {:cents},
          isDebt = sentCents > dueCents + {:cents}, updated = {:now}
        WHERE id = {:id} AND store = {:storeId} AND isDebt = TRUE AND sentCents - dueCents >= {:cents}`,
      to,
      unchanged,
    );
  else
    steps
      .exec(
        sql`UPDATE seller_shares SET sentCents = sentCents - {:cents}, updated = {:now}
          WHERE [[order]] = {:id} AND store = {:storeId} AND state = 'debt' AND sentCents - shareCents >= {:cents}`,
        to,
        unchanged,
      )
      .exec(INSERT_TRANSFER, { ...from, orderId: debt.id, kind: 'recovered', of: share.orderId });
  const orders = debt.of === 'order' ? [share.orderId, debt.id] : [share.orderId];
  for (const orderId of orders)
    steps.exec(
      sql`UPDATE seller_shares SET state = ${BALANCED_STATE}
        WHERE [[order]] = {:orderId} AND store = {:storeId} AND sentCents = shareCents`,
      { orderId, storeId },
    );
  return (await refusalOf(steps, ['changed-meanwhile', 'conflict'])) === null;
}
