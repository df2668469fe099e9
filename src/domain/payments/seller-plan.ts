import { dayText, type Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import type { SellerPlan } from './commission.ts';
import type { PriceTax } from './price-tax.ts';

/** A seller's plan: free, or Pro by month or year. The payment provider is the source of truth. */

export const PLAN_RHYTHMS = ['monthly', 'annual'] as const;
export type PlanRhythm = (typeof PLAN_RHYTHMS)[number];
/** The price of Pro, by rhythm. Subscribers keep the price they joined at. */
export type PlanPrices = Readonly<Record<PlanRhythm, Cents>>;
/** The storage limit of a store on each plan, in bytes. */
export type PlanStorage = Readonly<Record<SellerPlan, number>>;

/** How long a seller keeps Pro after a payment failed, in ms. */
export const PLAN_GRACE_MS = 7 * 86_400_000;

/** `none` never had Pro; `ending` is paid and will not renew; `past-due` waits for a payment; `ended` had Pro. */
export const PLAN_STATES = ['none', 'active', 'ending', 'past-due', 'ended'] as const;
export type PlanState = (typeof PLAN_STATES)[number];

/** A subscription to Pro as the provider reports it. */
export interface PlanSubscription {
  subscriptionId: string;
  itemId: string;
  status: 'paid' | 'past-due' | 'over';
  rhythm: PlanRhythm;
  priceCents: Cents;
  beganAt: Instant;
  paidUntil: Instant;
  endsAtPeriodEnd: boolean;
  /** A change of rhythm takes effect at `paidUntil`; nothing is charged before. */
  isWaiting: boolean;
  /** The unpaid invoice. */
  due: { invoiceId: string; cents: Cents; since: Instant } | null;
}

/** A seller's plan as it is stored. */
export interface PlanStatus {
  state: PlanState;
  rhythm: PlanRhythm;
  priceCents: Cents;
  paidUntil: Instant | null;
  isWaiting: boolean;
  due: { cents: Cents; since: Instant } | null;
}

/** Everything the page about a seller's plan shows. */
export interface PlanView {
  plan: PlanStatus;
  /** The commission on new sales, in percent, with agreed rates. */
  percent: number;
  percents: Readonly<Record<SellerPlan, number>>;
  prices: PlanPrices;
  priceTax: PriceTax;
  storage: PlanStorage;
  limitBytes: number;
  usedBytes: number;
  now: Instant;
  /** Whether the provider could not be reached, so that this is the last known status. */
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
 * The current one of all subscriptions of a store, and the surplus ones. The oldest live subscription is current; where
 * none is live, the newest one.
 * @param subscriptions as the provider lists them, newest first. It counts whole seconds; the order decides within one.
 */
export function currentPlan<S extends Pick<PlanSubscription, 'status' | 'beganAt'>>(
  subscriptions: readonly S[],
): { current: S | null; surplus: S[] } {
  const byAge = [...subscriptions].reverse().sort((a, b) => a.beganAt - b.beganAt);
  const live = byAge.filter(({ status }) => status !== 'over');
  return { current: live[0] ?? byAge.at(-1) ?? null, surplus: live.slice(1) };
}

/** The state of a plan by its current subscription; null is a seller who never had one. */
export function planState(
  subscription: Pick<PlanSubscription, 'status' | 'endsAtPeriodEnd'> | null,
): PlanState {
  if (subscription === null) return 'none';
  if (subscription.status === 'over') return 'ended';
  if (subscription.status === 'past-due') return 'past-due';
  return subscription.endsAtPeriodEnd ? 'ending' : 'active';
}

/** The plan that applies to a seller's sales and files now. After a failed payment they keep Pro for seven days. */
export function planAt(plan: Pick<PlanStatus, 'state' | 'due'>, now: Instant): SellerPlan {
  if (plan.state === 'active' || plan.state === 'ending') return 'pro';
  return plan.state === 'past-due' && now < graceEnd(plan) ? 'pro' : 'free';
}

/** When the grace period after a failed payment ends. */
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
  | 'confirm'
  | 'charge-changed'
  | 'changed-meanwhile';

export const PLAN_REFUSAL_TEXTS: Record<PlanRefusal, string> = {
  'has-plan': 'You are on Pro already.',
  'no-plan': 'You are on the free plan; there is nothing to change.',
  'same-rhythm': 'You already pay this way.',
  'past-due': 'A payment is open. Pay it first; then you can change how you pay.',
  ending: 'Your plan is cancelled. Keep it first; then you can change how you pay.',
  'not-ending': 'Your plan is not cancelled.',
  declined: 'Your card was declined. Nothing was changed or charged; change the card and try again.',
  confirm:
    'Your bank wants this payment confirmed, which is not possible here. Nothing was changed or charged. Change to a card that needs no confirmation and try again.',
  'charge-changed': 'The charge has changed in the meantime. Please check it again.',
  'changed-meanwhile': 'Your plan was changed in another window; reload the page.',
};

/** Why a seller may not switch to another rhythm, or null. */
export function rhythmRefusal(plan: PlanStatus, to: PlanRhythm): PlanRefusal | null {
  if (plan.state === 'past-due') return 'past-due';
  if (plan.state === 'ending') return 'ending';
  if (plan.state !== 'active') return 'no-plan';
  return plan.rhythm === to ? 'same-rhythm' : null;
}

/** A switch to annual takes effect at once, less the unused part of the month. Any other waits for the paid period to end. */
export function switchTime(plan: Pick<PlanStatus, 'isWaiting'>, to: PlanRhythm): 'now' | 'at-end' {
  return to === 'annual' && !plan.isWaiting ? 'now' : 'at-end';
}

/** What a change of rhythm would do. */
export interface SwitchOffer {
  when: 'now' | 'at-end';
  /** What is charged at once, with tax; 0 at the end of the period. */
  chargeCents: Cents;
  /** The provider's time the charge was computed for, so that the real charge is the same. */
  countedAt: Instant | null;
  /** The price from then on, and when it is charged next. */
  priceCents: Cents;
  nextAt: Instant | null;
}

/** The status of a plan in one sentence. */
export function planText(plan: PlanStatus, now: Instant): string {
  const until = plan.paidUntil === null ? '' : dayText(plan.paidUntil);
  if (plan.state === 'active')
    return plan.isWaiting
      ? `Paid until ${until}; from then on you pay ${RHYTHM_TEXTS[plan.rhythm]}.`
      : `Paid ${RHYTHM_TEXTS[plan.rhythm]}, next on ${until}.`;
  if (plan.state === 'ending') return `You have Pro until ${until}; it will not renew.`;
  if (plan.state === 'past-due')
    return planAt(plan, now) === 'pro'
      ? `Your last payment failed. You keep Pro until ${dayText(graceEnd(plan))}; pay before then and nothing changes.`
      : 'Your last payment failed. The free plan’s commission applies to new sales until it is paid.';
  if (plan.state === 'ended')
    return 'Your Pro plan has ended. Everything you published stays online, and you can keep selling.';
  return 'There is no monthly fee: we take a commission on what you sell, and nothing while you sell nothing.';
}

export const RHYTHM_TEXTS: Record<PlanRhythm, string> = { monthly: 'every month', annual: 'every year' };
