import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  LOWEST_PRICE_WITHIN_MS,
  lowestPriceBeforeSale,
} from '../../../../src/domain/catalogue/price/lowest-price.ts';
import { type PriceTerms, priceNow } from '../../../../src/domain/catalogue/product.ts';

const DAY = 86_400_000;
const terms = (day: number, priceCents: number, changes: Partial<PriceTerms> = {}): PriceTerms => ({
  since: day * DAY,
  priceCents,
  free: false,
  sale: null,
  offered: true,
  ...changes,
});
const sale = (percent: number, from: number, to: number) => ({ percent, from: from * DAY, to: to * DAY });

describe('the lowest price before a sale', () => {
  it('is the price before it, where that did not change', () => {
    expect(lowestPriceBeforeSale([terms(0, 1000, { sale: sale(20, 40, 50) })], 45 * DAY)).toBe(1000);
  });

  it('is not the price that was raised for the sale', () => {
    const history = [terms(0, 1000), terms(39, 2000, { sale: sale(50, 40, 50) })];
    expect(lowestPriceBeforeSale(history, 45 * DAY)).toBe(1000);
  });

  it('is that of another sale within the 30 days, and not of one before them', () => {
    const history = [terms(0, 1000, { sale: sale(30, 5, 10) }), terms(20, 1000, { sale: sale(10, 35, 80) })];
    expect(lowestPriceBeforeSale(history, 45 * DAY)).toBe(700);
    const later = [terms(0, 1000, { sale: sale(30, 1, 4) }), terms(20, 1000, { sale: sale(10, 35, 80) })];
    expect(lowestPriceBeforeSale(later, 45 * DAY)).toBe(1000);
  });

  it('stays while a running sale is changed', () => {
    const history = [
      terms(0, 1000, { sale: sale(10, 40, 50) }),
      terms(45, 1000, { sale: sale(30, 40, 60) }),
      terms(46, 1500, { sale: sale(30, 40, 60) }),
    ];
    expect(lowestPriceBeforeSale(history, 47 * DAY)).toBe(1000);
  });

  it('is unknown of a product that was never offered before, and absent without a sale', () => {
    const draft = terms(0, 500, { offered: false });
    const begun = terms(10, 1000, { sale: sale(20, 1, 50) });
    expect(lowestPriceBeforeSale([draft, begun], 45 * DAY)).toBeNull();
    expect(lowestPriceBeforeSale([terms(0, 1000)], 45 * DAY)).toBeNull();
    expect(lowestPriceBeforeSale([], 45 * DAY)).toBeNull();
  });

  it('equals what a look at each hour before the sale finds, for any history', () => {
    const HOUR = 3_600_000;
    const change = fc.record({
      hours: fc.integer({ min: 1, max: 400 }),
      priceCents: fc.integer({ min: 100, max: 900 }),
      free: fc.constant(false),
      offered: fc.boolean(),
      sale: fc.option(
        fc.record({
          percent: fc.integer({ min: 5, max: 50 }),
          from: fc.integer({ min: 0, max: 2000 }),
          to: fc.integer({ min: 0, max: 2500 }),
        }),
      ),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
        let at = 0;
        const history: PriceTerms[] = changes.map(({ hours, sale, ...rest }) => {
          at += hours * HOUR;
          const during = sale && { percent: sale.percent, from: sale.from * HOUR, to: sale.to * HOUR };
          return { ...rest, since: at, sale: during };
        });
        const now = at + 10 * HOUR;
        const held = (moment: number) => history.findLast(({ since }) => since <= moment);
        const isReduced = (moment: number) => {
          const found = held(moment);
          return found?.offered && priceNow(found, moment).percentOff !== null;
        };
        let expected: number | null = null;
        if (isReduced(now)) {
          let began = now;
          for (let moment = now; moment >= 0; moment -= HOUR) {
            if (isReduced(moment)) began = moment;
            else if (held(moment)?.offered) break;
          }
          for (let moment = began - HOUR; moment >= began - LOWEST_PRICE_WITHIN_MS; moment -= HOUR) {
            const found = held(moment);
            if (!found?.offered) continue;
            const { payCents } = priceNow(found, moment);
            expected = expected === null ? payCents : Math.min(expected, payCents);
          }
        }
        expect(lowestPriceBeforeSale(history, now)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });
});
