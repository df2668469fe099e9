import { hasRightOfWithdrawal } from '../kernel/countries.ts';
import type { Instant } from '../kernel/instant.ts';
import { type Cents, moneyText } from '../kernel/money.ts';
import { splitByWeight } from '../kernel/split.ts';
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

/** A line of an order whose buyer withdraws; amounts with tax. */
export interface BundledLine {
  id: string;
  /** What names the bundle or the full release that it was bought with; null if it was bought alone. */
  bundle: string | null;
  /** Its price outside of the bundle, and what was paid for it. */
  listCents: Cents;
  paidCents: Cents;
  /** What is left to be given back. */
  leftCents: Cents;
  /** Whether the buyer keeps it because it was delivered, or gives it back; null where it is neither. */
  outcome: 'kept' | 'returned' | null;
}

/** The list price of a line of an order with tax, where it was paid with `paidCents` for a lower price. */
export function listPriceWithTax(
  { listCents, discountCents }: { listCents: Cents; discountCents: Cents },
  paidCents: Cents,
): Cents {
  const shownCents = listCents - discountCents;
  return shownCents <= 0 ? listCents : Math.round((listCents * paidCents) / shownCents);
}

/**
 * What is kept of returned lines because others of their bundle stay with the buyer: those cost their list prices, up to the
 * price of the whole bundle. By the lines' ids; lines of which nothing is kept are left out.
 */
export function keptOfBundles(lines: readonly BundledLine[]): Map<string, Cents> {
  const kept = new Map<string, Cents>();
  for (const bundle of new Set(lines.flatMap((line) => line.bundle ?? []))) {
    const all = lines.filter((line) => line.bundle === bundle);
    const staying = all.filter(({ outcome }) => outcome === 'kept');
    const returned = all.filter(({ outcome }) => outcome === 'returned');
    const price = Math.min(
      staying.reduce((sum, { listCents }) => sum + listCents, 0),
      all.reduce((sum, { paidCents }) => sum + paidCents, 0),
    );
    const missing = price - staying.reduce((sum, { paidCents }) => sum + paidCents, 0);
    const left = returned.map(({ leftCents }) => Math.max(0, leftCents));
    const room = left.reduce((sum, cents) => sum + cents, 0);
    for (const [at, cents] of splitByWeight(Math.min(Math.max(0, missing), room), left).entries())
      if (cents > 0) kept.set(returned[at]?.id ?? '', cents);
  }
  return kept;
}

/** What of a payment, or of a line of an order, is kept. */
export type KeptPart =
  | (Pick<PaymentUse, 'models' | 'downloaded'> & { cents: Cents; bundle?: never })
  /** `bundle` is its title. */
  | { cents: Cents; bundle: string };

/** Why a part of a payment is kept, as page and mail say it. */
export function keptText(part: KeptPart): string {
  if (part.bundle !== undefined)
    return `${moneyText(part.cents)} is kept, because the models of “${part.bundle}” that you downloaded cost their own prices without it.`;
  const { cents, models, downloaded } = part;
  return `${moneyText(cents)} is kept, because you downloaded ${downloaded} of the ${models} models that it brought. Those stay yours.`;
}
