import { type StoredOrder, storedOrderBySession } from '../../data/commerce/orders.ts';
import { PaymentsUnavailable } from '../adapters/stripe/payments.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { fulfil } from './fulfilment.ts';

/** What a buyer who comes back from the payment page is told. */
export interface PaymentReturn {
  state: 'paid' | 'waiting' | 'expired' | 'unclear' | 'unknown';
  /** What was bought, without anything about the buyer: whoever holds the address may look. */
  lines: { productId: string | null; name: string; storeName: string }[];
  totalCents: number;
  isGift: boolean;
}

const UNKNOWN: PaymentReturn = { state: 'unknown', lines: [], totalCents: 0, isGift: false };

/**
 * Where a payment page stands, fulfilled on the way. Works without a login, because the cookie does not come along on
 * the way back from another site; the id of the page cannot be guessed.
 */
export async function paymentReturn(commerce: CommerceContext, sessionId: string): Promise<PaymentReturn> {
  if (!/^cs_\w{10,200}$/.test(sessionId)) return UNKNOWN;
  let state: PaymentReturn['state'];
  try {
    const outcome = await fulfil(commerce, sessionId);
    if (outcome === 'unknown') return UNKNOWN;
    state = { fulfilled: 'paid', unpaid: 'waiting', expired: 'expired', mismatch: 'unclear' }[
      outcome
    ] as PaymentReturn['state'];
  } catch (reason) {
    if (!(reason instanceof PaymentsUnavailable)) throw reason;
    commerce.onError(reason);
    state = 'waiting';
  }
  const file = await storedOrderBySession(commerce.pb, sessionId);
  if (!file) return state === 'waiting' ? { ...UNKNOWN, state } : UNKNOWN;
  return { state: wasPaid(file) ? 'paid' : state, ...shown(file) };
}

function wasPaid({ order }: StoredOrder): boolean {
  return order.state !== 'pending' && order.state !== 'expired';
}

function shown({ order }: StoredOrder): Omit<PaymentReturn, 'state'> {
  return {
    lines: order.lines.map(({ productId, productName, storeName }) => ({
      productId,
      name: productName,
      storeName,
    })),
    totalCents: order.totalCents + order.taxCents,
    isGift: order.gift !== null,
  };
}
