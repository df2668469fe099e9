import type PocketBase from 'pocketbase';
import type { RefundFact } from '../../domain/commerce/settlement.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { dateOf } from '../kernel/fields.ts';
import type { RefundsRecord } from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';

export interface NewRefund {
  orderId: string;
  lineId: string | null;
  amountCents: Cents;
  reason: string;
  by: 'operator' | 'seller';
  key: string;
}

/** What was given back or asked for so far; failed ones do not count in sums, but keep their number. */
export async function refundTotals(
  pb: PocketBase,
  orderId: string,
): Promise<{ count: number; inAll: Cents; ofLine: (lineId: string) => Cents }> {
  const records = await refundsOf(pb, orderId);
  const counted = records.filter(({ state }) => state !== 'failed');
  const sum = (rows: RefundsRecord[]) => rows.reduce((whole, { amountCents }) => whole + amountCents, 0);
  return {
    count: records.length,
    inAll: sum(counted),
    ofLine: (lineId) => sum(counted.filter(({ line }) => line === lineId)),
  };
}

/** Writes a refund down before it is asked for. False where another has its turn. */
export async function recordRefund(pb: PocketBase, wish: NewRefund): Promise<boolean> {
  const steps = transaction(pb).create('refunds', {
    order: wish.orderId,
    line: wish.lineId ?? '',
    amountCents: wish.amountCents,
    by: wish.by,
    reason: wish.reason,
    state: 'sending',
    refundKey: wish.key,
  });
  return (await refusalOf(steps, ['conflict'])) === null;
}

/** Keeps what the provider made of a refund. */
export async function completeRefund(
  pb: PocketBase,
  key: string,
  made: { id: string; state: RefundFact['state'] },
  at: Instant,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE refunds SET state = {:state}, stripeId = {:stripe}, updated = {:now} WHERE refundKey = {:key}`,
      {
        key,
        state: made.state,
        stripe: made.id,
        now: dateOf(at),
      },
    )
    .run();
}

/** Refunds written down and never answered, with the payment they are for. */
export async function unfinishedRefunds(
  pb: PocketBase,
  before: Instant,
  limit: number,
): Promise<(NewRefund & { paymentId: string })[]> {
  const list = await pb
    .collection('refunds')
    .getList<RefundsRecord & { expand?: { order?: { paymentId: string } } }>(1, limit, {
      filter: pb.filter("state = 'sending' && created < {:before}", { before: dateOf(before) }),
      expand: 'order',
      skipTotal: true,
    });
  return list.items.map((record) => ({
    orderId: record.order,
    lineId: record.line === '' ? null : record.line,
    amountCents: record.amountCents,
    reason: record.reason,
    by: record.by === 'seller' ? 'seller' : 'operator',
    key: record.refundKey,
    paymentId: record.expand?.order?.paymentId ?? '',
  }));
}

async function refundsOf(pb: PocketBase, orderId: string): Promise<RefundsRecord[]> {
  return pb.collection('refunds').getFullList<RefundsRecord>({
    filter: pb.filter('order = {:orderId}', { orderId }),
  });
}
