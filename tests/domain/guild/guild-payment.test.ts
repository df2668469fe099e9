import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guildIncome, guildPaymentState } from '../../../src/domain/guild/guild-payment.ts';
import { saleShares } from '../../../src/domain/payments/commission.ts';

const payment = fc
  .record({
    paidCents: fc.integer({ min: 0, max: 1_000_000 }),
    percent: fc.integer({ min: 0, max: 100 }),
    back: fc.integer({ min: 0, max: 100 }),
    disputes: fc.array(fc.constantFrom('open', 'won', 'lost'), { maxLength: 3 }),
  })
  .map(({ paidCents, percent, back, disputes }) => {
    const refundedCents = Math.floor((paidCents * back) / 100);
    return {
      state: guildPaymentState({ paidCents, refundedCents, disputes }),
      paidCents,
      refundedCents,
      netCents: saleShares(paidCents, percent).sellerCents,
    };
  });

describe('the income of a guild', () => {
  it('is split to the cent, is never below 0, and is the sum of its payments in any order', () => {
    fc.assert(
      fc.property(fc.array(payment, { maxLength: 30 }), (payments) => {
        const { paidCents, commissionCents, netCents } = guildIncome(payments);
        expect(commissionCents + netCents).toBe(paidCents);
        for (const cents of [paidCents, commissionCents, netCents]) expect(cents).toBeGreaterThanOrEqual(0);
        expect(guildIncome(payments.toReversed())).toEqual({ paidCents, commissionCents, netCents });
        const alone = payments.map((one) => guildIncome([one]));
        expect(alone.reduce((sum, one) => sum + one.netCents, 0)).toBe(netCents);
      }),
    );
  });

  it('excludes full refunds and disputed payments', () => {
    const paid = { paidCents: 800, netCents: 720 };
    const income = (refundedCents: number, disputes: ('open' | 'won' | 'lost')[] = []) =>
      guildIncome([
        { ...paid, refundedCents, state: guildPaymentState({ ...paid, refundedCents, disputes }) },
      ]);
    expect(income(0)).toEqual({ paidCents: 800, commissionCents: 80, netCents: 720 });
    expect(income(400)).toEqual({ paidCents: 400, commissionCents: 40, netCents: 360 });
    expect(income(800).paidCents).toBe(0);
    expect(income(0, ['open']).paidCents).toBe(0);
    expect(income(0, ['lost']).paidCents).toBe(0);
    expect(income(0, ['won']).netCents).toBe(720);
  });
});
