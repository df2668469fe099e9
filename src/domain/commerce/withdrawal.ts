import { hasRightOfWithdrawal } from '../kernel/countries.ts';
import type { Instant } from '../kernel/instant.ts';
import { type Cents, moneyText } from '../kernel/money.ts';
import { WITHDRAWAL_DAYS } from '../payments/waiver.ts';

/** Withdrawing from a contract. Source: directive 2011/83/EU Art. 9 to 16; Consumer Contracts Regulations 2013. */

/** How long a contract can be withdrawn from, in ms. */
export const WITHDRAWAL_MS = WITHDRAWAL_DAYS * 86_400_000;

/** What is known of an order's line, or of a payment for a subscription, when its buyer withdraws. */
export interface WithdrawnLine {
  /** Whether anything of an order's line was downloaded, or its gift redeemed; of a payment, everything that it brought. */
  downloaded: boolean;
  /** What is left to be given back, with tax. */
  leftCents: Cents;
  /** Whether it is a pre-order that is not delivered: it can be cancelled by everybody until then. */
  awaited?: boolean;
}

export type WithdrawalRefusal = 'too-late' | 'no-right' | 'waived' | 'downloaded' | 'nothing-left' | 'trader';

export const WITHDRAWAL_REFUSAL_TEXTS: Record<WithdrawalRefusal, string> = {
  'too-late': `The ${WITHDRAWAL_DAYS} days in which you could withdraw are over.`,
  'no-right': 'In the country of your payment there is no right of withdrawal for downloads.',
  waived:
    'It was delivered when you asked for it, and you agreed that you lose the right of withdrawal then.',
  downloaded: 'It was downloaded or redeemed already.',
  'nothing-left': 'Nothing is left to be refunded.',
  trader: 'Your store sells as a trader, and the right of withdrawal is for consumers.',
};

/**
 * Why a line of a paid order, or a payment for a subscription, is not refunded to a buyer who withdraws, or null.
 * @param contract its country as the payment provider says it, "" where it is not known: then the buyer has the right
 */
export function withdrawalRefusal(
  contract: { paidAt: Instant; country: string; isWaived: boolean; isTrader?: boolean },
  line: WithdrawnLine,
  now: Instant,
): WithdrawalRefusal | null {
  if (line.leftCents <= 0) return 'nothing-left';
  if (line.awaited) return null;
  if (contract.country !== '' && !hasRightOfWithdrawal(contract.country)) return 'no-right';
  if (contract.isTrader) return 'trader';
  if (contract.isWaived) return 'waived';
  if (now > contract.paidAt + WITHDRAWAL_MS) return 'too-late';
  return line.downloaded ? 'downloaded' : null;
}

/** What was used of a payment for a membership. */
export interface PaymentUse {
  /** Months that it paid for, and how many of them have begun. */
  months: number;
  begun: number;
  /** Models that it brought so far, and how many of them were downloaded. */
  models: number;
  downloaded: number;
}

/**
 * What is kept of a payment whose member withdraws: the price of the months that have begun, in the proportion in which the
 * models that it brought were downloaded. Nothing where nothing was downloaded. Source: directive 2011/83/EU Art. 14 (3).
 * @param paidCents with tax
 */
export function keptCents(paidCents: Cents, { months, begun, models, downloaded }: PaymentUse): Cents {
  if (models === 0 || months === 0) return 0;
  return Math.round((paidCents * begun * downloaded) / (months * models));
}

/** What of a payment is kept. */
export interface KeptPart extends Pick<PaymentUse, 'models' | 'downloaded'> {
  cents: Cents;
}

/** Why a part of a payment is kept, as page and mail say it. */
export function keptText({ cents, models, downloaded }: KeptPart): string {
  return `${moneyText(cents)} is kept, because you downloaded ${downloaded} of the ${models} models that it brought. Those stay yours.`;
}
