import { storedOrder, storedOrderBySession } from '../../data/commerce/orders.ts';
import { pendingEvents } from '../../data/payments/payment-events.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { openTurns } from '../jobs/turns.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { fetchEvents, reconcile } from './reconciler.ts';

/** A payment whose order was placed after the snapshot: nobody here knows what it was for. */
export interface UnknownPayment {
  paymentId: string;
  sessionId: string;
  /** With tax. */
  paidCents: Cents;
}

/** Events from a little before the moment are asked for too: the provider's clock is another. In ms. */
const OVERLAP_MS = 5 * 60_000;
/** Events that are handled in one run of the reconciler; a run more for each as many. */
const EVENTS_A_RUN = 200;
const RUNS_MAX = 200;

/**
 * Brings a restored database up to what the payment provider knows happened since: payments of orders that were pending,
 * refunds, disputes, memberships, plans, accounts. Every movement of money is first looked for at the provider, because it
 * may have been made after the snapshot, and its idempotency key may have expired.
 * @param since the moment of the snapshot. The provider keeps events for 30 days.
 * @returns payments without an order here, for the operator to refund.
 */
export async function catchUp(commerce: CommerceContext, since: Instant): Promise<UnknownPayment[]> {
  const careful = lookingFirst(commerce);
  const events = await fetchEvents(careful, since - OVERLAP_MS);
  const turns = openTurns(EVENTS_A_RUN);
  let open = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS_MAX; run++) {
    await reconcile(careful, turns);
    const left = (await pendingEvents(commerce.pb, null, EVENTS_A_RUN)).length;
    // Full pages go on; events that fail are left to the site's own reconciler.
    if (left === 0 || (left < EVENTS_A_RUN && left >= open)) break;
    open = left;
  }
  return unknownPayments(commerce, events);
}

/** The same context, whose payments ask the provider for a movement before they request it. */
function lookingFirst(commerce: CommerceContext): CommerceContext {
  const { payments } = commerce;
  return {
    ...commerce,
    payments: {
      ...payments,
      transfer: (transfer) => payments.transfer({ ...transfer, isResumed: true }),
      reverse: (reversal) => payments.reverse({ ...reversal, isResumed: true }),
      refund: (refund) => payments.refund({ ...refund, isResumed: true }),
    },
  };
}

async function unknownPayments(
  { pb, payments }: CommerceContext,
  events: Awaited<ReturnType<typeof fetchEvents>>,
): Promise<UnknownPayment[]> {
  const sessions = new Set(
    events.flatMap(({ subject }) => (subject?.kind === 'checkout' ? [subject.id] : [])),
  );
  const unknown: UnknownPayment[] = [];
  for (const sessionId of sessions) {
    if (await storedOrderBySession(pb, sessionId)) continue;
    const checkout = await payments.checkout(sessionId);
    // A membership has invoices instead of a payment of its page, and is found again by its subscription.
    if (!checkout?.paid || checkout.paymentId === null) continue;
    if (checkout.orderId !== null && (await storedOrder(pb, checkout.orderId))) continue;
    const refundedCents = checkout.refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const paidCents = checkout.totalCents - refundedCents;
    if (paidCents > 0) unknown.push({ paymentId: checkout.paymentId, sessionId, paidCents });
  }
  return unknown;
}
