import { csvText } from '../kernel/csv.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import type { BusinessAccountState } from '../payments/business-account.ts';
import type { Debt } from './debt.ts';

/** What a seller is owed, where it lies, why it waits, and what left for the bank. */

export interface Bank {
  name: string;
  last4: string;
}

/** Money that left for a seller's bank. One that is sent back lies at the provider again. */
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
  'sent-back': 'Sent back by your bank',
};

/** One booking within a payout: a share that came, or one that was called back (below 0). */
export interface PayoutPart {
  /** The transfer or reversal it is; null for what is none of ours. */
  movementId: string | null;
  at: Instant;
  cents: number;
}

/** A part with the sale behind it; null where it is none of ours. */
export interface PayoutLine extends Omit<PayoutPart, 'movementId'> {
  order: { id: string; placedAt: Instant } | null;
  products: string[];
}

/** What waits, why, and until when. `until` is null where no day is known: then the words say what it hangs on. */
export interface Hold {
  reason: 'account' | 'dispute' | 'sending' | 'clearing';
  cents: Cents;
  until: Instant | null;
  /** The orders it is of; empty where the provider tells only sums. */
  orders: { id: string; placedAt: Instant }[];
}

export const HOLD_TEXTS: Record<Hold['reason'], { title: string; text: string }> = {
  account: {
    title: 'Until your business account is active',
    text: 'Your shares of these sales are kept for you and sent the moment it is.',
  },
  dispute: {
    title: 'Until a dispute is decided',
    text: 'A buyer’s bank looks at the payment; that takes up to three months. We answer it for you.',
  },
  sending: {
    title: 'Being sent to your account',
    text: 'This takes minutes. If it stands here tomorrow, write to us.',
  },
  clearing: {
    title: 'Until the buyer’s payment has cleared',
    text: 'The payment provider holds each payment for some days before it may leave for a bank.',
  },
};

/** A share of an order that is not sent, or not to be sent, as it stands in our books. */
export interface HeldShare {
  order: { id: string; placedAt: Instant };
  state: 'owed' | 'frozen';
  cents: Cents;
}

/** Everything the payouts page shows. */
export interface SellerMoney {
  account: BusinessAccountState;
  /** Null where the provider could not be asked, or there is no account there. */
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

/** The three sums of a seller's money. What is available may be below 0, where more was called back than was there. */
export function balanceCards({ provider, shares }: SellerMoney): {
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

/** Why each cent that is pending waits; their sum is the pending card. Days of the provider are told one by one. */
export function holdsOf({ account, provider, shares }: SellerMoney): Hold[] {
  const of = (reason: Hold['reason'], held: HeldShare[]): Hold[] => {
    const cents = held.reduce((sum, share) => sum + share.cents, 0);
    return cents === 0 ? [] : [{ reason, cents, until: null, orders: held.map(({ order }) => order) }];
  };
  const owed = shares.filter(({ state }) => state === 'owed');
  const byDay = new Map<number, number>();
  for (const { until, cents } of provider?.waits ?? []) {
    const day = Math.ceil(until / DAY_MS) * DAY_MS;
    byDay.set(day, (byDay.get(day) ?? 0) + cents);
  }
  const told = [...byDay.values()].reduce((sum, cents) => sum + cents, 0);
  const untold = (provider?.pendingCents ?? 0) - told;
  const clearing = [...byDay]
    .sort(([a], [b]) => a - b)
    .map(([until, cents]): Hold => ({ reason: 'clearing', cents, until, orders: [] }));
  if (untold !== 0) clearing.push({ reason: 'clearing', cents: untold, until: null, orders: [] });
  return [
    ...of(account === 'active' ? 'sending' : 'account', owed),
    ...of(
      'dispute',
      shares.filter(({ state }) => state === 'frozen'),
    ),
    ...clearing.filter(({ cents }) => cents !== 0),
  ];
}

const DAY_MS = 86_400_000;
const MONDAY = 1;

/** The day on which available money leaves next: the coming Monday, in UTC. On a Monday it has left already. */
export function nextPayoutDay(now: Instant): Instant {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const ahead = (MONDAY - new Date(today).getUTCDay() + 7) % 7 || 7;
  return today + ahead * DAY_MS;
}

const amount = (cents: number) => (cents / 100).toFixed(2);
const day = (at: Instant) => new Date(at).toISOString().slice(0, 10);

/** Payouts as a table for a spreadsheet, amounts in dollars. */
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

/** What a payout is made of as a table for a spreadsheet; what was called back has a column of its own. */
export function payoutLinesCsv(
  lines: readonly PayoutLine[],
  numberOf: (order: { id: string; placedAt: Instant }) => string,
): string {
  return csvText([
    ['Day', 'Order', 'Products', 'Came', 'Called back'],
    ...lines.map(({ at, order, products, cents }) => [
      day(at),
      order ? numberOf(order) : '',
      products.join('; '),
      cents > 0 ? amount(cents) : '',
      cents < 0 ? amount(-cents) : '',
    ]),
  ]);
}
