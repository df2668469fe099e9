import { describe, expect, it } from 'vitest';
import { ANY_SALE, salesFigures } from '../../../src/domain/commerce/sales-figures.ts';
import { hasViews, viewFigures } from '../../../src/domain/commerce/view-figures.ts';
import { sumsOf } from './sale-sums.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const day = (text: string) => Date.parse(`${text}T00:00:00Z`);

describe('views beside sales', () => {
  const days = [
    { day: day('2026-10-20'), views: 5, visits: 4, carts: 1 },
    { day: day('2026-11-20'), views: 12, visits: 10, carts: 2 },
    { day: day('2026-11-21'), views: 1, visits: 1, carts: 0 },
  ];
  const pages = [
    { productId: 'p2', name: 'Tower', views: 1, visits: 1, carts: 0, sold: 0 },
    { productId: 'p1', name: 'Golem', views: 8, visits: 6, carts: 3, sold: 2 },
    { productId: null, name: null, views: 9, visits: 8, carts: 0, sold: 0 },
  ];
  const sales = salesFigures(sumsOf([]), ANY_SALE, NOW, days[0]?.day);
  const figures = viewFigures({ days, pages }, sales);

  it('share the steps of the sales, which begin where something was looked at', () => {
    expect(sales.steps[0]?.from).toBe(day('2026-10-20'));
    expect(figures.steps.map(({ from }) => from)).toEqual(sales.steps.map(({ from }) => from));
    expect(figures.steps.filter(({ views }) => views > 0)).toEqual([
      { from: day('2026-10-20'), views: 5, visits: 4, carts: 1 },
      { from: day('2026-11-20'), views: 12, visits: 10, carts: 2 },
      { from: day('2026-11-21'), views: 1, visits: 1, carts: 0 },
    ]);
  });

  it('lose nothing in longer steps', () => {
    const long = salesFigures(sumsOf([]), { from: day('2025-01-01'), to: null }, NOW);
    const { steps, totals } = viewFigures({ days, pages }, long);
    expect(long.step).toBe('month');
    expect(steps.reduce((sum, { views }) => sum + views, 0)).toBe(totals.views);
    expect(totals).toEqual({ views: 18, visits: 15, carts: 3 });
  });

  it('lead from a look to a sale, the most looked at first', () => {
    expect(figures.pages).toEqual(pages.toReversed());
  });

  it.each([
    [{}, true],
    [{ productId: 'p1', from: 1, to: 2 }, true],
    [{ buyer: 'wren' }, false],
    [{ couponCode: 'WELCOME' }, false],
    [{ state: 'kept' }, false],
  ] as const)('are known of %o: %s', (filter, known) => {
    expect(hasViews({ ...ANY_SALE, ...filter })).toBe(known);
  });
});
