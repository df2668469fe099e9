import type PocketBase from 'pocketbase';
import type { Debt } from '../../domain/commerce/debt.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import type { SellerSharesRecord } from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';
import type { SellerShare } from './settlements.ts';

/** What a store was sent too much and could not be called back, the oldest first. */
export async function debtsOfStore(pb: PocketBase, storeId: string): Promise<Debt[]> {
  const records = await pb.collection('seller_shares').getFullList<SellerSharesRecord>({
    filter: pb.filter("store = {:storeId} && state = 'debt'", { storeId }),
    sort: 'created,id',
  });
  return records
    .map(({ order, sentCents, shareCents }) => ({ orderId: order, cents: sentCents - shareCents }))
    .filter(({ cents }) => cents > 0);
}

/** Notes that a store holds more of an order than it should, and that nothing of it can be called back. */
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

/** Where a share stands when what was sent and what should be are equal; a dispute that is not won keeps it frozen. */
const EVEN = sql`CASE WHEN EXISTS (SELECT 1 FROM disputes WHERE disputes.[[order]] = seller_shares.[[order]]
    AND disputes.state <> 'won') THEN 'frozen' WHEN shareCents = 0 THEN 'returned' ELSE 'sent' END`;

/** A movement's row, by the next turn of its order and store. */
const MOVE = sql`INSERT INTO seller_transfers (id, [[order]], store, turn, kind, amountCents, state, stripeId, [[of]], created, updated)
    SELECT ${NEW_ID_SQL}, {:orderId}, {:storeId}, COUNT(*), {:kind}, {:cents}, 'done', '', {:of}, {:now}, {:now}
      FROM seller_transfers WHERE [[order]] = {:orderId} AND store = {:storeId}`;

/**
 * Keeps `debt.cents` of a share back and counts them as called back from the order they are owed for: both or neither.
 * False where share or debt is no longer what it was.
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
  const to = { orderId: debt.orderId, storeId, cents, now };
  const still = { expect: 1, else: 'changed-meanwhile' };
  const steps = transaction(pb)
    .exec(
      sql`UPDATE seller_shares SET sentCents = sentCents + {:cents}, updated = {:now}
        WHERE [[order]] = {:orderId} AND store = {:storeId} AND state = 'owed' AND shareCents - sentCents >= {:cents}
          AND NOT EXISTS (SELECT 1 FROM seller_transfers AS t
            WHERE t.[[order]] = {:orderId} AND t.store = {:storeId} AND t.state = 'sending')`,
      from,
      still,
    )
    .exec(
      sql`UPDATE seller_shares SET sentCents = sentCents - {:cents}, updated = {:now}
        WHERE [[order]] = {:orderId} AND store = {:storeId} AND state = 'debt' AND sentCents - shareCents >= {:cents}`,
      to,
      still,
    )
    .exec(MOVE, { ...from, kind: 'withheld', of: debt.orderId })
    .exec(MOVE, { ...to, kind: 'recovered', of: share.orderId });
  for (const { orderId } of [from, to]) {
    steps.exec(
      sql`UPDATE seller_shares SET state = ${EVEN}
        WHERE [[order]] = {:orderId} AND store = {:storeId} AND sentCents = shareCents`,
      { orderId, storeId },
    );
  }
  return (await refusalOf(steps, ['changed-meanwhile', 'conflict'])) === null;
}
