import { describe, expect, it } from 'vitest';
import { keptCents, WITHDRAWAL_MS, withdrawalRefusal } from '../../../src/domain/commerce/withdrawal.ts';

describe('withdrawing', () => {
  const order = { paidAt: 1_000, country: 'DE', isWaived: false };
  const line = { downloaded: false, leftCents: 500 };
  it.each([
    [order, line, 1_000 + WITHDRAWAL_MS, null],
    [order, line, 1_001 + WITHDRAWAL_MS, 'too-late'],
    [{ ...order, isWaived: true }, line, 2_000, 'waived'],
    [{ ...order, country: 'US' }, line, 2_000, 'no-right'],
    [{ ...order, country: '' }, line, 2_000, null],
    [order, { ...line, downloaded: true }, 2_000, 'downloaded'],
    [order, { ...line, leftCents: 0 }, 2_000, 'nothing-left'],
    [{ ...order, isTrader: true }, line, 2_000, 'trader'],
  ] as const)('of %j with %j at %d: %s', (of, what, now, expected) => {
    expect(withdrawalRefusal(of, what, now)).toBe(expected);
  });
});

it.each([
  [{ months: 1, begun: 1, models: 8, downloaded: 2 }, 238],
  [{ months: 1, begun: 1, models: 0, downloaded: 0 }, 0],
  [{ months: 1, begun: 1, models: 3, downloaded: 3 }, 952],
  // Of a year, the month that has begun.
  [{ months: 12, begun: 1, models: 2, downloaded: 1 }, 40],
  [{ months: 0, begun: 0, models: 2, downloaded: 1 }, 0],
])('of a payment of which %j was used, %d cents are kept', (use, expected) => {
  expect(keptCents(952, use)).toBe(expected);
});
