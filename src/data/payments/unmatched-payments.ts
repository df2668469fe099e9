import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { UnmatchedReason } from '../../domain/payments/unmatched-payment.ts';
import { deskTransaction, withDeed } from '../identity/roles.ts';
import type { Actor } from '../kernel/actor.ts';
import { dateOf } from '../kernel/fields.ts';
import type { ListPlace } from '../kernel/list-place.ts';
import { ask, first, select } from '../kernel/query.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

const p = tables.unmatchedPayments.as('p');

const OF_PAYMENT = {
  id: p.id,
  sessionId: p.sessionId,
  paymentId: p.paymentId,
  orderId: p.orderId,
  email: p.email,
  paidCents: p.paidCents,
  state: p.state,
  reason: p.reason.orNull,
  tries: p.tries,
  foundAt: p.created,
};
const PAYMENT = shape(OF_PAYMENT);
const DUE = shape({ id: p.id, at: value(sql`p.tryAt`, text), sessionId: p.sessionId, state: p.state });

/** A payment without an order as it is stored. */
export type StoredUnmatched = RowOf<typeof OF_PAYMENT>;

/** A payment that arrived, as the provider tells it. */
export interface ArrivedPayment {
  sessionId: string;
  paymentId: string;
  orderId: string;
  email: string;
  paidCents: number;
}

/** Writes down that a payment has no order, before anything is done about it. A known one gets what is left of it now. */
export async function noteUnmatched(
  pb: PocketBase,
  payment: ArrivedPayment,
  now: Instant,
): Promise<StoredUnmatched> {
  await transaction(pb)
    .exec(
      sql`INSERT INTO unmatched_payments (id, sessionId, paymentId, orderId, email, paidCents, state, reason, tries, tryAt, created, updated)
        VALUES (${NEW_ID_SQL}, {:sessionId}, {:paymentId}, {:orderId}, {:email}, {:paidCents}, 'open', '', 0, {:now}, {:now}, {:now})
        ON CONFLICT (sessionId) DO UPDATE SET paidCents = {:paidCents}, updated = {:now},
          state = iif(state = 'open' AND {:paidCents} <= 0, 'refunded', state)`,
      { ...payment, now: dateOf(now) },
    )
    .run();
  const noted = await unmatchedBySession(pb, payment.sessionId);
  if (!noted) throw new Error(`the payment of ${payment.sessionId} was noted and is not there`);
  return noted;
}

const unmatchedBySession = (pb: PocketBase, sessionId: string) =>
  first(
    pb,
    select(PAYMENT, sql`SELECT ${PAYMENT} FROM unmatched_payments p WHERE p.sessionId = {:sessionId}`, {
      sessionId,
    }),
  );

/** A payment without an order; null where there is none with this id. */
export const unmatchedPayment = (pb: PocketBase, id: string) =>
  first(pb, select(PAYMENT, sql`SELECT ${PAYMENT} FROM unmatched_payments p WHERE p.id = {:id}`, { id }));

/** Writes down why a payment could not be delivered, and when it is tried again. */
export async function deferUnmatched(
  pb: PocketBase,
  id: string,
  { reason, tryAt }: { reason: UnmatchedReason; tryAt: Instant },
  queue: (steps: Transaction) => Transaction,
  now: Instant,
): Promise<void> {
  const steps = transaction(pb).exec(
    sql`UPDATE unmatched_payments SET reason = {:reason}, tries = tries + 1, tryAt = {:tryAt}, updated = {:now}
      WHERE id = {:id} AND state = 'open'`,
    { id, reason, tryAt: dateOf(tryAt), now: dateOf(now) },
  );
  await queue(steps).run();
}

/** Marks a payment as delivered, in the transaction that writes its order again. Its refusal is `conflict`. */
export function withDeliveredPayment(steps: Transaction, id: string, now: Instant): Transaction {
  return steps.exec(
    sql`UPDATE unmatched_payments SET state = 'delivered', reason = '', updated = {:now} WHERE id = {:id} AND state = 'open'`,
    { id, now: dateOf(now) },
    { expect: 1, else: 'conflict' },
  );
}

/** Marks a payment as delivered whose order turned out to be there. */
export async function markDelivered(pb: PocketBase, id: string, now: Instant): Promise<void> {
  await refusalOf(withDeliveredPayment(transaction(pb), id, now), ['conflict']);
}

/** Payments to work on now, from a place on: open ones to deliver, and refunds without an answer. */
export async function dueUnmatched(pb: PocketBase, now: Instant, after: ListPlace | null, limit: number) {
  const [due] = await ask(
    pb,
    select(
      DUE,
      sql`SELECT ${DUE} FROM unmatched_payments p WHERE p.state <> 'delivered' AND p.state <> 'refunded' AND p.tryAt <= {:now}
        AND (p.tryAt, p.id) > ({:at}, {:after}) ORDER BY p.tryAt, p.id LIMIT {:limit}`,
      { now: dateOf(now), at: after?.at ?? '', after: after?.id ?? '', limit },
    ),
  );
  return due;
}

/** Open payments, oldest first: the first of them, for a list that a person reads. */
export async function openUnmatched(pb: PocketBase, limit: number): Promise<StoredUnmatched[]> {
  const [found] = await ask(
    pb,
    select(
      PAYMENT,
      sql`SELECT ${PAYMENT} FROM unmatched_payments p WHERE p.state = 'open' AND p.created > '2' ORDER BY p.created, p.id LIMIT {:limit}`,
      { limit },
    ),
  );
  return found;
}

/** Writes down that a payment is being given back, before the provider is asked. False where it is not open any more. */
export async function beginUnmatchedRefund(
  pb: PocketBase,
  { id, tryAt, reason }: { id: string; tryAt: Instant; reason: string },
  by: Actor,
  now: Instant,
): Promise<boolean> {
  const steps = deskTransaction(pb, by).exec(
    sql`UPDATE unmatched_payments SET state = 'refunding', tryAt = {:tryAt}, updated = {:now} WHERE id = {:id} AND state = 'open'`,
    { id, tryAt: dateOf(tryAt), now: dateOf(now) },
    { expect: 1, else: 'not-open' },
  );
  withDeed(
    steps,
    { collection: 'unmatched_payments', record: id, deed: 'order.refund', detail: reason },
    now,
  );
  return (await refusalOf(steps, ['not-open'])) === null;
}

/** Ends a refund: it is made, or the provider refused it and the payment is open again. False where it ended before. */
export async function endUnmatchedRefund(
  pb: PocketBase,
  id: string,
  state: 'refunded' | 'open',
  queue: (steps: Transaction) => Transaction,
  now: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE unmatched_payments SET state = {:state}, updated = {:now} WHERE id = {:id} AND state = 'refunding'`,
    { id, state, now: dateOf(now) },
    { expect: 1, else: 'ended' },
  );
  return (await refusalOf(queue(steps), ['ended'])) === null;
}
