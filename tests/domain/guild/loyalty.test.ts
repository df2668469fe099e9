import { describe, expect, it } from 'vitest';
import {
  LOYALTY_LIMITS,
  type LoyaltyReward,
  loyaltyMoveRefusal,
  loyaltyRewardRefusals,
} from '../../../src/domain/guild/loyalty.ts';

const reward = { name: 'A year with us', months: 12, productIds: ['p1'] };

describe('a loyalty reward', () => {
  it.each<[field: 'name' | 'months' | 'productIds', value: unknown, isAllowed: boolean]>([
    ['months', 0, false],
    ['months', 1, true],
    ['months', 1.5, false],
    ['months', LOYALTY_LIMITS.months, true],
    ['months', LOYALTY_LIMITS.months + 1, false],
    ['name', '', false],
    ['name', '   ', false],
    ['name', 'x', true],
    ['name', 'x'.repeat(LOYALTY_LIMITS.name), true],
    ['name', 'x'.repeat(LOYALTY_LIMITS.name + 1), false],
    ['productIds', [], true],
    ['productIds', Array(LOYALTY_LIMITS.products).fill('p'), true],
    ['productIds', Array(LOYALTY_LIMITS.products + 1).fill('p'), false],
  ])('is given within its limits: %s %j → %s', (field, value, isAllowed) => {
    const refusals = loyaltyRewardRefusals({ ...reward, [field]: value });
    expect(Object.keys(refusals)).toEqual(isAllowed ? [] : [field]);
  });

  const states: LoyaltyReward['state'][] = ['draft', 'active', 'ended'];
  it.each(
    states.flatMap((from) =>
      (['active', 'ended'] as const).map((to) => ({
        from,
        to,
        refusal:
          [from, to].join(' → ') === 'draft → active' || from + to === 'activeended' ? null : 'no-such-move',
      })),
    ),
  )('goes from $from to $to: $refusal', ({ from, to, refusal }) => {
    expect(loyaltyMoveRefusal({ state: from, productIds: ['p1'] }, to)).toBe(refusal);
  });

  it('gives at least one model once it is active, and ends with none', () => {
    expect(loyaltyMoveRefusal({ state: 'draft', productIds: [] }, 'active')).toBe('no-product');
    expect(loyaltyMoveRefusal({ state: 'active', productIds: [] }, 'ended')).toBeNull();
  });
});
