import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FIGURE_STEPS,
  type FigureStep,
  figuresFrom,
  percentChange,
  permilleOf,
  SITE_SUMS,
  type SiteDay,
  siteFigures,
  siteFiguresCsv,
} from '../../../src/domain/desk/site-figures.ts';

const day = (text: string, sales: number): SiteDay => ({
  ...(Object.fromEntries(SITE_SUMS.map((name) => [name, 0])) as unknown as SiteDay),
  day: Date.parse(`${text}T00:00:00Z`),
  sales,
  paidCents: sales * 500,
});
const NOW = Date.parse('2026-03-11T15:00:00Z');
const DAY = 86_400_000;

describe('the figures of the site', () => {
  it('compare the newest step that is over with the one before it, not with one that goes on', () => {
    const days = [day('2026-03-09', 3), day('2026-03-10', 4), day('2026-03-11', 9)];
    const { last, before, steps } = siteFigures(days, 'day', NOW);
    expect([before.sales, last.sales, steps.at(-1)?.sales]).toEqual([3, 4, 9]);
  });

  it('begin weeks on Monday and months on the first, over the end of a year', () => {
    const january = Date.parse('2026-01-01T10:00:00Z');
    const days = [day('2025-12-28', 1), day('2025-12-29', 2), day('2025-12-31', 4), day('2026-01-01', 8)];
    const weeks = siteFigures(days, 'week', january);
    expect([weeks.last.sales, weeks.steps.at(-1)?.sales]).toEqual([1, 14]);
    const months = siteFigures(days, 'month', january);
    expect([months.last.sales, months.steps.at(-1)?.sales]).toEqual([7, 8]);
  });

  it('lose no day that they asked for, in steps without a gap', () => {
    const step = fc.constantFrom(...(Object.keys(FIGURE_STEPS) as FigureStep[]));
    fc.assert(
      fc.property(step, fc.integer({ min: 0, max: 3000 }), (each, offset) => {
        const now = NOW + offset * DAY;
        const first = figuresFrom(each, now);
        const days: SiteDay[] = [];
        for (let at = first; at <= now; at += DAY)
          days.push({ ...day(new Date(at).toISOString().slice(0, 10), 1) });
        const { steps } = siteFigures(days, each, now);
        expect(steps.reduce((sum, { sales }) => sum + sales, 0)).toBe(days.length);
        expect(steps[0]?.from).toBe(first);
        for (const [place, { to }] of steps.slice(0, -1).entries()) expect(steps[place + 1]?.from).toBe(to);
      }),
    );
  });

  it('name no share of nothing and no change from nothing', () => {
    expect(permilleOf(0, 0)).toBeNull();
    expect(permilleOf(25, 1000)).toBe(25);
    expect(percentChange(5, 0)).toBeNull();
    expect(percentChange(150, 100)).toBe(50);
  });

  it('are exported with amounts in dollars and days in UTC', () => {
    const { last } = siteFigures([day('2026-03-10', 3)], 'day', NOW);
    const [head = '', row = ''] = siteFiguresCsv([last]).split('\r\n');
    expect(head).toMatch(/^From \(UTC\),To \(UTC\),Sales,"?Sold, USD/);
    expect(row).toMatch(/^2026-03-10,2026-03-10,3,15\.00,/);
  });
});
