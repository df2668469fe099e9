import { describe, expect, it } from 'vitest';
import { trialEnd } from '../../../src/domain/guild/free-trial.ts';
import type { Billing } from '../../../src/domain/guild/guild.ts';
import { joinGifts, lowestJoinPrice, yearlySavingPercent } from '../../../src/domain/guild/join-offer.ts';
import type { Tier } from '../../../src/domain/guild/tier.ts';
import { aBundle, aRelease, aTier, NOW, TIERS } from './a-guild.ts';

const [low, high] = TIERS as [Tier, Tier, Tier];
const names = (tier: Tier, gives: Parameters<typeof joinGifts>[2]) =>
  joinGifts(tier, TIERS, gives, NOW).map(({ name }) => name);

describe('what a new member gets', () => {
  it('includes the month’s releases of the tier and of lower ones', () => {
    const releases = [aRelease('large', '2026-11', ['high']), aRelease('small', '2026-11')];
    expect(names(low, { bundles: [], releases })).toEqual(['small']);
    expect(names(high, { bundles: [], releases })).toEqual(['large', 'small']);
  });

  it('includes no other months, no scheduled releases and no drafts', () => {
    const releases = [
      aRelease('old', '2026-10'),
      aRelease('announced', '2026-11', ['low'], { state: 'scheduled', publishedAt: null }),
      aRelease('draft', '2026-11', ['low'], { state: 'draft', publishedAt: null }),
    ];
    expect(names(high, { bundles: [], releases })).toEqual([]);
  });

  it('with the first payment after a trial is what comes in the month of that payment', () => {
    const releases = [
      aRelease('now', '2026-11'),
      aRelease('early', '2026-12', ['low'], { publishedAt: NOW - 1 }),
    ];
    const gives = { bundles: [aBundle({ name: 'welcome' })], releases };
    const withTrial = (days: number) =>
      joinGifts(low, TIERS, gives, NOW, trialEnd(NOW, days)).map(({ name }) => name);
    expect(withTrial(7)).toEqual(['welcome', 'now']);
    expect(withTrial(14)).toEqual(['welcome', 'early']);
  });

  it('includes current bundles that need no second month', () => {
    const bundles = [
      aBundle({ name: 'welcome' }),
      aBundle({ name: 'later', minPaidPeriods: 2 }),
      aBundle({ name: 'over', validTo: NOW }),
      aBundle({ name: 'for others', tierIds: ['high'] }),
      aBundle({ name: 'ended', state: 'ended', endedAt: NOW - 1 }),
    ];
    expect(names(low, { bundles, releases: [] })).toEqual(['welcome']);
  });

  it('counts models, and includes bundles of a retired lower tier', () => {
    const ladder = [aTier({ id: 'old', position: -1, state: 'retired' }), ...TIERS];
    const bundles = [aBundle({ name: 'welcome', tierIds: ['old'], productIds: ['a', 'b'] })];
    expect(joinGifts(low, ladder, { bundles, releases: [] }, NOW)).toEqual([{ name: 'welcome', models: 2 }]);
  });
});

it.each([
  [800, 8000, 16],
  [800, 9600, 0],
  [800, null, 0],
  [1000, 6000, 50],
])('a year of %i for %s saves %i percent', (monthlyCents, annualCents, percent) => {
  expect(yearlySavingPercent({ monthlyCents, annualCents })).toBe(percent);
});

describe('the lowest price to join', () => {
  const monthly = { billings: ['monthly', 'annual'] as const satisfies Billing[] };

  it('is by the month where the guild bills monthly, and counts early prices', () => {
    const early = aTier({ monthlyCents: 900, earlyBird: { percent: 50, until: null, seats: null } });
    expect(lowestJoinPrice(monthly, TIERS, NOW)).toEqual({ cents: 800, billing: 'monthly' });
    expect(lowestJoinPrice(monthly, [...TIERS, early], NOW)).toEqual({ cents: 450, billing: 'monthly' });
  });

  it('is by the year in a guild that bills by the year only', () => {
    expect(lowestJoinPrice({ billings: ['annual'] }, TIERS, NOW)).toEqual({ cents: 8000, billing: 'annual' });
  });

  it('is never that of a tier without a seat', () => {
    const full = aTier({ monthlyCents: 100, seats: 3, members: 3 });
    expect(lowestJoinPrice(monthly, [full, ...TIERS], NOW)?.cents).toBe(800);
    expect(lowestJoinPrice(monthly, [full], NOW)).toBeNull();
  });
});
