import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discountReason, type Sale } from '../../../src/domain/commerce/sale.ts';
import {
  ANY_SALE,
  salesFigures as figuresOfSums,
  salesCsv,
} from '../../../src/domain/commerce/sales-figures.ts';
import { incomeOf } from '../../../src/domain/payments/income.ts';
import { sumsOf } from './sale-sums.ts';

const salesFigures = (sales: readonly Sale[], ...more: [Parameters<typeof figuresOfSums>[1], number]) =>
  figuresOfSums(sumsOf(sales), ...more);

const NOW = Date.parse('2026-11-21T12:00:00Z');
const DAY = 86_400_000;
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);

const sale = (more: Partial<Sale> = {}): Sale => {
  const row: Sale = {
    source: 'sale',
    lineId: 'l1',
    orderId: 'k3x9m2p7q1w5e8r',
    number: 'G-2026-K3X9M2P7',
    memberId: null,
    orderState: 'paid',
    buyer: 'wren',
    productId: 'p1',
    productName: 'Golem',
    soldAt: NOW,
    placedAt: NOW,
    listCents: 1000,
    discountCents: 0,
    couponCode: null,
    memberPercent: null,
    releaseTitle: null,
    paidCents: 1000,
    commissionPercent: 10,
    commissionCents: 100,
    netCents: 900,
    refundedCents: 0,
    heldCents: 0,
    yoursCents: 0,
    share: null,
    ...more,
  };
  return { ...row, ...incomeOf({ ...row, isDisputed: row.orderState === 'disputed' }) };
};

describe('the figures', () => {
  it('say what members of the guild bought at their price', () => {
    const member = sale({
      discountCents: 100,
      memberPercent: 10,
      paidCents: 900,
      commissionCents: 90,
      netCents: 810,
    });
    expect(salesFigures([sale()], ANY_SALE, NOW).members).toBeNull();
    expect(salesFigures([member, sale(), { ...member, lineId: 'l2' }], ANY_SALE, NOW).members).toEqual({
      count: 2,
      discountCents: 200,
      yoursCents: 1620,
    });
    expect([discountReason(member), discountReason(sale())]).toEqual(['Guild, 10%', null]);
    expect(discountReason(sale({ releaseTitle: 'Bog Folk' }))).toBe('Bog Folk');
  });

  it('add up, subtract refunds, and name the best sellers', () => {
    const figures = salesFigures(
      [
        sale(),
        sale({ refundedCents: 500 }),
        sale({
          productId: 'p2',
          productName: 'Tower',
          discountCents: 100,
          couponCode: 'WELCOME10',
          paidCents: 900,
          commissionCents: 90,
          netCents: 810,
        }),
        // The product has another name by now, and is the same.
        sale({ productName: 'Moss Golem' }),
      ],
      ANY_SALE,
      NOW,
    );
    expect(figures.totals).toEqual({
      count: 4,
      listCents: 4000,
      discountCents: 100,
      paidCents: 3900,
      commissionCents: 390,
      netCents: 3510,
      refundedCents: 500,
      heldCents: 0,
      yoursCents: 3060,
    });
    expect(figures.products).toEqual([
      { name: 'Golem', count: 3, yoursCents: 2250 },
      { name: 'Tower', count: 1, yoursCents: 810 },
    ]);
    expect(figures.coupons).toEqual([{ code: 'WELCOME10', count: 1, discountCents: 100, yoursCents: 810 }]);
  });

  it('hold back what is left of a disputed order', () => {
    const { totals, steps } = salesFigures(
      [sale({ orderState: 'disputed', refundedCents: 500 }), sale()],
      ANY_SALE,
      NOW,
    );
    expect([totals.netCents, totals.heldCents, totals.yoursCents]).toEqual([1800, 450, 900]);
    expect(steps.at(-1)).toMatchObject({ count: 2, yoursCents: 900 });
  });

  it.each([
    ['2026-11-01', '2026-11-21', 'day', 20],
    ['2026-08-03', '2026-11-16', 'week', 15],
    ['2024-01-15', '2026-11-21', 'month', 35],
  ] as const)('from %s to %s go by the %s', (from, to, step, count) => {
    const figures = salesFigures([], { from: at(from), to: at(to) }, NOW);
    expect([figures.step, figures.steps.length]).toEqual([step, count]);
  });

  it('show two weeks where all was sold today', () => {
    const { steps } = salesFigures([sale()], ANY_SALE, NOW);
    expect(steps).toHaveLength(14);
    expect(steps.at(-1)).toMatchObject({ from: at('2026-11-21'), count: 1 });
  });

  it('begin weeks on Monday and months on their first day', () => {
    const weeks = salesFigures([], { from: at('2026-09-02'), to: at('2026-11-21') }, NOW).steps;
    expect(weeks[0]?.from).toBe(at('2026-08-31'));
    const months = salesFigures([], { from: at('2025-01-31'), to: at('2026-11-21') }, NOW).steps;
    expect(months.slice(0, 3).map(({ from }) => from)).toEqual([
      at('2025-01-01'),
      at('2025-02-01'),
      at('2025-03-01'),
    ]);
  });

  it('have each sale in one step and lose none, whatever the span', () => {
    const any = fc.record({
      soldAt: fc.integer({ min: NOW - 900 * DAY, max: NOW }),
      paidCents: fc.nat(5000),
      part: fc.nat(100),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 40 }), (drawn) => {
        const sales = drawn.map(({ soldAt, paidCents, part }) => {
          const commissionCents = Math.floor(paidCents / 10);
          const refundedCents = Math.floor((paidCents * part) / 100);
          return sale({
            soldAt,
            paidCents,
            commissionCents,
            netCents: paidCents - commissionCents,
            refundedCents,
          });
        });
        const { totals, steps } = salesFigures(sales, ANY_SALE, NOW);
        expect(steps.reduce((sum, { count }) => sum + count, 0)).toBe(sales.length);
        expect(steps.reduce((sum, { yoursCents }) => sum + yoursCents, 0)).toBe(totals.yoursCents);
        expect(totals.commissionCents + totals.netCents).toBe(totals.paidCents);
        expect(steps.length).toBeLessThanOrEqual(55);
        for (const [index, { from }] of steps.entries())
          expect(from).toBeGreaterThan(steps[index - 1]?.from ?? 0);
        for (const one of sales) expect(one.yoursCents).toBeLessThanOrEqual(one.netCents);
      }),
    );
  });
});

describe('sales as a table for a spreadsheet', () => {
  it('say what the page says, and run no formula', () => {
    const csv = salesCsv([
      sale({
        productName: '=1+1',
        buyer: '@wren',
        couponCode: 'WELCOME10',
        listCents: 1100,
        discountCents: 100,
        refundedCents: 500,
      }),
    ]);
    const [head, row] = csv.split('\r\n');
    expect(head?.split(',')).toHaveLength(18);
    expect(row).toBe(
      `2026-11-21,G-2026-K3X9M2P7,"'=1+1","'@wren",11.00,1.00,WELCOME10,,0.00,10.00,10,1.00,9.00,5.00,0.00,4.50,Paid,100`,
    );
  });
});
