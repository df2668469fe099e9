import { describe, expect, it } from 'vitest';
import {
  earlyBirdApplies,
  joinPriceCents,
  SEAT_REFUSAL_TEXTS,
  seatRefusal,
  seatsLeft,
  TIER_MOVE_REFUSAL_TEXTS,
  TIER_STATES,
  type Tier,
  tierMoveRefusal,
  tierReceives,
  tierRefusals,
} from '../../../src/domain/guild/tier.ts';
import { aTier, NOW, TIERS } from './a-guild.ts';

describe('the fields of a tier', () => {
  it.each<[Partial<Tier>, string | null]>([
    [{}, null],
    [{ monthlyCents: 50, annualCents: null }, null],
    [{ monthlyCents: 49, annualCents: null }, 'monthlyCents'],
    [{ monthlyCents: 0, annualCents: null }, 'monthlyCents'],
    [{ monthlyCents: 799.5 }, 'monthlyCents'],
    [{ monthlyCents: Number.NaN }, 'monthlyCents'],
    [{ monthlyCents: 1_000_001, annualCents: null }, 'monthlyCents'],
    [{ annualCents: null }, null],
    [{ annualCents: 9600 }, null],
    [{ annualCents: 9601 }, 'annualCents'],
    [{ annualCents: 49 }, 'annualCents'],
    [{ seats: 1 }, null],
    [{ seats: 0 }, 'seats'],
    [{ seats: 1.5 }, 'seats'],
    [{ seats: 100_001 }, 'seats'],
    [{ name: ' ' }, 'name'],
    [{ name: 'a'.repeat(61) }, 'name'],
    [{ description: 'a'.repeat(2001) }, 'description'],
    [{ benefits: ['All models'] }, null],
    [{ benefits: [''] }, 'benefits'],
    [{ benefits: Array<string>(13).fill('a') }, 'benefits'],
    [{ benefits: ['a'.repeat(121)] }, 'benefits'],
    [{ earlyBird: { percent: 20, until: NOW, seats: null } }, null],
    [{ earlyBird: { percent: 20, until: null, seats: 10 } }, null],
    [{ earlyBird: { percent: 20, until: null, seats: null } }, 'earlyBird'],
    [{ earlyBird: { percent: 0, until: NOW, seats: null } }, 'earlyBird'],
    [{ earlyBird: { percent: 91, until: NOW, seats: null } }, 'earlyBird'],
    [{ earlyBird: { percent: 20, until: NOW, seats: 0 } }, 'earlyBird'],
    [{ earlyBird: { percent: 20, until: Number.NaN, seats: null } }, 'earlyBird'],
  ])('%j: %s', (changes, field) => {
    const refusals = tierRefusals(aTier(changes));
    expect(Object.keys(refusals)).toEqual(field === null ? [] : [field]);
    for (const text of Object.values(refusals)) expect(text).toMatch(/^[A-Z].*\.$/);
  });
});

describe('a tier moves', () => {
  const moves = TIER_STATES.flatMap((from) => TIER_STATES.map((to) => [from, to] as const));
  it.each(moves)('from %s to %s', (from, to) => {
    const may =
      from !== to &&
      from !== 'retired' &&
      to !== 'draft' &&
      !(from === 'draft' && (to === 'sold_out' || to === 'retired'));
    expect(tierMoveRefusal(from, to, { live: false, otherPublicTiers: 0 })).toBe(may ? null : 'no-such-move');
  });
  it.each([
    ['hidden', true, 0, 'last-public-tier'],
    ['retired', true, 0, 'last-public-tier'],
    ['sold_out', true, 0, null],
    ['hidden', true, 1, null],
    ['hidden', false, 0, null],
  ] as const)('a public one to %s, live: %s, others: %i: %s', (to, live, otherPublicTiers, refusal) =>
    expect(tierMoveRefusal('public', to, { live, otherPublicTiers })).toBe(refusal),
  );
});

describe('seats', () => {
  it.each([
    ['public', null, 1000, null],
    ['public', 10, 9, null],
    ['public', 10, 10, 'sold-out'],
    ['public', 10, 12, 'sold-out'],
    ['hidden', 10, 9, null],
    ['sold_out', null, 0, 'sold-out'],
    ['draft', null, 0, 'not-open'],
    ['retired', null, 0, 'not-open'],
  ] as const)('%s with %s, %i taken: %s', (state, seats, members, refusal) =>
    expect(seatRefusal({ state, seats, members })).toBe(refusal),
  );
  it('are left until all are taken', () => {
    expect(seatsLeft({ seats: null, members: 5 })).toBeNull();
    expect(seatsLeft({ seats: 10, members: 4 })).toBe(6);
    expect(seatsLeft({ seats: 10, members: 11 })).toBe(0);
  });
});

describe('the price of joining', () => {
  const bird = (until: number | null, seats: number | null, percent = 25) => ({ percent, until, seats });
  it.each([
    [{}, 'monthly', 800],
    [{}, 'annual', 8000],
    [{ annualCents: null }, 'annual', null],
    [{ earlyBird: bird(NOW + 1, null) }, 'monthly', 600],
    [{ earlyBird: bird(NOW, null) }, 'monthly', 800],
    [{ earlyBird: bird(null, 10), members: 9 }, 'monthly', 600],
    [{ earlyBird: bird(null, 10), members: 10 }, 'monthly', 800],
    [{ earlyBird: bird(NOW + 1, 10), members: 10 }, 'monthly', 800],
    [{ earlyBird: bird(NOW, 10), members: 1 }, 'monthly', 800],
    [{ earlyBird: bird(NOW + 1, null) }, 'annual', 6000],
    [{ monthlyCents: 99, earlyBird: bird(NOW + 1, null, 90) }, 'monthly', 50],
    [{ monthlyCents: 999, earlyBird: bird(NOW + 1, null, 25) }, 'monthly', 749],
  ] as const)('of %j, %s: %s', (changes, billing, cents) =>
    expect(joinPriceCents(aTier(changes), billing, NOW)).toBe(cents),
  );
  it('has no early price without an offer', () =>
    expect(earlyBirdApplies({ earlyBird: null, members: 0 }, NOW)).toBe(false));
});

describe('something for certain tiers reaches a tier', () => {
  const [low, high, merchant] = TIERS as [Tier, Tier, Tier];
  it.each([
    [low, [low], true],
    [low, [high], false],
    [high, [low], true],
    [merchant, [low, high], true],
    [{ ...high, includesLower: false }, [low], false],
    [{ ...high, includesLower: false }, [high], true],
    [high, [merchant], false],
    [low, [], false],
  ] as const)('%#', (tier, meantFor, receives) => expect(tierReceives(tier, meantFor)).toBe(receives));
});

it('every reason is a full sentence', () => {
  for (const text of [...Object.values(SEAT_REFUSAL_TEXTS), ...Object.values(TIER_MOVE_REFUSAL_TEXTS)])
    expect(text).toMatch(/^[A-Z].*\.$/);
});
