import { csvText } from '../kernel/csv.ts';
import { dayText, type Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import type { BusinessAccountState } from '../payments/business-account.ts';
import type { Dispute } from '../payments/dispute.ts';
import type { Income } from '../payments/income.ts';
import type { Debt } from './debt.ts';

/** A seller's money: pending shares and why they are held, the balance at the provider, and payouts to the bank. */

export interface Bank {
  name: string;
  last4: string;
}

/** A payout to a seller's bank. The money of a returned payout is at the provider again. */
export interface Payout {
  id: string;
  amountCents: Cents;
  state: 'on-its-way' | 'paid' | 'sent-back';
  leftAt: Instant;
  arrivesAt: Instant;
  bank: Bank | null;
}

export const PAYOUT_STATE_TEXTS: Record<Payout['state'], string> = {
  'on-its-way': 'On its way',
  paid: 'In your bank',
  'sent-back': 'Returned by your bank',
};

/** One booking within a payout: a transferred share, or a reversed one (below 0). */
export interface PayoutPart {
  /** The transfer or reversal; null if it does not belong to this marketplace. */
  movementId: string | null;
  at: Instant;
  cents: number;
}

/** A part with the sale behind it. */
export interface PayoutLine extends Omit<PayoutPart, 'movementId'> {
  /** Null for a membership, and for what does not belong to this marketplace. */
  order: { id: string; placedAt: Instant } | null;
  /** The products of the order, or the membership and its member; empty if it does not belong to this marketplace. */
  products: string[];
}

/** An amount on hold. `until` is null if no day is known; the text then says what it depends on. */
export interface Hold {
  reason: 'account' | 'suspended' | 'pre-order' | 'dispute' | 'sending' | 'clearing';
  cents: Cents;
  until: Instant | null;
  /** The orders behind it; empty where the provider reports only sums. A note says how a dispute stands. */
  orders: { id: string; placedAt: Instant; note?: string }[];
}

export const HOLD_TEXTS: Record<Hold['reason'], { title: string; text: string }> = {
  account: {
    title: 'Until your business account is active',
    text: 'Your shares of these sales are held for you and sent as soon as it is active.',
  },
  suspended: {
    title: 'While your store is suspended',
    text: 'What you earned is held and sent when the suspension is lifted. The e-mail we sent you says why and how to answer.',
  },
  'pre-order': {
    title: 'Until you deliver a pre-order',
    text: 'Your share of an order is sent when every pre-order of yours in it is delivered. If its day passes, the buyers are refunded.',
  },
  dispute: {
    title: 'Until a dispute is decided',
    text: 'A buyer’s bank is reviewing the payment, which takes up to three months. We respond to it for you.',
  },
  sending: {
    title: 'Being sent to your account',
    text: 'This takes minutes. If it is still here tomorrow, write to us.',
  },
  clearing: {
    title: 'Until the buyer’s payment has cleared',
    text: 'The payment provider holds each payment for some days before it can be paid out.',
  },
};

/** A share that has not been sent yet, or is frozen by a dispute. */
export interface HeldShare {
  /** Null for a membership. */
  order: { id: string; placedAt: Instant } | null;
  state: 'owed' | 'held' | 'frozen';
  cents: Cents;
  /** Of a frozen one: what was answered to the bank. Absent where it is not known. */
  dispute?: Pick<Dispute, 'dueAt' | 'answeredAt'>;
}

/** Data of the payouts page. */
export interface SellerMoney {
  /** What the store earned in all, and what of it is held while payments are disputed: the sums of the sales page. */
  earned: Pick<Income, 'yoursCents' | 'heldCents'>;
  account: BusinessAccountState;
  /** Whether the store is suspended: then nothing is sent, neither to the account nor to the bank. */
  isSuspended: boolean;
  /** Null if the provider could not be reached, or the seller has no account there. */
  provider: {
    availableCents: number;
    pendingCents: number;
    waits: { until: Instant; cents: number }[];
    bank: Bank | null;
    payouts: Payout[];
  } | null;
  shares: HeldShare[];
  debts: (Debt & { placedAt: Instant })[];
}

/** The money of a seller without the bank account it goes to, for whoever looks at their pages. */
export function withoutBank<T extends Pick<SellerMoney, 'provider'>>(money: T): T {
  const { provider } = money;
  if (!provider) return money;
  const payouts = provider.payouts.map((payout) => ({ ...payout, bank: null }));
  return { ...money, provider: { ...provider, bank: null, payouts } };
}

/** The three balances of a seller. Available is below 0 if more was reversed than there was. */
export function balanceCards({ provider, shares }: Pick<SellerMoney, 'provider' | 'shares'>): {
  pendingCents: Cents;
  availableCents: number;
  onItsWayCents: Cents;
} {
  const held = shares.reduce((sum, { cents }) => sum + cents, 0);
  return {
    pendingCents: held + (provider?.pendingCents ?? 0),
    availableCents: provider?.availableCents ?? 0,
    onItsWayCents: (provider?.payouts ?? [])
      .filter(({ state }) => state === 'on-its-way')
      .reduce((sum, { amountCents }) => sum + amountCents, 0),
  };
}

/** All holds; their sum is the pending balance. What the provider holds is listed by day. */
export function holdsOf({
  account,
  isSuspended,
  provider,
  shares,
}: Pick<SellerMoney, 'account' | 'isSuspended' | 'provider' | 'shares'>): Hold[] {
  const of = (reason: Hold['reason'], held: HeldShare[]): Hold[] => {
    const cents = held.reduce((sum, share) => sum + share.cents, 0);
    return cents === 0
      ? []
      : [
          {
            ...{ reason, cents, until: null },
            orders: held.flatMap(({ order, dispute }) =>
              order ? [{ ...order, ...(dispute && { note: disputeNote(dispute) }) }] : [],
            ),
          },
        ];
  };
  const owed = shares.filter(({ state }) => state === 'owed');
  const byDay = new Map<number, number>();
  for (const { until, cents } of provider?.waits ?? []) {
    const day = Math.ceil(until / DAY_MS) * DAY_MS;
    byDay.set(day, (byDay.get(day) ?? 0) + cents);
  }
  const dated = [...byDay.values()].reduce((sum, cents) => sum + cents, 0);
  const undated = (provider?.pendingCents ?? 0) - dated;
  const clearing = [...byDay]
    .sort(([a], [b]) => a - b)
    .map(([until, cents]): Hold => ({ reason: 'clearing', cents, until, orders: [] }));
  if (undated !== 0) clearing.push({ reason: 'clearing', cents: undated, until: null, orders: [] });
  return [
    ...of(account !== 'active' ? 'account' : isSuspended ? 'suspended' : 'sending', owed),
    ...of(
      'pre-order',
      shares.filter(({ state }) => state === 'held'),
    ),
    ...of(
      'dispute',
      shares.filter(({ state }) => state === 'frozen'),
    ),
    ...clearing.filter(({ cents }) => cents !== 0),
  ];
}

/** How a dispute stands, for its seller. */
export function disputeNote({ dueAt, answeredAt }: Pick<Dispute, 'dueAt' | 'answeredAt'>): string {
  if (answeredAt !== null) return `evidence handed in on ${dayText(answeredAt)}, the bank decides`;
  return dueAt === null ? 'the bank decides' : `we hand in evidence by ${dayText(dueAt)}`;
}

const DAY_MS = 86_400_000;
const MONDAY = 1;

/** The next payout day: the coming Monday in UTC. On a Monday, that day's payout has already left. */
export function nextPayoutDay(now: Instant): Instant {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const ahead = (MONDAY - new Date(today).getUTCDay() + 7) % 7 || 7;
  return today + ahead * DAY_MS;
}

const amount = (cents: number) => ({ cents });
const day = (at: Instant) => new Date(at).toISOString().slice(0, 10);

/** Payouts as CSV, amounts in dollars. */
export function payoutsCsv(payouts: readonly Payout[]): string {
  return csvText([
    ['Left', 'Arrives', 'Amount', 'State', 'Bank', 'Account ending in', 'Id'],
    ...payouts.map(({ id, leftAt, arrivesAt, amountCents, state, bank }) => [
      day(leftAt),
      day(arrivesAt),
      amount(amountCents),
      PAYOUT_STATE_TEXTS[state],
      bank?.name ?? '',
      bank?.last4 ?? '',
      id,
    ]),
  ]);
}

/** The lines of a payout as CSV; reversed shares have a column of their own. */
export function payoutLinesCsv(
  lines: readonly PayoutLine[],
  numberOf: (order: { id: string; placedAt: Instant }) => string,
): string {
  return csvText([
    ['Day', 'Order', 'Products', 'Amount', 'Reversed'],
    ...lines.map(({ at, order, products, cents }) => [
      day(at),
      order ? numberOf(order) : '',
      products.join('; '),
      cents > 0 ? amount(cents) : '',
      cents < 0 ? amount(-cents) : '',
    ]),
  ]);
}
