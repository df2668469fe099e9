import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';

/** The states of a dispute, which the payment provider settles with the buyer's bank. */
export const DISPUTE_STATES = ['open', 'won', 'lost'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** A dispute as the payment provider reports it: how much of a payment it is about, which may be a part. */
export interface DisputeFact {
  id: string;
  state: DisputeState;
  amountCents: Cents;
}

/** The only currency so far. It is stored with every order, so that old rows stay clear once there is a second one. */
export const CURRENCY = 'usd';

/** How long a payment page stays open, in ms. Stripe's minimum is 30 minutes; one more for clock drift. */
export const CHECKOUT_OPEN_MS = 31 * 60 * 1000;

/** The most lines of one payment page. Source: Stripe's reference for Checkout Sessions in payment mode. */
export const PAYMENT_LINES_MAX = 100;

/** How long the same request for a payment page may be repeated, in ms: afterwards Stripe's minimum is not met any more. */
const ATTEMPT_REPEATABLE_MS = 30 * 1000;

/**
 * Whether an attempt to open a payment page can be repeated as it is, so that the page of a lost answer is found again.
 * An older one is replaced by a new attempt, with a key and a moment of expiry of its own.
 */
export function isRepeatableAttempt(expiresAt: Instant, now: Instant): boolean {
  return now < expiresAt - CHECKOUT_OPEN_MS + ATTEMPT_REPEATABLE_MS;
}

/** `net`, a part of what was paid, times refunded / paid, rounded half up. It never falls as `refunded` grows, and equals `net` at the end. */
export function sellerPartOf(net: Cents, refunded: Cents, paid: Cents): Cents {
  if (paid === 0) return 0;
  return Number((2n * BigInt(net) * BigInt(refunded) + BigInt(paid)) / (2n * BigInt(paid)));
}
