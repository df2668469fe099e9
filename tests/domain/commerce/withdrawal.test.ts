import { describe, expect, it } from 'vitest';
import {
  type BundledLine,
  keptCents,
  keptOfBundles,
  listPriceWithTax,
  WITHDRAWAL_MS,
  withdrawalRefusal,
} from '../../../src/domain/commerce/withdrawal.ts';

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
  // Of the same year in its fifth month: what has begun, not what is left.
  [{ months: 12, begun: 5, models: 2, downloaded: 1 }, 198],
  [{ months: 12, begun: 12, models: 2, downloaded: 2 }, 952],
  [{ months: 0, begun: 0, models: 2, downloaded: 1 }, 0],
])('of a payment of which %j was used, %d cents are kept', (use, expected) => {
  expect(keptCents(952, use)).toBe(expected);
});

describe('what is kept of a bundle', () => {
  const line = (
    id: string,
    outcome: BundledLine['outcome'],
    more: Partial<BundledLine> = {},
  ): BundledLine => ({
    ...{ id, outcome, bundle: 'b', listCents: 749, paidCents: 500, leftCents: 500 },
    ...more,
  });
  it.each([
    ['nothing where all of it is returned', [line('x', 'returned'), line('y', 'returned')], {}],
    ['nothing where all of it is kept', [line('x', 'kept'), line('y', 'kept')], {}],
    [
      'the list price of what stays',
      [line('x', 'kept'), line('y', 'returned'), line('z', 'returned')],
      { y: 125, z: 124 },
    ],
    [
      'never more than the bundle cost',
      [line('x', 'kept', { listCents: 2000 }), line('y', 'returned')],
      { y: 500 },
    ],
    [
      'nothing of lines that were bought alone',
      [line('x', 'kept', { bundle: null }), line('y', 'returned', { bundle: null })],
      {},
    ],
    ['nothing of another bundle', [line('x', 'kept'), line('y', 'returned', { bundle: 'c' })], {}],
  ] as const)('%s', (_what, lines, expected) => {
    expect(Object.fromEntries(keptOfBundles(lines))).toEqual(expected);
  });

  it('is counted with the tax that was paid', () => {
    // 19 % on a price of 5.00 that was 7.49 without the bundle.
    expect(listPriceWithTax({ listCents: 749, discountCents: 249 }, 595)).toBe(891);
    expect(listPriceWithTax({ listCents: 749, discountCents: 749 }, 0)).toBe(749);
  });
});
