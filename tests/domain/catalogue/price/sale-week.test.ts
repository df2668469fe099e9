import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AnnouncedWeek,
  announcedWeeks,
  entryRefusal,
  joinRefusals,
  SALE_WEEKS,
  saleWeekDays,
  saleWeekState,
  shownWeek,
  toldWeeks,
  usedNameRefusals,
  waitsForWeek,
  weekSale,
} from '../../../../src/domain/catalogue/price/sale-week.ts';
import { priceNow } from '../../../../src/domain/catalogue/product.ts';

const DAY_MS = 86_400_000;
const FROM = Date.UTC(2026, 10, 24);
const TO = FROM + 7 * DAY_MS;
const SET = { name: 'Winter Week', text: 'For cold evenings.', from: FROM, to: TO, leastPercent: 20 };
const [WEEK] = announcedWeeks({ weeks: [SET] }) as [AnnouncedWeek];
const problems = (change: object) => {
  return weeksProblems([{ ...SET, ...change }]).map((field) => field.replace('weeks.0.', ''));
};
const weeksProblems = (weeks: unknown) => {
  const checked = SALE_WEEKS.check({ weeks });
  return 'problems' in checked ? Object.keys(checked.problems) : [];
};
const later = (name: string, days: number) => ({
  ...{ ...SET, name },
  ...{ from: FROM + days * DAY_MS, to: TO + days * DAY_MS },
});

describe('a sale week', () => {
  it('has a name that makes an address, and at most 31 days', () => {
    expect(SALE_WEEKS.check({ weeks: [SET] })).toEqual({ value: { weeks: [SET] } });
    expect(WEEK.slug).toBe('winter-week');
    expect(problems({ name: '冬' })).toEqual(['name']);
    expect(problems({ to: FROM })).toEqual(['to']);
    expect(problems({ to: FROM + 31 * DAY_MS })).toEqual([]);
    expect(problems({ to: FROM + 31 * DAY_MS + 1 })).toEqual(['to']);
    expect(problems({ from: null, to: null })).toEqual(['from', 'to']);
    expect(problems({ leastPercent: 4 })).toEqual(['leastPercent']);
    expect(problems({ name: '' })).toEqual(['name']);
    expect(weeksProblems([null, 7])).toContain('weeks.1.name');
    for (const nonsense of ['', 3, { length: 2 }]) expect(weeksProblems(nonsense)).toEqual(['weeks']);
  });

  it('is refused by its place where its name was used', () => {
    const weeks = { weeks: [later('Spring Week', 7), SET] };
    expect(Object.keys(usedNameRefusals(weeks, new Set(['winter-week'])))).toEqual(['weeks.1.name']);
    expect(usedNameRefusals(weeks, new Set())).toEqual({});
  });

  it('is one of several that do not overlap and have different addresses', () => {
    const next = later('Spring Week', 7);
    expect(SALE_WEEKS.check({ weeks: [next, SET] })).toEqual({ value: { weeks: [next, SET] } });
    expect(announcedWeeks({ weeks: [next, SET] }).map(({ slug }) => slug)).toEqual([
      'winter-week',
      'spring-week',
    ]);
    expect(weeksProblems([SET, { ...next, from: next.from - 1 }])).toEqual(['weeks.1.from']);
    expect(weeksProblems([SET, { ...next, from: FROM - DAY_MS, to: TO + DAY_MS }])).toEqual(['weeks.1.from']);
    expect(weeksProblems([SET, later('winter: WEEK', 7)])).toEqual(['weeks.1.name']);
    const many = Array.from({ length: 21 }, (_, at) => later(`Week ${at}`, 7 * at));
    expect(weeksProblems(many.slice(0, 20))).toEqual([]);
    expect(weeksProblems(many)).toEqual(['weeks']);
  });

  it('is one of several; a single one that was stored is read as it is', () => {
    expect(SALE_WEEKS.check(SET)).toEqual({ value: { weeks: [SET] } });
    expect(SALE_WEEKS.check({ ...SET, name: '', from: null })).toEqual({ value: { weeks: [] } });
    expect(SALE_WEEKS.check({})).toEqual({ value: { weeks: [] } });
  });

  it('is the first that visitors are told of, and each that sellers are told of, thirty days ahead', () => {
    const weeks = { weeks: [later('Spring Week', 8), SET, later('Next Year', 365)] };
    expect(shownWeek(weeks, FROM)?.slug).toBe('winter-week');
    expect(shownWeek(weeks, TO)?.slug).toBe('spring-week');
    const told = (now: number) => toldWeeks(weeks, now).map(({ slug }) => slug);
    expect(told(FROM - 30 * DAY_MS - 1)).toEqual([]);
    expect(told(FROM - 30 * DAY_MS)).toEqual(['winter-week']);
    expect(told(FROM)).toEqual(['winter-week', 'spring-week']);
    expect(told(TO)).toEqual(['spring-week']);
  });

  it('is coming, runs and is over at the moments of its dates', () => {
    expect([FROM - 1, FROM, TO - 1, TO].map((now) => saleWeekState(WEEK, now))).toEqual([
      'coming',
      'running',
      'running',
      'over',
    ]);
    expect(shownWeek({ weeks: [SET] }, FROM - 7 * DAY_MS - 1)).toBeNull();
    expect(shownWeek({ weeks: [SET] }, FROM - 7 * DAY_MS)).toEqual(WEEK);
    expect(shownWeek({ weeks: [SET] }, TO)).toBeNull();
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
    expect(reason({ sale: own, weekOfSale: 'autumn-week' })).toBeNull();
  });

  it('waits with a week while it has the sale of an earlier one', () => {
    const waits = (from: number, weekOfSale: string | null, now = FROM - 20 * DAY_MS) =>
      waitsForWeek({ sale: { percent: 10, from, to: from + DAY_MS }, weekOfSale }, WEEK, now);
    expect(waits(FROM - 9 * DAY_MS, 'autumn-week')).toBe(true);
    expect(waits(FROM - 9 * DAY_MS, 'autumn-week', FROM - 8 * DAY_MS)).toBe(false);
    expect(waits(FROM + 9 * DAY_MS, 'spring-week')).toBe(false);
    expect(waits(FROM - 9 * DAY_MS, 'winter-week')).toBe(false);
    expect(waits(FROM - 9 * DAY_MS, null)).toBe(false);
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
