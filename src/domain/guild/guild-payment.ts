import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import type { DisputeState } from '../payments/payment.ts';
import { sellerPartOf } from '../payments/payment.ts';

/** What a member paid for: his first month or year, a later one, or the difference to a higher tier. */
export const GUILD_PAYMENT_KINDS = ['first', 'renewal', 'raise'] as const;
export type GuildPaymentKind = (typeof GUILD_PAYMENT_KINDS)[number];

/** `refunded` is given back whole; a part that was given back stays `paid`. `disputed` waits for the bank, or lost. */
export const GUILD_PAYMENT_STATES = ['paid', 'refunded', 'disputed'] as const;
export type GuildPaymentState = (typeof GUILD_PAYMENT_STATES)[number];

/** One payment of a member, taken apart to the cent: `commissionCents` and `netCents` are `paidCents`. */
export interface GuildPayment {
  id: string;
  guildId: string;
  storeId: string;
  memberId: string;
  tierId: string;
  kind: GuildPaymentKind;
  state: GuildPaymentState;
  /** What the card was charged, tax in it. */
  paidCents: Cents;
  taxCents: Cents;
  commissionCents: Cents;
  netCents: Cents;
  refundedCents: Cents;
  paidAt: Instant;
  /** The invoice's number, as the member reads it. */
  number: string;
}

/** The state of a payment from what is true of its money now; the order in which it came about plays no part. */
export function guildPaymentState(facts: {
  paidCents: Cents;
  refundedCents: Cents;
  disputes: readonly DisputeState[];
}): GuildPaymentState {
  if (facts.disputes.some((state) => state !== 'won')) return 'disputed';
  return facts.paidCents > 0 && facts.refundedCents >= facts.paidCents ? 'refunded' : 'paid';
}

/**
 * What is left of payments for seller and hall. What was given back is taken from both in proportion, as the provider
 * takes it; a disputed payment is the bank's until it is won.
 */
export function guildIncome(
  payments: readonly Pick<GuildPayment, 'state' | 'paidCents' | 'netCents' | 'refundedCents'>[],
): { paidCents: Cents; commissionCents: Cents; netCents: Cents } {
  let [paid, net] = [0, 0];
  for (const { state, paidCents, netCents, refundedCents } of payments) {
    if (state !== 'paid') continue;
    const back = Math.min(refundedCents, paidCents);
    paid += paidCents - back;
    net += netCents - sellerPartOf(netCents, back, paidCents);
  }
  return { paidCents: paid, commissionCents: paid - net, netCents: net };
}
