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

const subscriptionWith = (changes: Partial<MembershipSubscription> = {}): MembershipSubscription => ({
  status: 'active',
  beganAt: NOW - DAY,
  periodEnd: NOW + 29 * DAY,
  endsAtPeriodEnd: false,
  pausedUntil: null,
  tier: LOW,
  billing: 'monthly',
  ...changes,
});

const invoice = (
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

/** An upgrade paid now: the rest of the lower tier is credited, the rest of the higher one charged. */
const upgrade = invoice({
  id: 'in_2',
  reason: 'change',
  at: NOW,
  lines: [
    { tier: LOW, cents: -770, from: NOW, until: NOW + 29 * DAY, isProration: true },
    { tier: HIGH, cents: 1540, from: NOW, until: NOW + 29 * DAY, isProration: true },
  ],
});

describe('an invoice', () => {
  it('covers its months once paid, a trial if it cost nothing, a skip if it was voided without a charge', () => {
    expect(paidMonthsOfInvoice(invoice(), NOW)).toMatchObject({
      kind: 'paid',
      tierId: 'low',
      paidCents: 800,
    });
    expect(paidMonthsOfInvoice(invoice({}, { ...LOW, cents: 0 }), NOW)).toMatchObject({
      kind: 'trial',
      paidCents: 0,
    });
    expect(paidMonthsOfInvoice(invoice({ state: 'void', wasTried: false }), NOW)).toMatchObject({
      kind: 'skipped',
    });
  });

  it.each([
    [{ state: 'open' }],
    [{ state: 'uncollectible' }],
    [{ state: 'void', wasTried: true }],
    [{ reason: 'change' }],
  ] as const)('covers no month: %j', (changes) =>
    expect(paidMonthsOfInvoice(invoice(changes), NOW)).toBeNull(),
  );

  it('at an unknown price covers nothing', () =>
    expect(paidMonthsOfInvoice(invoice({}, null), NOW)).toBeNull());

  it('of a change is an upgrade with its period', () => {
    expect(upgradeOfInvoice(upgrade)).toEqual({
      paymentId: 'in_2',
      tierId: 'high',
      paidCents: 770,
      at: NOW,
      until: NOW + 29 * DAY,
    });
    expect(upgradeOfInvoice(invoice())).toBeNull();
    expect(upgradeOfInvoice({ ...upgrade, state: 'open' })).toBeNull();
  });

  it('upgrades exactly the months it was paid for, each with its own payment id', () => {
    const month = (at: number, kind = 'paid') => ({
      month: '2026-11',
      kind,
      from: NOW + at * MONTH - DAY,
      until: NOW + (at + 1) * MONTH - DAY,
    });
    const paid = { paymentId: 'in_2', tierId: 'high', paidCents: 1, at: NOW, until: NOW + 3 * MONTH - DAY };
    const upgraded = upgradedMonths(paid, [month(-1), month(0), month(1, 'refunded'), month(2), month(3)]);
    expect(upgraded.map(({ paymentId, at }) => [paymentId, at])).toEqual([
      ['in_2', NOW],
      ['in_2:1', NOW + 2 * MONTH - DAY],
    ]);
  });
});

describe('the status of a membership', () => {
  const now = (...[subscription, invoices = [invoice()]]: [MembershipSubscription, MembershipInvoice[]?]) =>
    membershipStatus(subscription, invoices, false, NOW);

  it('is null before anything was paid', () => {
    expect(now(subscriptionWith({ status: 'incomplete' }), [invoice({ state: 'open' })])).toBeNull();
    expect(now(subscriptionWith({ status: 'ended' }), [invoice({ state: 'void' })])).toBeNull();
  });

  it('has the paid tier; a lower one that is billed next is the next tier', () => {
    expect(now(subscriptionWith({ tier: HIGH }), [invoice(), upgrade])).toMatchObject({
      tierId: 'high',
      nextTierId: null,
    });
    expect(now(subscriptionWith(), [invoice(), upgrade])).toMatchObject({
      tierId: 'high',
      priceCents: 1600,
      nextTierId: 'low',
    });
    expect(now(subscriptionWith({ tier: HIGH }), [invoice()])).toMatchObject({
      tierId: 'low',
      nextTierId: null,
    });
  });

  it('has the lower tier again when the upgrade was refunded', () => {
    expect(now(subscriptionWith(), [invoice(), { ...upgrade, isReversed: true }])).toMatchObject({
      tierId: 'low',
    });
  });

  it('is past due since the newest failed invoice, and lapsed when the subscription has ended', () => {
    const open = invoice({ id: 'in_3', reason: 'renewal', state: 'open', at: NOW - 2 * DAY });
    expect(now(subscriptionWith({ status: 'past_due' }), [invoice(), open])).toMatchObject({
      state: 'past_due',
      failedSince: NOW - 2 * DAY,
    });
    expect(now(subscriptionWith({ status: 'ended' }), [invoice(), { ...open, state: 'void' }])).toMatchObject(
      {
        state: 'lapsed',
        nextChargeAt: null,
      },
    );
    const skipped = { ...open, state: 'void' as const, wasTried: false };
    expect(now(subscriptionWith({ status: 'ended' }), [invoice(), skipped])).toMatchObject({ state: 'left' });
  });

  it('has its next charge after a pause', () => {
    const pausedUntil = NOW + 30 * DAY;
    expect(now(subscriptionWith())?.nextChargeAt).toBe(NOW + 29 * DAY);
    expect(now(subscriptionWith({ pausedUntil }))?.nextChargeAt).toBeGreaterThan(NOW + 50 * DAY);
    expect(now(subscriptionWith({ pausedUntil: Number.POSITIVE_INFINITY }))?.nextChargeAt).toBeNull();
    expect(skippedMonthAhead(subscriptionWith(), 'sub_1')).toBeNull();
    expect(skippedMonthAhead(subscriptionWith({ pausedUntil }), 'sub_1')).toMatchObject({
      kind: 'skipped',
      from: NOW + 29 * DAY,
    });
    expect(skippedMonthAhead(subscriptionWith({ pausedUntil: NOW + DAY }), 'sub_1')).toBeNull();
  });
});
