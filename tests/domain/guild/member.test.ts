import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  billingChange,
  dunningDays,
  GRACE_MS,
  higherCents,
  JOIN_REFUSAL_TEXTS,
  joinRefusal,
  MEMBER_STATES,
  MEMBER_VERB_REFUSAL_TEXTS,
  type MembershipPaymentStatus,
  memberCents,
  memberIsIn,
  memberState,
  memberVerbRefusal,
  SKIP_REFUSAL_TEXTS,
  skipRefusal,
  TIER_CHANGE_REFUSAL_TEXTS,
  tierChangeRefusal,
  tierChangeWay,
} from '../../../src/domain/guild/member.ts';
import { aMember, aTier, DAY, NOW, TIERS } from './a-guild.ts';

const sub = (changes: Partial<MembershipPaymentStatus> = {}): MembershipPaymentStatus => ({
  status: 'active',
  cancelling: false,
  failedSince: null,
  ...changes,
});

describe('a member’s state', () => {
  it.each([
    [sub(), 'active'],
    [sub({ status: 'trialing' }), 'trialing'],
    [sub({ cancelling: true }), 'cancelling'],
    [sub({ status: 'past_due', failedSince: NOW }), 'past_due'],
    [sub({ status: 'past_due', failedSince: NOW - GRACE_MS + 1 }), 'past_due'],
    [sub({ status: 'past_due', failedSince: NOW - GRACE_MS }), 'lapsed'],
    [sub({ status: 'active', failedSince: NOW - DAY }), 'past_due'],
    [sub({ status: 'past_due' }), 'past_due'],
    [sub({ status: 'past_due', failedSince: NOW, cancelling: true }), 'past_due'],
    [sub({ status: 'unpaid', failedSince: NOW }), 'lapsed'],
    [sub({ status: 'paused' }), 'active'],
    [sub({ status: 'ended' }), 'left'],
    [sub({ status: 'ended', failedSince: NOW - DAY }), 'lapsed'],
    [sub({ status: 'incomplete' }), null],
  ] as const)('%j: %s', (subscription, state) =>
    expect(memberState({ banned: false, subscription, lastMonthEnds: null }, NOW)).toBe(state),
  );

  it('without a subscription lasts as long as the months', () => {
    const of = (lastMonthEnds: number | null) =>
      memberState({ banned: false, subscription: null, lastMonthEnds }, NOW);
    expect([of(NOW + 1), of(NOW), of(null)]).toEqual(['active', 'left', null]);
  });

  it('is banned exactly when the member is banned', () => {
    const status = fc.constantFrom(
      'trialing' as const,
      'active' as const,
      'past_due' as const,
      'unpaid' as const,
      'ended' as const,
    );
    const failedSince = fc.option(fc.integer({ min: NOW - 20 * DAY, max: NOW }));
    fc.assert(
      fc.property(status, fc.boolean(), failedSince, fc.boolean(), (is, cancelling, failed, banned) => {
        const facts = { banned, subscription: sub({ status: is, cancelling, failedSince: failed }) };
        const state = memberState({ ...facts, lastMonthEnds: NOW }, NOW);
        expect(state === 'banned').toBe(banned);
        // No membership outlasts the grace period.
        if (failed !== null && NOW - failed >= GRACE_MS && state !== null)
          expect(memberIsIn(state)).toBe(false);
      }),
    );
  });
});

it.each([
  [0, [0]],
  [DAY, [0]],
  [3 * DAY - 1, [0]],
  [3 * DAY, [0, 3]],
  [6 * DAY, [0, 3, 6]],
  [7 * DAY - 1, [0, 3, 6]],
  [7 * DAY, []],
  [30 * DAY, []],
])('%i ms after a payment failed, mails are due: %j', (after, days) =>
  expect(dunningDays(NOW, NOW + after)).toEqual(days),
);

describe('joining', () => {
  const request = {
    guild: { state: 'live', billings: ['monthly', 'annual'] },
    tier: aTier(),
    billing: 'monthly',
    ownsStore: false,
    member: null,
  } as const;
  it.each([
    [{}, null],
    [{ billing: 'annual' }, null],
    [{ billing: 'annual', tier: aTier({ annualCents: null }) }, 'no-such-billing'],
    [{ billing: 'annual', guild: { state: 'live', billings: ['monthly'] } }, 'no-such-billing'],
    [{ guild: { state: 'paused', billings: ['monthly'] } }, 'guild-not-open'],
    [{ guild: { state: 'closing', billings: ['monthly'] } }, 'guild-not-open'],
    [{ guild: { state: 'draft', billings: ['monthly'] } }, 'guild-not-open'],
    [{ ownsStore: true }, 'own-guild'],
    [{ member: { state: 'banned' } }, 'banned'],
    [{ member: { state: 'active' } }, 'already-in'],
    [{ member: { state: 'past_due' } }, 'already-in'],
    [{ member: { state: 'cancelling' } }, 'already-in'],
    [{ member: { state: 'trialing' } }, 'already-in'],
    [{ member: { state: 'left' } }, null],
    [{ member: { state: 'lapsed' } }, null],
    [{ tier: aTier({ seats: 1, members: 1 }) }, 'sold-out'],
    [{ tier: aTier({ state: 'hidden' }) }, null],
    [{ tier: aTier({ state: 'retired' }) }, 'not-open'],
  ] as const)('%j: %s', (changes, refusal) => expect(joinRefusal({ ...request, ...changes })).toBe(refusal));
});

describe('a change of tier', () => {
  const high = aTier({ id: 'high', position: 1 });
  it.each([
    [{}, {}, null],
    [{}, { id: 'low' }, 'same-tier'],
    // Staying cancels a scheduled change, even in a tier that is full.
    [{ nextTierId: 'below' }, { id: 'low', seats: 3, members: 3 }, null],
    [{ nextTierId: 'high' }, {}, 'same-tier'],
    [{ nextTierId: 'below', state: 'past_due' }, { id: 'low' }, 'not-now'],
    [{}, { guildId: 'other' }, 'other-guild'],
    [{ state: 'past_due' }, {}, 'not-now'],
    [{ state: 'left' }, {}, 'not-now'],
    [{ state: 'cancelling' }, {}, 'not-now'],
    [{}, { seats: 3, members: 3 }, 'sold-out'],
    [{}, { state: 'retired' }, 'not-open'],
    [{ billing: 'annual' }, { annualCents: null }, 'no-such-billing'],
  ] as const)('%j to %j: %s', (member, tier, refusal) =>
    expect(tierChangeRefusal(aMember(member), { ...high, ...tier })).toBe(refusal),
  );

  it('is immediate for upgrades and waits for downgrades', () => {
    const [low, , merchant] = TIERS;
    expect(tierChangeWay(aTier(low), aTier(merchant))).toBe('at-once');
    expect(tierChangeWay(aTier(merchant), aTier(low))).toBe('with-next-payment');
  });
});

it('a member keeps the price in their tier and pays the current one in another', () => {
  const member = aMember({ priceCents: 500 });
  expect(memberCents(member, aTier({ monthlyCents: 900 }))).toBe(500);
  expect(memberCents(member, aTier({ id: 'high', monthlyCents: 1500 }))).toBe(1500);
  expect(memberCents({ ...member, billing: 'annual' }, aTier({ id: 'high', annualCents: 15_000 }))).toBe(
    15_000,
  );
});

describe('skipping a month', () => {
  const months = (kind: string, ...list: string[]) => list.map((month) => ({ month, kind }));
  it.each([
    [{}, [], null],
    [{}, months('paid', '2026-11'), null],
    [{}, months('paid', '2026-12'), 'month-covered'],
    [{}, months('skipped', '2026-12'), 'month-covered'],
    [{}, months('refunded', '2026-12'), null],
    [{}, months('skipped', '2026-11'), 'two-in-a-row'],
    [{}, months('skipped', '2026-10', '2026-06', '2026-02'), 'too-often'],
    [{}, months('skipped', '2026-10', '2026-06', '2025-12'), null],
    [{ billing: 'annual' }, [], 'not-monthly'],
    [{ state: 'past_due' }, [], 'not-now'],
    [{ state: 'cancelling' }, [], 'not-now'],
  ] as const)('%j after %j: %s', (member, periods, refusal) =>
    expect(skipRefusal(aMember(member), '2026-12', periods)).toBe(refusal),
  );
});

it('what can be done in each state', () => {
  const verbs = ['join', 'cancel', 'come-back', 'change-tier', 'skip', 'ban', 'lift-ban'] as const;
  const may = MEMBER_STATES.map((state) => [
    state,
    verbs.filter((verb) => memberVerbRefusal(state, verb) === null).join(' '),
  ]);
  expect(Object.fromEntries(may)).toEqual({
    trialing: 'cancel ban',
    active: 'cancel change-tier skip ban',
    past_due: 'cancel ban',
    lapsed: 'join ban',
    cancelling: 'come-back ban',
    left: 'join ban',
    banned: 'lift-ban',
  });
  const texts = [
    JOIN_REFUSAL_TEXTS,
    MEMBER_VERB_REFUSAL_TEXTS,
    SKIP_REFUSAL_TEXTS,
    TIER_CHANGE_REFUSAL_TEXTS,
  ].flatMap((kind) => Object.values(kind));
  for (const text of texts) expect(text).toMatch(/^[A-Z].*\.$/);
});

describe('the current price, offered to members who pay less', () => {
  const tier = { monthlyCents: 900, annualCents: 9000 };
  const member = {
    state: 'active',
    billing: 'monthly',
    priceCents: 800,
    nextTierId: null,
    subscriptionId: 'sub_1',
  } as const;

  it.each<[string, Partial<Parameters<typeof higherCents>[0]>, number | null]>([
    ['the monthly one', {}, 900],
    ['the yearly one', { billing: 'annual', priceCents: 8000 }, 9000],
    ['none when they pay as much', { priceCents: 900 }, null],
    ['none when they pay more', { priceCents: 1000 }, null],
    ['none when the months are gifts', { subscriptionId: '' }, null],
    ['none when a tier change is scheduled', { nextTierId: 'low' }, null],
    ['none when they are leaving', { state: 'cancelling' }, null],
    ['none while a payment is open', { state: 'past_due' }, null],
  ])('is %s', (_, more, cents) => {
    expect(higherCents({ ...member, ...more }, tier)).toBe(cents);
  });

  it('is none when the tier has no yearly price any more', () => {
    const yearly = { ...member, billing: 'annual', priceCents: 800 } as const;
    expect(higherCents(yearly, { ...tier, annualCents: null })).toBeNull();
  });
});

describe('a change of billing', () => {
  const member = {
    state: 'active',
    billing: 'monthly',
    priceCents: 700,
    nextTierId: null,
    subscriptionId: 'sub_1',
    nextBilling: null,
  } as const;
  const tier = { monthlyCents: 800, annualCents: 8000 };
  const both = ['monthly', 'annual'] as const;

  it('costs the current price; cancelling it keeps the member’s own price', () => {
    expect(billingChange(member, tier, both, 'annual')).toEqual({ priceCents: 8000 });
    expect(billingChange({ ...member, nextBilling: 'annual' }, tier, both, 'monthly')).toEqual({
      priceCents: 700,
    });
    expect(billingChange({ ...member, billing: 'annual' }, tier, both, 'monthly')).toEqual({
      priceCents: 800,
    });
  });

  it.each([
    ['same-billing', member, 'monthly'],
    ['same-billing', { ...member, nextBilling: 'annual' }, 'annual'],
    ['tier-ahead', { ...member, nextTierId: 't' }, 'annual'],
    ['not-now', { ...member, state: 'past_due' }, 'annual'],
    ['not-now', { ...member, state: 'cancelling' }, 'annual'],
    ['not-now', { ...member, subscriptionId: '' }, 'annual'],
  ] as const)('is refused: %s', (refusal, who, to) => {
    expect(billingChange(who, tier, both, to)).toEqual({ refusal });
  });

  it('is possible only if tier and guild offer it', () => {
    expect(billingChange(member, { ...tier, annualCents: null }, both, 'annual')).toEqual({
      refusal: 'billing-not-offered',
    });
    expect(billingChange(member, tier, ['monthly'], 'annual')).toEqual({ refusal: 'billing-not-offered' });
  });
});
