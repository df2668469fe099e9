import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  COMMISSION_PERCENT,
  commissionPercent,
  saleShares,
} from '../../../src/domain/payments/commission.ts';
import {
  currentPlan,
  graceEnd,
  NO_PLAN,
  PLAN_GRACE_MS,
  PLAN_STATES,
  type PlanStatus,
  planAt,
  planState,
  planText,
  rhythmRefusal,
  switchTime,
} from '../../../src/domain/payments/seller-plan.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const plan = (more: Partial<PlanStatus>): PlanStatus => ({ ...NO_PLAN, paidUntil: NOW, ...more });
const subscription = (beganAt: number, status: 'paid' | 'past-due' | 'over', id = `sub_${beganAt}`) => ({
  subscriptionId: id,
  beganAt,
  status,
});

describe('the plan that applies', () => {
  it('is Pro while it is paid, and free before and after', () => {
    expect(PLAN_STATES.map((state) => planAt(plan({ state }), NOW))).toEqual([
      'free',
      'pro',
      'pro',
      'free',
      'free',
    ]);
  });

  it('is Pro for exactly seven days after a payment failed', () => {
    const late = plan({ state: 'past-due', due: { cents: 1500, since: NOW } });
    expect(graceEnd(late)).toBe(NOW + PLAN_GRACE_MS);
    expect(planAt(late, NOW + PLAN_GRACE_MS - 1)).toBe('pro');
    expect(planAt(late, NOW + PLAN_GRACE_MS)).toBe('free');
  });

  it('divides every sale to the cent in every state, and never takes more than the free plan', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PLAN_STATES),
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 0, max: 20 * 86_400_000 }),
        (state, cents, later) => {
          const late = plan({ state, due: { cents: 1500, since: NOW } });
          const shares = saleShares(
            cents,
            commissionPercent(planAt(late, NOW + later), '', COMMISSION_PERCENT),
          );
          expect(shares.commissionCents + shares.sellerCents).toBe(cents);
          expect(shares.commissionCents).toBeLessThanOrEqual(saleShares(cents, 10).commissionCents);
        },
      ),
    );
  });
});

describe('of several subscriptions', () => {
  it('the oldest live one is current and the others are surplus', () => {
    const list = [subscription(3, 'paid'), subscription(2, 'past-due'), subscription(1, 'over')];
    const { current, surplus } = currentPlan(list);
    expect([current?.beganAt, surplus.map(({ beganAt }) => beganAt)]).toEqual([2, [3]]);
  });

  it('where none is live the newest is current; within one second the provider’s order decides', () => {
    expect(currentPlan([subscription(3, 'over'), subscription(1, 'over')]).current?.beganAt).toBe(3);
    const twins = [subscription(1, 'paid', 'sub_newer'), subscription(1, 'paid', 'sub_older')];
    expect(currentPlan(twins).current?.subscriptionId).toBe('sub_older');
    expect(currentPlan([])).toEqual({ current: null, surplus: [] });
  });
});

it('the state follows from the current subscription', () => {
  expect(planState(null)).toBe('none');
  expect(planState({ status: 'paid', endsAtPeriodEnd: false })).toBe('active');
  expect(planState({ status: 'paid', endsAtPeriodEnd: true })).toBe('ending');
  expect(planState({ status: 'past-due', endsAtPeriodEnd: true })).toBe('past-due');
  expect(planState({ status: 'over', endsAtPeriodEnd: false })).toBe('ended');
});

it('a switch to annual takes effect at once, one to monthly at the end of the paid period', () => {
  expect(switchTime({ isWaiting: false }, 'annual')).toBe('now');
  expect(switchTime({ isWaiting: true }, 'annual')).toBe('at-end');
  expect(switchTime({ isWaiting: false }, 'monthly')).toBe('at-end');
});

it.each([
  ['none', 'no-plan'],
  ['ended', 'no-plan'],
  ['past-due', 'past-due'],
  ['ending', 'ending'],
  ['active', null],
] as const)('%s may change its rhythm: %s', (state, refusal) => {
  expect(rhythmRefusal(plan({ state, rhythm: 'monthly' }), 'annual')).toBe(refusal);
  if (refusal === null) expect(rhythmRefusal(plan({ state }), 'monthly')).toBe('same-rhythm');
});

it('every state has one sentence', () => {
  const due = { cents: 1500, since: NOW };
  const texts = PLAN_STATES.map((state) => planText(plan({ state, due }), NOW));
  expect(texts).toEqual([
    'There is no monthly fee: we take a commission on what you sell, and nothing while you sell nothing.',
    'Paid every month, next on 21 November 2026.',
    'You have Pro until 21 November 2026; it will not renew.',
    'Your last payment failed. You keep Pro until 28 November 2026; pay before then and nothing changes.',
    'Your Pro plan has ended. Everything you published stays online, and you can keep selling.',
  ]);
});
