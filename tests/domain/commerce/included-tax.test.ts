import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { taxPlace, withIncludedTax } from '../../../src/domain/commerce/included-tax.ts';
import { type OrderLine, shownPrice, shownRefund } from '../../../src/domain/commerce/order.ts';
import {
  type LedgerRow,
  lineTaxes,
  refundable,
  saleLedger,
  settlementOf,
} from '../../../src/domain/commerce/settlement.ts';

const line = (id: string, priceCents: number, percent: number): OrderLine =>
  ({
    id,
    storeId: `s${id}`,
    paidCents: priceCents,
    includedTaxCents: 0,
    commissionPercent: percent,
    commissionCents: 0,
    feeCents: 0,
    netCents: priceCents,
    refundedCents: 0,
    refundedTaxCents: 0,
  }) as OrderLine;
const sum = (cents: readonly number[]) => cents.reduce((whole, part) => whole + part, 0);

/** A cart, the percentage of tax in its prices, and the tax as the provider rounds it for each line of its page. */
const carts = fc
  .record({
    prices: fc.array(fc.integer({ min: 0, max: 9999 }), { minLength: 1, maxLength: 6 }),
    percent: fc.constantFrom(0, 5, 10),
    taxPercent: fc.constantFrom(0, 7, 19, 25.5, 27),
  })
  .map(({ prices, percent, taxPercent }) => ({
    lines: prices.map((price, at) => line(`${at}`, price, percent)),
    taxCents: sum(prices.map((price) => Math.round((price * taxPercent) / (100 + taxPercent)))),
  }));

describe('prices that contain their tax', () => {
  it('are divided into tax, commission and the seller’s part, which add up for each line and in all', () => {
    fc.assert(
      fc.property(carts, ({ lines, taxCents }) => {
        const paid = withIncludedTax(lines, taxCents);
        for (const [at, after] of paid.entries()) {
          expect(after.paidCents + after.includedTaxCents).toBe(lines[at]?.paidCents);
          expect(after.commissionCents + after.feeCents + after.netCents).toBe(after.paidCents);
          expect(
            Math.min(after.includedTaxCents, after.netCents, after.commissionCents),
          ).toBeGreaterThanOrEqual(0);
        }
        expect(sum(paid.map(({ includedTaxCents }) => includedTaxCents))).toBe(taxCents);
        expect(sum(lineTaxes({ lines: paid, taxCents }))).toBe(taxCents);
        // Nothing is divided twice: the same payment seen again gives the same lines.
        expect(withIncludedTax(paid, taxCents)).toEqual(paid);
      }),
    );
  });

  it('stand in the ledger with net, tax, commission and shares that add up to what was charged', () => {
    fc.assert(
      fc.property(carts, ({ lines, taxCents }) => {
        const paid = withIncludedTax(lines, taxCents);
        const rows = saleLedger({ id: 'o', lines: paid, taxCents, feeCents: 59 });
        const of = (account: LedgerRow['account']) =>
          sum(rows.filter((row) => row.account === account).map(({ amountCents }) => amountCents));
        // A sum of 0 may be -0 when it is negated.
        expect(of('buyer') + sum(lines.map(shownPrice))).toBe(0);
        expect(of('tax')).toBe(taxCents);
        expect(of('seller')).toBe(sum(paid.map(({ netCents }) => netCents)));
        expect(sum(rows.map(({ amountCents }) => amountCents))).toBe(0);
      }),
    );
  });

  it('are given back with their tax, in parts and to the last cent', () => {
    const parts = fc.array(fc.record({ lineId: fc.constantFrom(null, '0', '1'), cents: fc.nat(4000) }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(carts, parts, (cart, drawn) => {
        const lines = withIncludedTax(cart.lines, cart.taxCents);
        const order = {
          lines,
          taxCents: cart.taxCents,
          totalCents: sum(lines.map(({ paidCents }) => paidCents)),
        };
        const facts = drawn.map(({ lineId, cents }, at) => ({
          id: `r${at}`,
          lineId,
          amountCents: cents,
          state: 'done' as const,
        }));
        const { paidCents, refundedCents } = refundable(order, null, facts);
        expect(paidCents).toBe(sum(cart.lines.map(shownPrice)));
        for (const whole of [false, true]) {
          const rest = {
            id: 'rest',
            lineId: null,
            amountCents: paidCents - refundedCents,
            state: 'done' as const,
          };
          const settled = settlementOf(order, { refunds: whole ? [...facts, rest] : facts, disputes: [] });
          const back = settled.lines.map((now, at) => shownRefund({ ...(lines[at] as OrderLine), ...now }));
          // Where a payment contained no tax there is none to give back, so both ways of counting agree.
          expect(sum(back)).toBe(settled.refundedCents);
          for (const [at, cents] of back.entries())
            expect(cents).toBeLessThanOrEqual(shownPrice(lines[at] as OrderLine));
          if (whole) {
            expect(settled.refundedCents).toBe(paidCents);
            expect(settled.shares.map(({ shareCents }) => shareCents)).toEqual(settled.shares.map(() => 0));
          }
        }
      }),
    );
  });

  it('are told from prices to which tax is added by what was charged', () => {
    expect(taxPlace(1000, { totalCents: 1000, taxCents: 160 })).toBe('included');
    expect(taxPlace(1000, { totalCents: 1190, taxCents: 190 })).toBe('added');
    expect(taxPlace(1000, { totalCents: 1000, taxCents: 0 })).toBe('added');
    // The limits of what can be: an order of nothing, and a charge that is all tax.
    expect(taxPlace(0, { totalCents: 0, taxCents: 0 })).toBe('added');
    expect(taxPlace(0, { totalCents: 190, taxCents: 190 })).toBe('added');
    for (const [totalCents, taxCents] of [
      [999, 0],
      [1000, -1],
      [1190, 160],
      [1000, 1001],
    ] as const)
      expect(taxPlace(1000, { totalCents, taxCents })).toBeNull();
  });
});
