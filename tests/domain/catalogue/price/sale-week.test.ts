import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AnnouncedWeek,
  announcedWeek,
  entryRefusal,
  joinRefusals,
  SALE_WEEK,
  saleWeekDays,
  saleWeekState,
  shownWeek,
  weekSale,
} from '../../../../src/domain/catalogue/price/sale-week.ts';
import { priceNow } from '../../../../src/domain/catalogue/product.ts';

const DAY_MS = 86_400_000;
const FROM = Date.UTC(2026, 10, 24);
const TO = FROM + 7 * DAY_MS;
const SET = { name: 'Winter Week', text: 'For cold evenings.', from: FROM, to: TO, leastPercent: 20 };
const WEEK = announcedWeek(SET) as AnnouncedWeek;
const problems = (change: object) => {
  const checked = SALE_WEEK.check({ ...SET, ...change });
  return 'problems' in checked ? Object.keys(checked.problems) : [];
};

describe('a sale week', () => {
  it('has a name that makes an address, and at most 31 days', () => {
    expect(SALE_WEEK.check(SET)).toEqual({ value: SET });
    expect(WEEK.slug).toBe('winter-week');
    expect(problems({ name: '冬' })).toEqual(['name']);
    expect(problems({ to: FROM })).toEqual(['to']);
    expect(problems({ to: FROM + 31 * DAY_MS })).toEqual([]);
    expect(problems({ to: FROM + 31 * DAY_MS + 1 })).toEqual(['to']);
    expect(problems({ from: null, to: null })).toEqual(['from', 'to']);
    expect(problems({ leastPercent: 4 })).toEqual(['leastPercent']);
    // Without a name there is none, whatever else is stored.
    expect(problems({ name: '', from: null, to: FROM })).toEqual([]);
    expect(announcedWeek({ ...SET, name: '' })).toBeNull();
  });

  it('is coming, runs and is over at the moments of its dates', () => {
    expect([FROM - 1, FROM, TO - 1, TO].map((now) => saleWeekState(WEEK, now))).toEqual([
      'coming',
      'running',
      'running',
      'over',
    ]);
    expect(shownWeek(SET, FROM - 7 * DAY_MS - 1)).toBeNull();
    expect(shownWeek(SET, FROM - 7 * DAY_MS)).toEqual(WEEK);
    expect(shownWeek(SET, TO)).toBeNull();
  });

  it('names its last day as a day that still belongs to it', () => {
    expect(saleWeekDays(WEEK)).toBe('24 November 2026 to 30 November 2026');
    expect(saleWeekDays({ from: FROM, to: FROM + DAY_MS })).toBe('24 November 2026');
  });

  it('is joined with at least its discount until it is over', () => {
    const refused = (percent: number, productIds: string[] | null = null, now = FROM) =>
      Object.keys(joinRefusals(WEEK, { percent, productIds }, now));
    expect(refused(20)).toEqual([]);
    expect(refused(19)).toEqual(['percent']);
    expect(refused(91)).toEqual(['percent']);
    expect(refused(Number.NaN)).toEqual(['percent']);
    expect(refused(20, [])).toEqual(['productIds']);
    expect(refused(20, null, TO)).toEqual(['week']);
  });
});

describe('a model', () => {
  const product = { priceCents: 599, free: false, openPrice: null, sale: null };

  it('is left out with the reason', () => {
    const reason = (change: Partial<Parameters<typeof entryRefusal>[0]>, now = FROM - DAY_MS) =>
      entryRefusal({ ...product, ...change }, WEEK, 20, now);
    expect(reason({})).toBeNull();
    expect(reason({ free: true, priceCents: 0 })).toBe('free');
    expect(reason({ openPrice: { suggestedCents: null } })).toBe('open-price');
    expect(reason({ priceCents: 0 })).toBe('no-price');
    expect(reason({ priceCents: 50 })).toBe('cheapest');
    const own = { percent: 10, from: FROM - 3 * DAY_MS, to: FROM };
    expect(reason({ sale: own })).toBe('own-sale');
    expect(reason({ sale: own }, FROM)).toBeNull();
    // The week's own sale may be changed.
    expect(reason({ sale: weekSale(WEEK, 50) })).toBeNull();
  });

  it('costs less during the week and what it cost before otherwise, whatever the numbers', () => {
    const numbers = fc.record({
      priceCents: fc.integer({ min: 50, max: 1_000_000 }),
      percent: fc.integer({ min: 5, max: 90 }),
      at: fc.integer({ min: FROM - 9 * DAY_MS, max: TO + 9 * DAY_MS }),
    });
    fc.assert(
      fc.property(numbers, ({ priceCents, percent, at }) => {
        const joined = { ...product, priceCents };
        if (entryRefusal(joined, WEEK, percent, FROM - DAY_MS) !== null) return;
        const { payCents } = priceNow({ ...joined, sale: weekSale(WEEK, percent) }, at);
        if (saleWeekState(WEEK, at) === 'running') expect(payCents).toBeLessThan(priceCents);
        else expect(payCents).toBe(priceCents);
        expect(payCents).toBeGreaterThanOrEqual(50);
      }),
    );
  });
});
