import type { Cents } from '../kernel/money.ts';

/** A dispute about a payment, as the payment provider settles it with the buyer's bank. */
export const DISPUTE_STATES = ['open', 'won', 'lost'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** The only currency so far; written on every order so that a second one needs no guess about old rows. */
export const CURRENCY = 'usd';

/** How long a buyermay take at the payment page, in ms. Stripe's shortest is 30 minutes; one more for clocks apart. */
export const CHECKOUT_OPEN_MS = 31 * 60 * 1000;

/** `net` in the proportion refunded : paid, rounded half up; never falls as `refunded` grows, and is `net` at the end. */
export function sellerPartOf(net: Cents, refunded: Cents, paid: Cents): Cents {
  if (paid === 0) return 0;
  return Number((2n * BigInt(net) * BigInt(refunded) + BigInt(paid)) / (2n * BigInt(paid)));
}
