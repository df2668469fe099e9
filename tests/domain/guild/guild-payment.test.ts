import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GuildPayment, guildPaymentState } from '../../../src/domain/guild/guild-payment.ts';
import { saleShares } from '../../../src/domain/payments/commission.ts';
import { incomeOfPayment, sumOfIncome } from '../../../src/domain/payments/income.ts';

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
      taxCents: 0,
      refundedCents,
      netCents: saleShares(paidCents, percent).sellerCents,
    };
  });

const guildIncome = (
  payments: readonly Pick<GuildPayment, 'state' | 'paidCents' | 'taxCents' | 'netCents' | 'refundedCents'>[],
) =>
  sumOfIncome(
    payments.map((payment) => incomeOfPayment({ ...payment, isDisputed: payment.state === 'disputed' })),
  );

describe('the income of a guild', () => {
  it('is split to the cent, is never below 0, and is the sum of its payments in any order', () => {
    fc.assert(
      fc.property(fc.array(payment, { maxLength: 30 }), (payments) => {
        const sum = guildIncome(payments);
        const { paidCents, commissionCents, netCents, yoursCents } = sum;
        expect(commissionCents + netCents).toBe(paidCents);
        for (const cents of Object.values(sum)) expect(cents).toBeGreaterThanOrEqual(0);
        expect(guildIncome(payments.toReversed())).toEqual(sum);
        const alone = payments.map((one) => guildIncome([one]));
        expect(alone.reduce((whole, one) => whole + one.yoursCents, 0)).toBe(yoursCents);
      }),
    );
  });

  it('counts refunds in proportion, and holds what is disputed', () => {
    const paid = { paidCents: 800, taxCents: 0, netCents: 720 };
    const income = (refundedCents: number, disputes: ('open' | 'won' | 'lost')[] = []) =>
      guildIncome([
        { ...paid, refundedCents, state: guildPaymentState({ ...paid, refundedCents, disputes }) },
      ]);
    expect(income(0)).toMatchObject({ commissionCents: 80, netCents: 720, yoursCents: 720, heldCents: 0 });
    expect(income(400)).toMatchObject({ refundedCents: 400, yoursCents: 360 });
    expect(income(800).yoursCents).toBe(0);
    expect(income(0, ['open'])).toMatchObject({ yoursCents: 0, heldCents: 720 });
    expect(income(800, ['lost'])).toMatchObject({ yoursCents: 0, heldCents: 0 });
    expect(income(0, ['won'])).toMatchObject({ yoursCents: 720, heldCents: 0 });
  });
});
