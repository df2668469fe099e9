import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { taxedSums } from '../../../src/dev/payments/tax.ts';
import { withIncludedTax } from '../../../src/domain/commerce/included-tax.ts';
import type { OrderLine } from '../../../src/domain/commerce/order.ts';
import {
  documentsOfRefunds,
  invoiceOfOrder,
  UNKNOWN_BUYER,
} from '../../../src/domain/commerce/order-invoice.ts';
import { divideRefunds, type RefundFact } from '../../../src/domain/commerce/settlement.ts';
import { NO_OPERATOR } from '../../../src/domain/kernel/operator.ts';
import {
  invoiceSums,
  type NewTaxInvoice,
  sumsByRate,
  type TaxInvoice,
} from '../../../src/domain/payments/tax-invoice.ts';

const AT = Date.UTC(2026, 10, 22);

function line(id: string, paidCents: number): OrderLine {
  return {
    id,
    productName: `Model ${id}`,
    storeName: 'Ashgrove',
    storeId: 'store',
    includedTaxCents: 0,
    paidCents,
    commissionPercent: 10,
    commissionCents: 0,
    feeCents: 0,
    netCents: paidCents,
  } as OrderLine;
}

function orderOf(lines: OrderLine[], taxCents: number) {
  return {
    id: 'abcdefgh1234567',
    placedAt: AT,
    paidAt: AT,
    email: 'buyer@guildhall.test',
    currency: 'usd',
    card: { brand: 'visa', last4: '4242' },
    taxCents,
    totalCents: lines.reduce((sum, { paidCents }) => sum + paidCents, 0),
    lines,
  };
}

/** An order as the provider taxes it: each line by itself, rounded to a cent. */
const taxedOrders = fc
  .record({
    prices: fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 6 }),
    percent: fc.constantFrom(0, 5.5, 7, 8.875, 10, 19, 20, 25.5),
    isIncluded: fc.boolean(),
  })
  .map(({ prices, percent, isIncluded }) => {
    const behavior = isIncluded ? ('inclusive' as const) : ('exclusive' as const);
    const { tax } = taxedSums(
      prices.map((cents) => ({ cents, behavior })),
      percent,
    );
    const shown = prices.map((cents, at) => line(`l${at}`, cents));
    const lines = isIncluded && tax > 0 ? withIncludedTax(shown, tax) : shown;
    return { order: orderOf(lines, tax), percent };
  });

const issued = (invoice: NewTaxInvoice, number = 'INV-2026-000001'): TaxInvoice => ({
  ...invoice,
  id: number,
  number,
  issuedAt: AT,
});

describe('an invoice of an order', () => {
  it('adds up to what was charged, and by rate: net and tax are gross, tax is the rate of net', () => {
    fc.assert(
      fc.property(taxedOrders, ({ order, percent }) => {
        const invoice = invoiceOfOrder(order, { ...UNKNOWN_BUYER, taxPercent: percent }, NO_OPERATOR, AT);
        const charged = order.totalCents + order.taxCents;
        if (!invoice) {
          expect(charged).toBe(0);
          return;
        }
        const { lines } = invoice.content;
        expect(invoiceSums(lines)).toEqual({
          netCents: order.totalCents,
          taxCents: order.taxCents,
          grossCents: charged,
        });
        for (const { netCents, taxCents, grossCents, taxPercent } of sumsByRate(lines)) {
          expect(netCents + taxCents).toBe(grossCents);
          // The provider rounds each line, so a rate is off by at most half a cent for each.
          const exact = (netCents * (taxPercent ?? 0)) / 100;
          expect(Math.abs(taxCents - exact)).toBeLessThanOrEqual(0.5 * 1.26 * order.lines.length + 1e-6);
        }
        for (const { netCents, taxCents, grossCents } of lines) {
          expect(netCents + taxCents).toBe(grossCents);
          expect(netCents).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('is not made of nothing', () => {
    expect(invoiceOfOrder(orderOf([line('a', 0)], 0), UNKNOWN_BUYER, NO_OPERATOR, AT)).toBeNull();
  });
});

describe('credit notes', () => {
  const refunds = fc.array(
    fc.record({
      amount: fc.integer({ min: 1, max: 9000 }),
      line: fc.option(fc.integer({ min: 0, max: 5 })),
      fails: fc.boolean(),
    }),
    { maxLength: 5 },
  );

  it('mirror each refund to the cent, also when refunds fail later', () => {
    fc.assert(
      fc.property(taxedOrders, refunds, ({ order, percent }, wished) => {
        const invoice = invoiceOfOrder(order, { ...UNKNOWN_BUYER, taxPercent: percent }, NO_OPERATOR, AT);
        if (!invoice) return;
        const sale = issued(invoice);
        const facts: RefundFact[] = [];
        const documents: TaxInvoice[] = [];
        const settle = () => {
          const made = documentsOfRefunds(order, divideRefunds(order, facts), sale, documents);
          documents.push(...made.map((document, at) => issued(document, `CN-${documents.length + at}`)));
        };
        let left = order.totalCents + order.taxCents;
        for (const [at, { amount, line: wish }] of wished.entries()) {
          const amountCents = Math.min(amount, left);
          if (amountCents === 0) continue;
          left -= amountCents;
          const lineId = wish === null ? null : (order.lines[wish]?.id ?? null);
          facts.push({ id: `re_${at}`, lineId, amountCents, state: 'pending' });
          settle();
          const note = documents.at(-1);
          expect(note).toMatchObject({ kind: 'credit_note', ofNumber: sale.number });
          expect(invoiceSums(note?.content.lines ?? []).grossCents).toBe(amountCents);
        }
        for (const fact of facts)
          if (wished[Number(fact.id.slice(3))]?.fails) {
            fact.state = 'failed';
            settle();
          }
        const before = documents.length;
        settle();
        expect(documents).toHaveLength(before);
        const parts = divideRefunds(order, facts).flatMap(({ refund, parts }) =>
          refund.state === 'failed' ? [] : parts,
        );
        const sum = (cents: (line: { netCents: number; taxCents: number }) => number) =>
          documents.reduce(
            (whole, { kind, content }) =>
              whole +
              (kind === 'credit_note' ? 1 : -1) * content.lines.reduce((all, one) => all + cents(one), 0),
            0,
          );
        expect(sum(({ netCents }) => netCents)).toBe(parts.reduce((all, one) => all + one.buyerCents, 0));
        expect(sum(({ taxCents }) => taxCents)).toBe(parts.reduce((all, one) => all + one.taxCents, 0));
      }),
    );
  });
});
