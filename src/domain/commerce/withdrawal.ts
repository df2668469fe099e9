import { hasRightOfWithdrawal } from '../kernel/countries.ts';
import type { Instant } from '../kernel/instant.ts';
import { WITHDRAWAL_DAYS } from '../payments/waiver.ts';

/** Withdrawing from a contract. Source: directive 2011/83/EU Art. 9 to 16; Consumer Contracts Regulations 2013. */

/** How long a contract can be withdrawn from, in ms. */
export const WITHDRAWAL_MS = WITHDRAWAL_DAYS * 86_400_000;

/** What is known of an order's line when its buyer withdraws. */
export interface WithdrawnLine {
  /** Whether anything of it was downloaded, or a gift of a membership redeemed. */
  downloaded: boolean;
  /** Whether money is left to be given back. */
  leftCents: number;
}

export type WithdrawalRefusal = 'too-late' | 'no-right' | 'waived' | 'downloaded' | 'nothing-left';

export const WITHDRAWAL_REFUSAL_TEXTS: Record<WithdrawalRefusal, string> = {
  'too-late': `The ${WITHDRAWAL_DAYS} days in which you could withdraw are over.`,
  'no-right': 'In the country of your payment there is no right of withdrawal for downloads.',
  waived: 'You asked for delivery at once and agreed that you lose the right of withdrawal.',
  downloaded: 'It was downloaded or redeemed already.',
  'nothing-left': 'Nothing is left to be refunded.',
};

/**
 * Why a line of a paid order is not refunded to a buyer who withdraws, or null.
 * @param order its country as the payment provider says it, "" where it is not known: then the buyer has the right
 */
export function withdrawalRefusal(
  order: { paidAt: Instant; country: string; isWaived: boolean },
  line: WithdrawnLine,
  now: Instant,
): WithdrawalRefusal | null {
  if (line.leftCents <= 0) return 'nothing-left';
  if (order.country !== '' && !hasRightOfWithdrawal(order.country)) return 'no-right';
  if (order.isWaived) return 'waived';
  if (now > order.paidAt + WITHDRAWAL_MS) return 'too-late';
  return line.downloaded ? 'downloaded' : null;
}
