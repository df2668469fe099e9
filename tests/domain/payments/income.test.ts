import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  incomeOf,
  incomeOfPayment,
  refundedTax,
  sharesOfPayment,
} from '../../../src/domain/payments/income.ts';

/** A payment at some rate of tax, of which the provider took a fee from the whole. */
const payment = fc
  .record({
    priceCents: fc.integer({ min: 1, max: 1_000_000 }),
    taxPercent: fc.integer({ min: 0, max: 30 }),
    feePercent: fc.integer({ min: 0, max: 100 }),
    creditCents: fc.constantFrom(0, 0, 0, 50, 5000),
  })
  .map(({ priceCents, taxPercent, feePercent, creditCents }) => {
    const invoicedTaxCents = Math.round((priceCents * taxPercent) / 100);
    const paidCents = Math.max(1, priceCents + invoicedTaxCents - creditCents);
    return { paidCents, invoicedTaxCents, feeCents: Math.round((paidCents * feePercent) / 100) };
  });

describe('a taxed payment', () => {
  it('is tax, commission and the seller’s net to the cent, whatever the fee', () => {
    fc.assert(
      fc.property(payment, (paid) => {
        const shares = sharesOfPayment(paid);
        for (const cents of Object.values(shares)) expect(cents).toBeGreaterThanOrEqual(0);
        expect(shares.taxCents + shares.commissionCents + shares.netCents).toBe(paid.paidCents);
        expect(shares.taxCents).toBe(Math.min(paid.invoicedTaxCents, paid.paidCents));
        // The provider transfers all but its fee: that is never less than the seller should have.
        expect(shares.netCents).toBeLessThanOrEqual(paid.paidCents - paid.feeCents);
      }),
    );
  });

  it('is divided as before where there is no tax', () => {
    expect(sharesOfPayment({ paidCents: 800, invoicedTaxCents: 0, feeCents: 80 })).toEqual({
      taxCents: 0,
      commissionCents: 80,
      netCents: 720,
    });
    const row = { paidCents: 800, netCents: 720, refundedCents: 333, isDisputed: false };
    expect(incomeOfPayment({ ...row, taxCents: 0 })).toEqual(incomeOf(row));
  });

  it('never returns more tax than was taken, however it is refunded, and all with the last cent', () => {
    fc.assert(
      fc.property(
        payment,
        fc.array(fc.integer({ min: 0, max: 400_000 }), { maxLength: 8 }),
        (paid, refunds) => {
          const shares = sharesOfPayment(paid);
          const whole = { ...shares, paidCents: paid.paidCents };
          let refundedCents = 0;
          let before = { tax: 0, yours: shares.netCents };
          for (const refund of [...refunds, paid.paidCents]) {
            refundedCents = Math.min(refundedCents + refund, paid.paidCents);
            const tax = refundedTax(whole, refundedCents);
            const income = incomeOfPayment({ ...whole, refundedCents, isDisputed: false });
            expect(tax).toBeGreaterThanOrEqual(before.tax);
            expect(tax).toBeLessThanOrEqual(shares.taxCents);
            expect(income.yoursCents).toBeLessThanOrEqual(before.yours);
            expect(income.yoursCents).toBeGreaterThanOrEqual(0);
            expect(tax + income.refundedCents).toBe(refundedCents);
            // The marketplace's commission pays the rest, and no more than it has.
            const commissionBack = income.refundedCents - (shares.netCents - income.yoursCents);
            expect(commissionBack).toBeGreaterThanOrEqual(0);
            expect(commissionBack).toBeLessThanOrEqual(shares.commissionCents);
            before = { tax, yours: income.yoursCents };
          }
          expect(before).toEqual({ tax: shares.taxCents, yours: 0 });
        },
      ),
    );
  });
});
