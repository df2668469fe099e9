import type PocketBase from 'pocketbase';
import { lostMoney, type RefundFact } from '../../domain/commerce/dispute/lost-money.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf } from '../kernel/fields.ts';
import { afterPlace, type ListPlace } from '../kernel/list-place.ts';
import type { DisputesRecord, RefundsRecord } from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

/** A refund before it is requested at the provider. `key` is its idempotency key there. */
export interface NewRefund {
  orderId: string;
  lineId: string | null;
  amountCents: Cents;
  reason: string;
  by: 'operator' | 'seller';
  key: string;
}

/** All refunds of an order, oldest first: made, under way, and failed. */
export async function refundFacts(pb: PocketBase, orderId: string): Promise<RefundFact[]> {
  const records = await pb.collection('refunds').getFullList<RefundsRecord>({
    filter: pb.filter('order = {:orderId}', { orderId }),
    sort: '@rowid',
  });
  return records.map(({ stripeId, refundKey, line, amountCents, state }) => ({
    id: stripeId || refundKey,
    lineId: line === '' ? null : line,
    amountCents,
    state: state === 'done' || state === 'failed' ? state : 'pending',
  }));
}

/** All that was given back of an order: its refunds, and after them what banks took in lost disputes. */
export async function returnFacts(pb: PocketBase, orderId: string): Promise<RefundFact[]> {
  const [refunds, lost] = await Promise.all([
    refundFacts(pb, orderId),
    pb.collection('disputes').getFullList<DisputesRecord>({
      filter: pb.filter("order = {:orderId} && state = 'lost'", { orderId }),
      sort: '@rowid',
    }),
  ]);
  return [
    ...refunds,
    ...lost.map(({ stripeId, amountCents }) => lostMoney({ id: stripeId, state: 'lost', amountCents })),
  ];
}

/** One refund with all of its order, of which `id` is its own: what it is of each line depends on those before it. */
export async function refundWithFacts(
  pb: PocketBase,
  refundId: string,
): Promise<{ id: string; orderId: string; by: string; facts: RefundFact[] } | null> {
  const record = await orNull(pb.collection('refunds').getOne<RefundsRecord>(refundId));
  if (!record) return null;
  const { stripeId, refundKey, order, by } = record;
  return { id: stripeId || refundKey, orderId: order, by, facts: await refundFacts(pb, order) };
}

/** What was given back of each line of an order for this reason, made or under way, by the line's id. */
export async function refundedFor(
  pb: PocketBase,
  orderId: string,
  reason: string,
): Promise<ReadonlyMap<string, Cents>> {
  const records = await pb.collection('refunds').getFullList<RefundsRecord>({
    filter: pb.filter("order = {:orderId} && reason = {:reason} && state != 'failed'", { orderId, reason }),
  });
  const given = new Map<string, Cents>();
  for (const { line, amountCents } of records) given.set(line, (given.get(line) ?? 0) + amountCents);
  return given;
}

/** The key of an order's next refund: two that are asked for at once have the same, and the second one is refused. */
export const nextRefundKey = (orderId: string, before: readonly RefundFact[]): string =>
  `${orderId}:refund:${before.length}`;

/** Records a refund before it is requested at the provider, as a part of a transaction. Refused with `conflict`. */
export function withRefund(steps: Transaction, refund: NewRefund): Transaction {
  return steps.create('refunds', {
    order: refund.orderId,
    line: refund.lineId ?? '',
    amountCents: refund.amountCents,
    by: refund.by,
    reason: refund.reason,
    state: 'sending',
    refundKey: refund.key,
  });
}

/** Records a refund before it is requested at the provider. False if another one with this key exists. */
export async function recordRefund(pb: PocketBase, refund: NewRefund): Promise<boolean> {
  const steps = withRefund(transaction(pb), refund);
  return (await refusalOf(steps, ['conflict'])) === null;
}

/** Records the provider's answer to a refund. */
export async function completeRefund(
  pb: PocketBase,
  key: string,
  answer: { id: string; state: RefundFact['state'] },
  at: Instant,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE refunds SET state = {:state}, stripeId = {:stripe}, updated = {:now} WHERE refundKey = {:key}`,
      {
        key,
        state: answer.state,
        stripe: answer.id,
        now: dateOf(at),
      },
    )
    .run();
}

/** Recorded refunds without an answer from the provider, with their payment, oldest first, from a place on. */
export async function unfinishedRefunds(
  pb: PocketBase,
  before: Instant,
  after: ListPlace | null,
  limit: number,
): Promise<(ListPlace & { refund: NewRefund & { paymentId: string } })[]> {
  const list = await pb
    .collection('refunds')
    .getList<RefundsRecord & { expand?: { order?: { paymentId: string } } }>(1, limit, {
      filter: `${pb.filter("state = 'sending' && created < {:before}", { before: dateOf(before) })} && ${afterPlace(pb, 'created', after)}`,
      sort: 'created,id',
      expand: 'order',
      skipTotal: true,
    });
  return list.items.map((record) => ({
    id: record.id,
    at: record.created,
    refund: {
      orderId: record.order,
      lineId: record.line === '' ? null : record.line,
      amountCents: record.amountCents,
      reason: record.reason,
      by: record.by === 'seller' ? 'seller' : 'operator',
      key: record.refundKey,
      paymentId: record.expand?.order?.paymentId ?? '',
    },
  }));
}
