import { type StoredOrder, storedOrderBySession } from '../../data/commerce/orders.ts';
import { refundFacts } from '../../data/commerce/refunds.ts';
import { refundable } from '../../domain/commerce/settlement.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { isPageId, PaymentsUnavailable } from '../adapters/stripe/payments.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { fulfil } from './fulfilment.ts';
import { membershipGiftPaidBy } from './membership-gifts.ts';
import type { PageLookups } from './page-lookups.ts';

/** What the success page shows after the payment page. */
export interface PaymentReturn {
  /** `returned`: all of it comes back, as it is not sold in the buyer's country or was refunded. */
  state: 'paid' | 'returned' | 'waiting' | 'expired' | 'unclear' | 'unknown';
  /** The products, without anything about the buyer: anyone with the address may see this. */
  /** `arrivesBy`: the promised day of a pre-order that was not delivered; null for what is there. */
  lines: { productId: string | null; name: string; storeName: string; arrivesBy: Instant | null }[];
  totalCents: number;
  isGift: boolean;
  /** For a gift of a membership, when its link is mailed; else null. */
  mailedOn: Instant | null;
}

const UNKNOWN: PaymentReturn = { state: 'unknown', lines: [], totalCents: 0, isGift: false, mailedOn: null };

/**
 * Fulfils a payment page and returns its state. Works without a session, because the strict cookie is not sent on the way
 * back from another site; the id of the page cannot be guessed. The provider is asked only about pages of orders that are
 * not paid yet, and about unknown ids a limited number of times: an order whose page was never saved is found that way.
 */
export async function paymentReturn(
  commerce: CommerceContext,
  sessionId: string,
  { lookups, client }: { lookups: PageLookups; client: string },
): Promise<PaymentReturn> {
  if (!isPageId(sessionId)) return UNKNOWN;
  const known = await storedOrderBySession(commerce.pb, sessionId);
  if (known && wasPaid(known))
    return { state: await paidState(commerce, known), ...(await shown(commerce, known)) };
  if (!known && !(await lookups.mayAsk(sessionId, client))) return UNKNOWN;
  let state: PaymentReturn['state'];
  try {
    const outcome = await fulfil(commerce, sessionId);
    if (outcome === 'unknown') {
      lookups.rememberUnknown(sessionId);
      return UNKNOWN;
    }
    state = { fulfilled: 'paid', unpaid: 'waiting', expired: 'expired', mismatch: 'unclear' }[
      outcome
    ] as PaymentReturn['state'];
  } catch (reason) {
    if (!(reason instanceof PaymentsUnavailable)) throw reason;
    commerce.onError(reason);
    state = 'waiting';
  }
  const stored = await storedOrderBySession(commerce.pb, sessionId);
  if (!stored) return state === 'waiting' ? { ...UNKNOWN, state } : UNKNOWN;
  if (wasPaid(stored)) state = await paidState(commerce, stored);
  return { state, ...(await shown(commerce, stored)) };
}

/** Whether what was paid stays so: a refund counts from the moment it is recorded. */
async function paidState(commerce: CommerceContext, { order }: StoredOrder): Promise<'paid' | 'returned'> {
  const { paidCents, refundedCents } = refundable(order, null, await refundFacts(commerce.pb, order.id));
  return paidCents > 0 && refundedCents >= paidCents ? 'returned' : 'paid';
}

function wasPaid({ order }: StoredOrder): boolean {
  return order.state !== 'pending' && order.state !== 'expired';
}

async function shown(
  commerce: CommerceContext,
  { order }: StoredOrder,
): Promise<Omit<PaymentReturn, 'state'>> {
  const membership = await membershipGiftPaidBy(commerce, order);
  return {
    lines: order.lines.map(({ productId, productName, storeName, preOrder }) => ({
      productId,
      name: productName,
      storeName,
      arrivesBy: preOrder?.state === 'open' ? preOrder.promisedDay : null,
    })),
    totalCents: order.totalCents + order.taxCents,
    isGift: order.gift !== null || membership !== null,
    mailedOn: membership && Math.max(membership.deliverAt, order.paidAt ?? 0),
  };
}
