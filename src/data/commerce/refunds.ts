import type PocketBase from 'pocketbase';
import { lostMoney, type RefundFact } from '../../domain/commerce/dispute/lost-money.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { dateOf } from '../kernel/fields.ts';
import type { ListPlace } from '../kernel/list-place.ts';
import { ask, first, select } from '../kernel/query.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { from, shape, value } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

const r = tables.refunds.as('r');
const d = tables.disputes.as('d');
const o = tables.orders.as('o');

/** A line of which something can still be given back: its order was paid, and not all of it went back. */
export const hasLeft = (line: { paidCents: Sql; refundedCents: Sql }, order: { state: Sql }) =>
  sql`${line.paidCents} > ${line.refundedCents} AND ${order.state} IN ('paid', 'partly_refunded', 'disputed')`;

/** A refund's id at the provider; before there is one, its key. */
const FACT_ID = from({ stripeId: r.stripeId, key: r.refundKey }, ({ stripeId, key }) => stripeId || key);

const REFUND_FACT = shape({
  id: FACT_ID,
  lineId: r.line.orNull,
  amountCents: r.amountCents,
  state: r.state.as((state): RefundFact['state'] => (state === 'sending' ? 'pending' : state)),
});
const LOST = shape({ id: d.stripeId, amountCents: d.amountCents });
const ONE_REFUND = shape({ id: FACT_ID, orderId: r.order, by: r.by });
const GIVEN = shape({ lineId: r.line, amountCents: r.amountCents });
const UNFINISHED = shape({
  id: r.id,
  at: value(sql`r.created`, text),
  refund: {
    orderId: r.order,
    lineId: r.line.orNull,
    amountCents: r.amountCents,
    reason: r.reason,
    by: r.by.as((by) => (by === 'seller' ? 'seller' : 'operator')),
    key: r.refundKey,
    paymentId: o.paymentId.or(''),
  },
});

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
  const [facts] = await ask(
    pb,
    select(
      REFUND_FACT,
      sql`SELECT ${REFUND_FACT} FROM refunds r WHERE r.[[order]] = {:orderId} ORDER BY r.rowid`,
      { orderId },
    ),
  );
  return facts;
}

/** All that was given back of an order: its refunds, and after them what banks took in lost disputes. */
export async function returnFacts(pb: PocketBase, orderId: string): Promise<RefundFact[]> {
  const [refunds, [lost]] = await Promise.all([
    refundFacts(pb, orderId),
    ask(
      pb,
      select(
        LOST,
        sql`SELECT ${LOST} FROM disputes d WHERE d.[[order]] = {:orderId} AND d.state = 'lost' ORDER BY d.rowid`,
        { orderId },
      ),
    ),
  ]);
  return [...refunds, ...lost.map((dispute) => lostMoney({ ...dispute, state: 'lost' }))];
}

/** One refund with all of its order, of which `id` is its own: what it is of each line depends on those before it. */
export async function refundWithFacts(
  pb: PocketBase,
  refundId: string,
): Promise<{ id: string; orderId: string; by: string; facts: RefundFact[] } | null> {
  const refund = await first(
    pb,
    select(ONE_REFUND, sql`SELECT ${ONE_REFUND} FROM refunds r WHERE r.id = {:refundId}`, { refundId }),
  );
  return refund ? { ...refund, facts: await refundFacts(pb, refund.orderId) } : null;
}

/** What was given back of each line of an order for this reason, made or under way, by the line's id. */
export async function refundedFor(
  pb: PocketBase,
  orderId: string,
  reason: string,
): Promise<ReadonlyMap<string, Cents>> {
  const [refunds] = await ask(
    pb,
    select(
      GIVEN,
      sql`SELECT ${GIVEN} FROM refunds r
        WHERE r.[[order]] = {:orderId} AND r.reason = {:reason} AND r.state <> 'failed'`,
      { orderId, reason },
    ),
  );
  const given = new Map<string, Cents>();
  for (const { lineId, amountCents } of refunds) given.set(lineId, (given.get(lineId) ?? 0) + amountCents);
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
  const [unfinished] = await ask(
    pb,
    select(
      UNFINISHED,
      sql`SELECT ${UNFINISHED} FROM refunds r LEFT JOIN orders o ON o.id = r.[[order]]
        WHERE r.state = 'sending' AND r.created < {:before} AND (r.created, r.id) > ({:at}, {:id})
        ORDER BY r.created, r.id LIMIT {:limit}`,
      { before: dateOf(before), at: after?.at ?? '', id: after?.id ?? '', limit },
    ),
  );
  return unfinished;
}
