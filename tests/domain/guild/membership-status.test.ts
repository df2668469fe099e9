import { describe, expect, it } from 'vitest';
import {
  type MembershipInvoice,
  type MembershipSubscription,
  membershipStatus,
  paidMonthsOfInvoice,
  skippedMonthAhead,
  upgradedMonths,
  upgradeOfInvoice,
} from '../../../src/domain/guild/membership-status.ts';
import { DAY, NOW } from './a-guild.ts';

const LOW = { id: 'low', cents: 800, position: 0 };
const HIGH = { id: 'high', cents: 1600, position: 1 };
const MONTH = 30 * DAY;

const told = (changes: Partial<MembershipSubscription> = {}): MembershipSubscription => ({
  status: 'active',
  beganAt: NOW - DAY,
  periodEnd: NOW + 29 * DAY,
  endsAtPeriodEnd: false,
  pausedUntil: null,
  tier: LOW,
  billing: 'monthly',
  ...changes,
});

const bill = (
  changes: Partial<MembershipInvoice> = {},
  tier: typeof LOW | null = LOW,
): MembershipInvoice => ({
  id: 'in_1',
  reason: 'first',
  state: 'paid',
  at: NOW - DAY,
  paidAt: NOW - DAY,
  wasTried: true,
  isReversed: false,
  lines: [{ tier, cents: tier?.cents ?? 0, from: NOW - DAY, until: NOW + 29 * DAY, isProration: false }],
  ...changes,
});

/** The difference to the higher tier, paid now: what is left of the lower is given back, of the higher charged. */
const raise = bill({
  id: 'in_2',
  reason: 'change',
  at: NOW,
  lines: [
    { tier: LOW, cents: -770, from: NOW, until: NOW + 29 * DAY, isProration: true },
    { tier: HIGH, cents: 1540, from: NOW, until: NOW + 29 * DAY, isProration: true },
  ],
});

describe('what a bill brings', () => {
  it('is its months once it is paid, a trial where it cost nothing, a skip where it was laid aside untried', () => {
    expect(paidMonthsOfInvoice(bill(), NOW)).toMatchObject({ kind: 'paid', tierId: 'low', paidCents: 800 });
    expect(paidMonthsOfInvoice(bill({}, { ...LOW, cents: 0 }), NOW)).toMatchObject({
      kind: 'trial',
      paidCents: 0,
    });
    expect(paidMonthsOfInvoice(bill({ state: 'void', wasTried: false }), NOW)).toMatchObject({
      kind: 'skipped',
    });
  });

  it.each([
    [{ state: 'open' }],
    [{ state: 'uncollectible' }],
    [{ state: 'void', wasTried: true }],
    [{ reason: 'change' }],
  ] as const)('is no month: %j', (changes) => expect(paidMonthsOfInvoice(bill(changes), NOW)).toBeNull());

  it('at a price that is no tier’s is nothing', () =>
    expect(paidMonthsOfInvoice(bill({}, null), NOW)).toBeNull());

  it('is the difference to a higher tier, from when until when', () => {
    expect(upgradeOfInvoice(raise)).toEqual({
      paymentId: 'in_2',
      tierId: 'high',
      paidCents: 770,
      at: NOW,
      until: NOW + 29 * DAY,
    });
    expect(upgradeOfInvoice(bill())).toBeNull();
    expect(upgradeOfInvoice({ ...raise, state: 'open' })).toBeNull();
  });

  it('raises the months it was paid for, each by a name of its own, and none of before or after', () => {
    const month = (at: number, kind = 'paid') => ({
      month: '2026-11',
      kind,
      from: NOW + at * MONTH - DAY,
      until: NOW + (at + 1) * MONTH - DAY,
    });
    const paid = { paymentId: 'in_2', tierId: 'high', paidCents: 1, at: NOW, until: NOW + 3 * MONTH - DAY };
    const raised = upgradedMonths(paid, [month(-1), month(0), month(1, 'refunded'), month(2), month(3)]);
    expect(raised.map(({ paymentId, at }) => [paymentId, at])).toEqual([
      ['in_2', NOW],
      ['in_2:1', NOW + 2 * MONTH - DAY],
    ]);
  });
});

describe('what a membership is now', () => {
  const now = (...[subscription, bills = [bill()]]: [MembershipSubscription, MembershipInvoice[]?]) =>
    membershipStatus(subscription, bills, false, NOW);

  it('is nothing before anything was paid', () => {
    expect(now(told({ status: 'incomplete' }), [bill({ state: 'open' })])).toBeNull();
    expect(now(told({ status: 'ended' }), [bill({ state: 'void' })])).toBeNull();
  });

  it('is the tier that was paid for; a lower one that is billed next is ahead', () => {
    expect(now(told({ tier: HIGH }), [bill(), raise])).toMatchObject({ tierId: 'high', nextTierId: null });
    expect(now(told(), [bill(), raise])).toMatchObject({
      tierId: 'high',
      priceCents: 1600,
      nextTierId: 'low',
    });
    expect(now(told({ tier: HIGH }), [bill()])).toMatchObject({ tierId: 'low', nextTierId: null });
  });

  it('is the lower tier again where the difference was given back', () => {
    expect(now(told(), [bill(), { ...raise, isReversed: true }])).toMatchObject({ tierId: 'low' });
  });

  it('waits for money since the newest bill that was tried in vain, and has lapsed once it was let go', () => {
    const open = bill({ id: 'in_3', reason: 'renewal', state: 'open', at: NOW - 2 * DAY });
    expect(now(told({ status: 'past_due' }), [bill(), open])).toMatchObject({
      state: 'past_due',
      failedSince: NOW - 2 * DAY,
    });
    expect(now(told({ status: 'ended' }), [bill(), { ...open, state: 'void' }])).toMatchObject({
      state: 'lapsed',
      nextChargeAt: null,
    });
    const skipped = { ...open, state: 'void' as const, wasTried: false };
    expect(now(told({ status: 'ended' }), [bill(), skipped])).toMatchObject({ state: 'left' });
  });

  it('is charged next after what is paused', () => {
    const pausedUntil = NOW + 30 * DAY;
    expect(now(told())?.nextChargeAt).toBe(NOW + 29 * DAY);
    expect(now(told({ pausedUntil }))?.nextChargeAt).toBeGreaterThan(NOW + 50 * DAY);
    expect(now(told({ pausedUntil: Number.POSITIVE_INFINITY }))?.nextChargeAt).toBeNull();
    expect(skippedMonthAhead(told(), 'sub_1')).toBeNull();
    expect(skippedMonthAhead(told({ pausedUntil }), 'sub_1')).toMatchObject({
      kind: 'skipped',
      from: NOW + 29 * DAY,
    });
    expect(skippedMonthAhead(told({ pausedUntil: NOW + DAY }), 'sub_1')).toBeNull();
  });
});
