import { describe, expect, it } from 'vitest';
import { WITHDRAWAL_MS, withdrawalRefusal } from '../../../src/domain/commerce/withdrawal.ts';

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
  ] as const)('of %j with %j at %d: %s', (of, what, now, expected) => {
    expect(withdrawalRefusal(of, what, now)).toBe(expected);
  });
});
