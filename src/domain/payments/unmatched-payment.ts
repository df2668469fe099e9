import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';

/**
 * A payment that arrived and has no order here, because the database lost the order (a power cut, a restored copy), or has one
 * that something else was paid for. It is tried again until it is delivered or given back.
 */

export const UNMATCHED_STATES = ['open', 'refunding', 'refunded', 'delivered'] as const;
export type UnmatchedState = (typeof UNMATCHED_STATES)[number];

/** Why a payment has no order, for the operator. */
export const UNMATCHED_REASONS = {
  'no-manifest': 'The payment page does not say what was bought.',
  'no-buyer':
    'The account of the buyer is not there any more. It is delivered as soon as they have registered with this address and confirmed it.',
  'no-product': 'One of the products is not there any more.',
  conflict: 'The buyer has ordered or paid the same a second time.',
  mismatch: 'Something else was paid than what was ordered.',
} as const;
export type UnmatchedReason = keyof typeof UNMATCHED_REASONS;

export interface UnmatchedPayment {
  id: string;
  sessionId: string;
  paymentId: string;
  orderId: string;
  /** As the buyer wrote it at the payment; "" where the provider does not say. */
  email: string;
  /** What is left of the payment, tax included. */
  paidCents: Cents;
  state: UnmatchedState;
  /** Null while nothing was tried. */
  reason: UnmatchedReason | null;
  tries: number;
  foundAt: Instant;
}

const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 6 * 3_600_000;

/** How long after a failed try the next one is made, in ms: a minute, then twice as long each time, at most six hours. */
export function unmatchedWaitMs(tries: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(Math.max(tries - 1, 0), 20), LONGEST_WAIT_MS);
}

/** Why a payment cannot be given back, or null. */
export function unmatchedRefundRefusal({
  state,
  paidCents,
}: Pick<UnmatchedPayment, 'state' | 'paidCents'>): keyof typeof UNMATCHED_REFUSAL_TEXTS | null {
  if (state !== 'open') return state;
  return paidCents > 0 ? null : 'refunded';
}

export const UNMATCHED_REFUSAL_TEXTS = {
  delivered: 'The order was rebuilt in the meantime. Refund it as an order.',
  refunding: 'The refund is under way.',
  refunded: 'All of it was given back already.',
} as const;
