import { pendingEvents } from '../../data/payments/payment-events.ts';
import { openUnmatched } from '../../data/payments/unmatched-payments.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { UnmatchedPayment } from '../../domain/payments/unmatched-payment.ts';
import { openTurns } from '../jobs/turns.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { fetchEvents, reconcile } from './reconciler.ts';

/** Payments without an order that are told at most; the desk has all of them. */
const TOLD_MAX = 1000;
/** Events from a little before the moment are asked for too: the provider's clock is another. In ms. */
const OVERLAP_MS = 5 * 60_000;
/** Events that are handled in one run of the reconciler; a run more for each as many. */
const EVENTS_A_RUN = 200;
const RUNS_MAX = 200;

/**
 * Brings a restored database up to what the payment provider knows happened since: payments of orders that were pending,
 * refunds, disputes, memberships, plans, accounts. Orders that were placed and paid afterwards are written again from what their
 * payment pages carry. Every movement of money is first looked for at the provider, because it
 * may have been made after the snapshot, and its idempotency key may have expired.
 * @param since the moment of the snapshot. The provider keeps events for 30 days.
 * @returns payments that have no order even so; they wait at the desk.
 */
export async function catchUp(commerce: CommerceContext, since: Instant): Promise<UnmatchedPayment[]> {
  const careful = lookingFirst(commerce);
  await fetchEvents(careful, since - OVERLAP_MS);
  const turns = openTurns(EVENTS_A_RUN);
  let open = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS_MAX; run++) {
    await reconcile(careful, turns);
    const left = (await pendingEvents(commerce.pb, null, EVENTS_A_RUN)).length;
    // Full pages go on; events that fail are left to the site's own reconciler.
    if (left === 0 || (left < EVENTS_A_RUN && left >= open)) break;
    open = left;
  }
  return openUnmatched(commerce.pb, TOLD_MAX);
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
