import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import type { DisputeState } from '../payments/payment.ts';

/** What a member paid for: the first month or year, a later one, or an upgrade to a higher tier ('raise'). */
export const GUILD_PAYMENT_KINDS = ['first', 'renewal', 'raise'] as const;
export type GuildPaymentKind = (typeof GUILD_PAYMENT_KINDS)[number];

/** `refunded` means in full; a partly refunded payment stays `paid`. `disputed` means while a dispute is open. */
export const GUILD_PAYMENT_STATES = ['paid', 'refunded', 'disputed'] as const;
export type GuildPaymentState = (typeof GUILD_PAYMENT_STATES)[number];

/** One payment of a member, split to the cent: `taxCents` + `commissionCents` + `netCents` = `paidCents`. */
export interface GuildPayment {
  id: string;
  guildId: string;
  storeId: string;
  memberId: string;
  tierId: string;
  kind: GuildPaymentKind;
  state: GuildPaymentState;
  /** What the card was charged, including tax. */
  paidCents: Cents;
  taxCents: Cents;
  commissionCents: Cents;
  netCents: Cents;
  /** Given back, by refunds and in lost disputes, including tax. */
  refundedCents: Cents;
  paidAt: Instant;
  /** The invoice number shown to the member. */
  number: string;
}

/** The state of a payment from its current refunds and disputes, regardless of the order in which they happened. */
export function guildPaymentState(facts: {
  paidCents: Cents;
  refundedCents: Cents;
  disputes: readonly DisputeState[];
}): GuildPaymentState {
  if (facts.disputes.includes('open')) return 'disputed';
  return facts.paidCents > 0 && facts.refundedCents >= facts.paidCents ? 'refunded' : 'paid';
}
