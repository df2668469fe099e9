import { dayText, type Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import type { COMMISSION_PERCENT, SellerPlan } from './commission.ts';

/** A seller's plan: free, or Pro by month or year. What is true of it is what the payment provider says now. */

export const PLAN_RHYTHMS = ['monthly', 'annual'] as const;
export type PlanRhythm = (typeof PLAN_RHYTHMS)[number];
/** What Pro costs, by how often it is paid; who has it keeps the price he joined at. */
export type PlanPrices = Readonly<Record<PlanRhythm, Cents>>;
/** The most a store's files may weigh together on each plan, in bytes. */
export type PlanStorage = Readonly<Record<SellerPlan, number>>;

/** So long a seller keeps Pro after a payment failed, in ms. */
export const PLAN_GRACE_MS = 7 * 86_400_000;

/** `none` never had it; `ending` is paid and will not be renewed; `past-due` waits for money; `ended` had it. */
export const PLAN_STATES = ['none', 'active', 'ending', 'past-due', 'ended'] as const;
export type PlanState = (typeof PLAN_STATES)[number];

/** One subscription as the provider tells it. */
export interface PlanSubscription {
  subscriptionId: string;
  itemId: string;
  status: 'paid' | 'past-due' | 'over';
  rhythm: PlanRhythm;
  priceCents: Cents;
  beganAt: Instant;
  paidUntil: Instant;
  endsAtPeriodEnd: boolean;
  /** Nothing is charged before `paidUntil`: a change waits for it. */
  isWaiting: boolean;
  /** The invoice that waits for money. */
  due: { invoiceId: string; cents: Cents; since: Instant } | null;
}

/** A seller's plan as the hall keeps it. */
export interface PlanStatus {
  state: PlanState;
  rhythm: PlanRhythm;
  priceCents: Cents;
  paidUntil: Instant | null;
  isWaiting: boolean;
  due: { cents: Cents; since: Instant } | null;
}

/** A seller's plan with all that the page about it shows. */
export interface PlanView {
  plan: PlanStatus;
  /** What new sales leave with the hall, in percent; agreed rates count. */
  percent: number;
  percents: typeof COMMISSION_PERCENT;
  prices: PlanPrices;
  storage: PlanStorage;
  limitBytes: number;
  usedBytes: number;
  now: Instant;
  /** The provider could not be asked; this is how it stood when it was last heard of. */
  stale: boolean;
}

export const NO_PLAN: PlanStatus = {
  state: 'none',
  rhythm: 'monthly',
  priceCents: 0,
  paidUntil: null,
  isWaiting: false,
  due: null,
};

/**
 * Which of all subscriptions of a store stands, and which are one too many. The first one that lives stands; where none
 * lives, the one that began last.
 * @param words as the provider lists them, newest first: it counts whole seconds, and within one its order is all there is.
 */
export function currentPlan<W extends Pick<PlanSubscription, 'status' | 'beganAt'>>(
  words: readonly W[],
): { stands: W | null; tooMany: W[] } {
  const byAge = [...words].reverse().sort((a, b) => a.beganAt - b.beganAt);
  const alive = byAge.filter(({ status }) => status !== 'over');
  return { stands: alive[0] ?? byAge.at(-1) ?? null, tooMany: alive.slice(1) };
}

/** The state of what stands; null is a seller who never had a plan. */
export function planState(word: Pick<PlanSubscription, 'status' | 'endsAtPeriodEnd'> | null): PlanState {
  if (word === null) return 'none';
  if (word.status === 'over') return 'ended';
  if (word.status === 'past-due') return 'past-due';
  return word.endsAtPeriodEnd ? 'ending' : 'active';
}

/** What a seller's sales and files count by now. With a payment that failed he keeps Pro for seven days. */
export function planAt(plan: Pick<PlanStatus, 'state' | 'due'>, now: Instant): SellerPlan {
  if (plan.state === 'active' || plan.state === 'ending') return 'pro';
  return plan.state === 'past-due' && now < graceEnd(plan) ? 'pro' : 'free';
}

/** When the days after a failed payment are over. */
export function graceEnd(plan: Pick<PlanStatus, 'due'>): Instant {
  return (plan.due?.since ?? 0) + PLAN_GRACE_MS;
}

export type PlanRefusal =
  | 'has-plan'
  | 'no-plan'
  | 'same-rhythm'
  | 'past-due'
  | 'ending'
  | 'not-ending'
  | 'declined'
  | 'charge-changed'
  | 'changed-meanwhile';

export const PLAN_REFUSAL_TEXTS: Record<PlanRefusal, string> = {
  'has-plan': 'You are on Pro already.',
  'no-plan': 'You are on the free plan; there is nothing to change.',
  'same-rhythm': 'This is how you pay already.',
  'past-due': 'A payment is open. Pay it first; then you can change how you pay.',
  ending: 'Your plan ends. Keep it first; then you can change how you pay.',
  'not-ending': 'Your plan goes on already.',
  declined: 'Your card was declined. Nothing was changed or charged; change the card and try again.',
  'charge-changed': 'The charge has changed meanwhile. Look at it once more.',
  'changed-meanwhile': 'Your plan was changed in another window; load the page anew.',
};

/** Whether a seller may go over to another rhythm. */
export function switchRefusal(plan: PlanStatus, to: PlanRhythm): PlanRefusal | null {
  if (plan.state === 'past-due') return 'past-due';
  if (plan.state === 'ending') return 'ending';
  if (plan.state !== 'active') return 'no-plan';
  return plan.rhythm === to ? 'same-rhythm' : null;
}

/** A year is begun at once, less what is left of the month. What is paid longer is used up first. */
export function switchTime(plan: Pick<PlanStatus, 'isWaiting'>, to: PlanRhythm): 'now' | 'at-end' {
  return to === 'annual' && !plan.isWaiting ? 'now' : 'at-end';
}

/** What a change of rhythm does, before it is done. */
export interface SwitchOffer {
  when: 'now' | 'at-end';
  /** What is charged at once, with tax; 0 where it waits. */
  chargeCents: Cents;
  /** The provider's moment the charge was counted for, so that it is counted alike when it is made. */
  countedAt: Instant | null;
  /** What is paid from then on, and when that is charged next. */
  priceCents: Cents;
  nextAt: Instant | null;
}

/** One sentence about where a plan stands. */
export function planText(plan: PlanStatus, now: Instant): string {
  const until = plan.paidUntil === null ? '' : dayText(plan.paidUntil);
  if (plan.state === 'active')
    return plan.isWaiting
      ? `Paid until ${until}; from then on it is paid ${RHYTHM_TEXTS[plan.rhythm]}.`
      : `Paid ${RHYTHM_TEXTS[plan.rhythm]}, next on ${until}.`;
  if (plan.state === 'ending') return `You have Pro until ${until}; it is not renewed.`;
  if (plan.state === 'past-due')
    return planAt(plan, now) === 'pro'
      ? `Your last payment failed. You keep Pro until ${dayText(graceEnd(plan))}; pay before then and nothing changes.`
      : 'Your last payment failed. New sales count by the free plan until it is paid.';
  if (plan.state === 'ended')
    return 'Your Pro plan has ended. Everything you published stays, and you go on selling.';
  return 'There is no fee: you give a part of what you sell, and nothing while you sell nothing.';
}

export const RHYTHM_TEXTS: Record<PlanRhythm, string> = { monthly: 'every month', annual: 'every year' };
