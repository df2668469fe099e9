import type { Quote, QuoteLine } from '../../../../src/domain/commerce/pricing.ts';

export const WYRM = 'wyrm00000000000';
export const TOWER = 'tower0000000000';

/** One line of a quote: Wyrm by Ashgrove for $5.99, unless the test says otherwise. */
export const aLine = (what: Partial<QuoteLine> = {}): QuoteLine => ({
  ...{ productId: WYRM, name: 'Wyrm', picture: '', storeId: 'ashgrove', storeName: 'Ashgrove' },
  ...{ free: false, openPrice: null, listCents: 599, offerCents: 599, discountCents: 0, payCents: 599 },
  ...{ salePercent: null, lowestCents: null, memberPercent: null, releaseTitle: null },
  ...{ couponId: null, couponCode: null },
  ...what,
});

/** A quote of these lines, with its sums. */
export function aQuote(lines: QuoteLine[] = [aLine()], more: Partial<Quote> = {}): Quote {
  const sum = (part: 'listCents' | 'discountCents' | 'payCents') =>
    lines.reduce((total, line) => total + line[part], 0);
  return {
    ...{ lines, refused: [], coupons: [] },
    ...{ listCents: sum('listCents'), discountCents: sum('discountCents'), totalCents: sum('payCents') },
    ...more,
  };
}

/** A product as the cart keeps it. */
export const inCart = (id = WYRM, name = 'Wyrm', price = 599) => ({ id, name, price, mainImage: '' });
