import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MEMBERSHIP_GIFT_MONTHS,
  type MembershipGiftDates,
  membershipGiftCents,
  membershipGiftDue,
  membershipGiftEnd,
  membershipGiftRefusal,
  membershipGiftSaleRefusal,
  membershipGiftState,
  membershipGiftText,
} from '../../../src/domain/commerce/membership-gift.ts';
import { ORDER_STATES } from '../../../src/domain/commerce/order.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 23, 12);
const TIER = {
  state: 'public' as const,
  seats: null,
  members: 3,
  monthlyCents: 800,
  annualCents: 8000,
  earlyBird: null,
  trialDays: 0,
};
const BOTH = ['monthly', 'annual'] as const;

describe('the price of a gift', () => {
  it('is that of its months, and of a year where that is lower', () => {
    const cents = (months: (typeof MEMBERSHIP_GIFT_MONTHS)[number]) =>
      membershipGiftCents(TIER, BOTH, months, NOW);
    expect(MEMBERSHIP_GIFT_MONTHS.map(cents)).toEqual([800, 2400, 4800, 8000]);
    expect(membershipGiftCents({ ...TIER, annualCents: null }, BOTH, 12, NOW)).toBe(9600);
  });

  it('does not exist for months that a guild with yearly billing alone does not sell', () => {
    expect(
      MEMBERSHIP_GIFT_MONTHS.map((months) => membershipGiftCents(TIER, ['annual'], months, NOW)),
    ).toEqual([null, null, null, 8000]);
  });

  it('is never more than so many months cost', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 50, max: 1_000_000 }),
        fc.option(fc.integer({ min: 50, max: 12_000_000 })),
        fc.option(fc.integer({ min: 1, max: 90 })),
        fc.constantFrom(...MEMBERSHIP_GIFT_MONTHS),
        (monthlyCents, annualCents, percent, months) => {
          const earlyBird = percent === null ? null : { percent, until: null, seats: 10 };
          const tier = { ...TIER, monthlyCents, annualCents, earlyBird };
          const cents = membershipGiftCents(tier, BOTH, months, NOW) ?? Number.NaN;
          expect(Number.isSafeInteger(cents) && cents >= 50 && cents <= monthlyCents * months).toBe(true);
        },
      ),
    );
  });
});

describe('a gift is sold', () => {
  const request = {
    guild: { state: 'live' as const, billings: BOTH },
    tier: TIER,
    months: 3 as const,
    deliverAt: null,
    giverId: 'giver',
    ownerId: 'artist',
    recipient: null,
  };
  it.each([
    ['at once to an address', {}, null],
    ['on the day that is today', { deliverAt: NOW - 12 * 3_600_000 }, null],
    ['not on a day that is over', { deliverAt: NOW - DAY - 12 * 3_600_000 }, 'delivery-past'],
    ['not half a year ahead', { deliverAt: NOW + 181 * DAY }, 'delivery-late'],
    ['not to a name that nobody has', { recipient: undefined }, 'nobody'],
    ['not to oneself', { recipient: { id: 'giver' } }, 'yourself'],
    ['not to the artist', { recipient: { id: 'artist' } }, 'artist'],
    ['not by the artist', { giverId: 'artist' }, 'own-guild'],
    ['not of a paused guild', { guild: { state: 'paused' as const, billings: BOTH } }, 'guild-not-open'],
    ['not of a tier without a seat', { tier: { ...TIER, seats: 3 } }, 'sold-out'],
    ['not of a retired tier', { tier: { ...TIER, state: 'retired' as const } }, 'not-open'],
  ])('%s', (_case, change, refusal) => {
    expect(membershipGiftSaleRefusal({ ...request, ...change }, NOW)).toBe(refusal);
  });
});

const GIFT: MembershipGiftDates = {
  orderState: 'paid',
  deliverAt: NOW,
  deliveredAt: NOW,
  claimedAt: null,
  expiresAt: membershipGiftEnd(NOW),
  endedAt: null,
};

describe('a gift is redeemed', () => {
  const gift = { ...GIFT, recipientId: null, guildState: 'live' as const, tier: { id: 'low' } };
  const user = { id: 'friend', ownsStore: false, member: null };
  const paying = { state: 'active' as const, subscriptionId: 'sub_1', tierId: 'low' };
  it.each([
    ['by anybody who has its link', {}, {}, null],
    ['by the account it is for', { recipientId: 'friend' }, {}, null],
    ['not by another one', { recipientId: 'other' }, {}, 'for-somebody-else'],
    ['not twice', { claimedAt: NOW }, {}, 'taken'],
    ['not after it was refunded', { orderState: 'refunded' as const }, {}, 'refunded'],
    ['not while its payment is disputed', { orderState: 'disputed' as const }, {}, 'disputed'],
    ['not once its year is over', { expiresAt: NOW }, {}, 'over'],
    ['not of a guild that closes', { guildState: 'closing' as const }, {}, 'over'],
    ['not while the guild is paused', { guildState: 'paused' as const }, {}, 'guild-paused'],
    ['not by the artist', {}, { ownsStore: true }, 'own-guild'],
    ['not by somebody banned', {}, { member: { ...paying, state: 'banned' as const } }, 'banned'],
    ['not by somebody who pays for it already', {}, { member: paying }, 'pays-already'],
    ['by a member whose months were given', {}, { member: { ...paying, subscriptionId: '' } }, null],
    [
      'not by one whose months are of another tier',
      {},
      { member: { ...paying, subscriptionId: '', tierId: 'high' } },
      'other-tier',
    ],
    ['by a former member', {}, { member: { ...paying, state: 'left' as const } }, null],
  ])('%s', (_case, of, who, refusal) => {
    expect(membershipGiftRefusal({ ...gift, ...of }, { ...user, ...who }, NOW)).toBe(refusal);
  });
});

it('a gift has one state and one sentence in every order of payment, delivery, redemption and end', () => {
  const at = fc.option(fc.constant(NOW));
  fc.assert(
    fc.property(
      fc.constantFrom(...ORDER_STATES),
      at,
      at,
      at,
      (orderState, deliveredAt, claimedAt, endedAt) => {
        const gift = { ...GIFT, orderState, deliveredAt, claimedAt, endedAt };
        const state = membershipGiftState(gift);
        const isOpen = state === 'waiting' || state === 'sent';
        // Only an open gift can be redeemed.
        const refusal = membershipGiftRefusal(
          { ...gift, recipientId: null, guildState: 'live', tier: { id: 'low' } },
          null,
          NOW,
        );
        expect(refusal === null).toBe(isOpen);
        expect(membershipGiftText({ ...gift, endReason: null })).toMatch(/\.$/);
      },
    ),
  );
});

it('months are taken with a refund or a dispute, and given back when the dispute is won', () => {
  expect(
    ORDER_STATES.map((state) => [state, membershipGiftDue(state, false), membershipGiftDue(state, true)]),
  ).toEqual([
    ['pending', null, null],
    ['paid', null, 'restore'],
    ['partly_refunded', null, 'restore'],
    ['refunded', 'revoke-refund', null],
    ['disputed', 'revoke-dispute', null],
    ['expired', null, null],
  ]);
});
