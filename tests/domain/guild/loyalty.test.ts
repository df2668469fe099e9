import { describe, expect, it } from 'vitest';
import {
  LOYALTY_LIMITS,
  loyaltyMoveRefusal,
  loyaltyRewardRefusals,
  monthsReached,
} from '../../../src/domain/guild/loyalty.ts';
import { aPeriod, NOW } from './a-guild.ts';

const reward = { name: 'A year with us', months: 12, productIds: ['p1'] };
const refused = (change: Partial<typeof reward>) =>
  Object.keys(loyaltyRewardRefusals({ ...reward, ...change }));

describe('a reward for loyalty', () => {
  it.each([
    [0, false],
    [1, true],
    [1.5, false],
    [LOYALTY_LIMITS.months, true],
    [LOYALTY_LIMITS.months + 1, false],
    [Number.NaN, false],
  ])('after %d months is possible: %s', (months, possible) => {
    expect(refused({ months })).toEqual(possible ? [] : ['months']);
  });

  it('has a name of 1 to 80 characters and at most 50 models', () => {
    expect(refused({ name: ' ' })).toEqual(['name']);
    expect(refused({ name: 'n'.repeat(LOYALTY_LIMITS.name) })).toEqual([]);
    expect(refused({ name: 'n'.repeat(LOYALTY_LIMITS.name + 1) })).toEqual(['name']);
    const models = (count: number) => Array.from({ length: count }, (_, at) => `p${at}`);
    expect(refused({ productIds: models(LOYALTY_LIMITS.products) })).toEqual([]);
    expect(refused({ productIds: models(LOYALTY_LIMITS.products + 1) })).toEqual(['productIds']);
    // A draft may be saved before its models are chosen.
    expect(refused({ productIds: [] })).toEqual([]);
  });

  it.each([
    ['draft', 'active', ['p1'], null],
    ['draft', 'active', [], 'no-product'],
    ['active', 'ended', ['p1'], null],
    // Its models may have been deleted meanwhile; that must not keep it running.
    ['active', 'ended', [], null],
    ['draft', 'ended', ['p1'], 'no-such-move'],
    ['active', 'active', ['p1'], 'no-such-move'],
    ['ended', 'active', ['p1'], 'no-such-move'],
    ['ended', 'ended', ['p1'], 'no-such-move'],
  ] as const)('from %s to %s with the models %j: %s', (state, to, productIds, expected) => {
    expect(loyaltyMoveRefusal({ state, productIds: [...productIds] }, to)).toBe(expected);
  });
});

it('a skipped month keeps a streak, a missing one ends it, and one that has not begun counts nothing', () => {
  const periods = [
    aPeriod('2026-05'),
    aPeriod('2026-06', { kind: 'skipped' }),
    aPeriod('2026-07'),
    aPeriod('2026-09'),
    aPeriod('2026-10', { kind: 'gift' }),
    { ...aPeriod('2026-11'), from: NOW + 1 },
  ];
  expect(monthsReached(periods, NOW).map(({ month, streak, total }) => [month, streak, total])).toEqual([
    ['2026-05', 1, 1],
    ['2026-07', 2, 2],
    ['2026-09', 1, 3],
    ['2026-10', 2, 4],
  ]);
});
