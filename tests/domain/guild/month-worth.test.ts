import { describe, expect, it } from 'vitest';
import { eachOnce, monthWorth } from '../../../src/domain/guild/month-worth.ts';
import { monthOf } from '../../../src/domain/kernel/month.ts';
import { aRelease, NOW, TIERS } from './a-guild.ts';

const MONTH = monthOf(NOW);
const [low, high] = TIERS as [(typeof TIERS)[number], (typeof TIERS)[number]];
const prices: Record<string, number> = { a: 500, b: 700, c: 900 };
const worth = (tier: typeof low, releases: ReturnType<typeof aRelease>[]) =>
  monthWorth(tier, { ladder: TIERS, releases }, (id) => prices[id] ?? null, NOW);

describe('what a month is worth', () => {
  it('is the sum of the shop prices of what the tier receives this month, each model once', () => {
    const releases = [
      aRelease('one', MONTH, ['low'], { productIds: ['a', 'b'] }),
      aRelease('two', MONTH, ['low'], { productIds: ['b', 'c', 'not sold'] }),
      aRelease('high', MONTH, ['high'], { productIds: ['c'] }),
      aRelease('draft', MONTH, ['low'], { productIds: ['c'], state: 'draft', publishedAt: null }),
      aRelease('before', '2026-10', ['low'], { productIds: ['c'] }),
    ];
    expect(worth(low, releases)).toEqual({ models: 3, cents: 2100 });
    expect(worth(high, releases)).toEqual({ models: 3, cents: 2100 });
  });

  it('is not told where it is not more than the price', () => {
    const one = [aRelease('one', MONTH, ['low'], { productIds: ['a'] })];
    expect(low.monthlyCents).toBeGreaterThan(500);
    expect(worth(low, one)).toBeNull();
    expect(worth(low, [])).toBeNull();
  });
});

it('a model stands in the first of the lists that have it', () => {
  const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  expect(eachOnce([[a, b], [b, c, b], [a]])).toEqual([[a, b], [c], []]);
});
