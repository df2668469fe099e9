import { describe, expect, it } from 'vitest';
import { type GuildGrant, type GuildOffer, grantsDue } from '../../../src/domain/guild/grant.ts';
import type { MembershipPeriod } from '../../../src/domain/guild/membership-period.ts';
import { monthStart } from '../../../src/domain/kernel/month.ts';
import { aBundle, anOffer, aPeriod, aRelease, aReward, DAY, NOW, withoutPayment } from './a-guild.ts';

const got = (
  offer: Partial<GuildOffer>,
  periods: readonly MembershipPeriod[],
  now = NOW,
  held: readonly GuildGrant[] = [],
) => grantsDue(anOffer(offer), periods, held, now).map(({ what, paymentId }) => `${what} by ${paymentId}`);
const NOVEMBER = aRelease('nov', '2026-11');
const period = aPeriod('2026-11');

describe('a release', () => {
  it('is granted with its month', () => {
    const releases = [aRelease('oct', '2026-10'), NOVEMBER];
    expect(got({ releases }, [period])).toEqual(['nov by in-2026-11']);
    expect(got({ releases }, [])).toEqual([]);
  });

  it.each(['skipped', 'trial', 'refunded'] as const)('is not granted with a %s month', (kind) =>
    expect(got({ releases: [NOVEMBER] }, [aPeriod('2026-11', { kind })])).toEqual([]),
  );

  it('is granted with a gifted month', () =>
    expect(got({ releases: [NOVEMBER] }, [aPeriod('2026-11', { kind: 'gift' })])).toHaveLength(1));

  it.each([
    ['low', ['low'], 1],
    ['low', ['high'], 0],
    ['high', ['low'], 1],
    ['high', ['high', 'merchant'], 1],
    ['merchant', ['low'], 1],
    ['gone', ['low'], 0],
  ])('reaches tier %s when it is for %j: %i', (tierId, tierIds, count) =>
    expect(
      got({ releases: [aRelease('nov', '2026-11', tierIds)] }, [aPeriod('2026-11', { tierId })]),
    ).toHaveLength(count),
  );

  it('is granted when it is published, not before', () => {
    const late = { ...NOVEMBER, publishedAt: NOW };
    expect(got({ releases: [late] }, [period], NOW - 1)).toEqual([]);
    expect(got({ releases: [late] }, [period], NOW)).toHaveLength(1);
    expect(got({ releases: [{ ...NOVEMBER, publishedAt: null }] }, [period])).toEqual([]);
  });

  it('published after its month still reaches members who paid for it', () =>
    expect(
      got({ releases: [{ ...NOVEMBER, publishedAt: NOW + 60 * DAY }] }, [period], NOW + 61 * DAY),
    ).toEqual(['nov by in-2026-11']));

  it('of a later month of a year is granted when that month begins', () => {
    const december = aPeriod('2026-12', { paymentId: 'in-2026-11', part: 1 });
    const releases = [NOVEMBER, { ...aRelease('dec', '2026-12'), publishedAt: monthStart('2026-11') }];
    expect(got({ releases }, [period, december], december.from - 1)).toHaveLength(1);
    expect(got({ releases }, [period, december], december.from)).toHaveLength(2);
  });

  it('is limited to the paid month, unless the rule is all_while_active', () => {
    const releases = [
      aRelease('early', '2026-12', ['low'], { publishedAt: period.from }),
      aRelease('last', '2026-12', ['low'], { publishedAt: period.until - 1 }),
      aRelease('after', '2026-12', ['low'], { publishedAt: period.until }),
      NOVEMBER,
    ];
    expect(got({ releases }, [period], NOW + 60 * DAY)).toEqual(['nov by in-2026-11']);
    expect(got({ releases, grantRule: 'all_while_active' }, [period], NOW + 60 * DAY)).toEqual(
      ['early', 'last', 'nov'].map((id) => `${id} by in-2026-11`),
    );
  });

  it('is granted once', () => {
    const offer = anOffer({ releases: [NOVEMBER] });
    const first = grantsDue(offer, [period], [], NOW);
    expect(grantsDue(offer, [period], first, NOW)).toEqual([]);
  });
});

describe('an upgrade within the month', () => {
  const upgrade = { tierId: 'high', paymentId: 'up', paidCents: 350, refunded: false };
  const releases = [NOVEMBER, aRelease('nov-high', '2026-11', ['high'])];
  it('grants at once what the higher tier includes in addition', () => {
    const before = grantsDue(anOffer({ releases }), [period], [], NOW);
    const after = grantsDue(anOffer({ releases }), [{ ...period, upgrade: upgrade }], before, NOW);
    expect(after).toMatchObject([{ what: 'nov-high', paymentId: 'up' }]);
  });
  it('to a merchant tier grants the month’s release with the merchant licence', () => {
    const before = grantsDue(anOffer({ releases: [NOVEMBER] }), [period], [], NOW);
    const up = { ...period, upgrade: { ...upgrade, tierId: 'merchant' } };
    expect(grantsDue(anOffer({ releases: [NOVEMBER] }), [up], before, NOW)).toMatchObject([
      { what: 'nov', paymentId: 'up', licence: 'merchant' },
    ]);
  });
  it('leaves it at that: who may sell a release gets no second one that is for printing only', () => {
    const up = { ...period, upgrade: { ...upgrade, tierId: 'merchant' } };
    const all = { grantRule: 'all_while_active' as const, releases: [NOVEMBER] };
    const once = grantsDue(anOffer(all), [up], [], NOW);
    expect(once.map(({ licence }) => licence)).toEqual(['personal', 'merchant']);
    // The payment of the month is gone; its grant with it. What the upgrade brought contains the right to print.
    const held = once.filter(({ licence }) => licence === 'merchant');
    expect(grantsDue(anOffer(all), [up], held, NOW)).toEqual([]);
  });
  it('refunded alone leaves the rest, and vice versa', () => {
    const periods = [{ ...period, upgrade }];
    expect(got({ releases }, withoutPayment(periods, 'up'))).toEqual(['nov by in-2026-11']);
    expect(got({ releases }, withoutPayment(periods, 'in-2026-11'))).toEqual(['nov by up', 'nov-high by up']);
  });
});

describe('an entry bundle', () => {
  const joined = period.joinedAt;
  it.each([
    [{}, true],
    [{ tierIds: ['high'] }, false],
    [{ startedAt: null }, false],
    [{ startedAt: joined }, true],
    [{ startedAt: joined + 1 }, false],
    [{ endedAt: joined }, false],
    [{ endedAt: joined + 1 }, true],
    [{ validFrom: joined + 1 }, false],
    [{ validTo: joined }, false],
    [{ validFrom: joined, validTo: joined + 1 }, true],
    [{ minPaidPeriods: 2 }, false],
    [{ minPaidPeriods: 0 }, true],
  ])('with %j is granted for joining: %s', (changes, comes) =>
    expect(got({ bundles: [aBundle(changes)] }, [period])).toHaveLength(comes ? 1 : 0),
  );

  it('waits for its number of paid months', () => {
    const months = ['2026-09', '2026-10', '2026-11'].map((month) => aPeriod(month, { joinedAt: joined }));
    expect(got({ bundles: [aBundle({ minPaidPeriods: 3 })] }, months)).toEqual(['bundle by in-2026-11']);
    const given = months.map((one, place) => (place === 1 ? { ...one, kind: 'gift' as const } : one));
    expect(got({ bundles: [aBundle({ minPaidPeriods: 3 })] }, given)).toEqual([]);
  });

  it('is granted once, also after rejoining in another tier', () => {
    const offer = anOffer({ bundles: [aBundle()] });
    const first = grantsDue(offer, [aPeriod('2026-05')], [], NOW);
    const again = [aPeriod('2026-05'), aPeriod('2026-11', { tierId: 'merchant' })];
    expect(first).toHaveLength(1);
    expect(grantsDue(offer, again, first, NOW)).toEqual([]);
  });

  it('of a higher tier is granted with the upgrade', () => {
    const upgrade = { tierId: 'high', paymentId: 'up', paidCents: 350, refunded: false };
    expect(got({ bundles: [aBundle({ tierIds: ['high'] })] }, [{ ...period, upgrade: upgrade }])).toEqual([
      'bundle by up',
    ]);
  });

  it('refunded with its month is granted again with the next payment', () => {
    const periods = withoutPayment([aPeriod('2026-05')], 'in-2026-05');
    expect(got({ bundles: [aBundle()] }, periods)).toEqual([]);
    expect(got({ bundles: [aBundle()] }, [...periods, period])).toEqual(['bundle by in-2026-11']);
  });
});

describe('a reward for loyalty', () => {
  const months = ['2026-07', '2026-08', '2026-10', '2026-11'].map((month) => aPeriod(month));
  it('is granted with the month that reaches it', () => {
    const rewards = [aReward('streak', 2), aReward('streak', 3), aReward('total', 3), aReward('total', 5)];
    expect(got({ rewards }, months)).toEqual(['streak-2 by in-2026-08', 'total-3 by in-2026-10']);
  });
  it('is granted once, and only while it is offered', () => {
    const rewards = [aReward('total', 1)];
    const first = grantsDue(anOffer({ rewards }), months, [], NOW);
    expect(first).toHaveLength(1);
    expect(grantsDue(anOffer({ rewards }), months, first, NOW)).toEqual([]);
    expect(got({ rewards: [{ ...aReward('total', 1), startedAt: null }] }, months)).toEqual([]);
    const ended = { ...aReward('total', 3), endedAt: months[2]?.from ?? 0 };
    expect(got({ rewards: [ended] }, months.slice(0, 3))).toEqual([]);
  });
});
