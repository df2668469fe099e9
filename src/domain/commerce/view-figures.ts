import type { Instant } from '../kernel/instant.ts';
import type { Sale } from './sale.ts';
import { type SaleFigures, type SaleFilter, stepOf } from './sales-figures.ts';
import type { ViewCount } from './view-count.ts';

/** What was looked at in a store, beside what it sold: a curve over the same steps, and the way from a look to a sale. */

/** One page's count of one day; `productId` is null for the store's own page. `day` is its first instant, in UTC. */
export interface DayViews extends ViewCount {
  productId: string | null;
  day: Instant;
}

/** The way of one page, or of a product that is gone: looked at, put into carts, sold. */
export interface PageViews extends ViewCount {
  /** Null for the store's own page, of which nothing is sold. */
  productId: string | null;
  sold: number;
}

export interface ViewFigures {
  totals: ViewCount;
  /** As many as the sales have, from the same instants. */
  steps: ({ from: Instant } & ViewCount)[];
  /** What was looked at most, at most so many. */
  pages: PageViews[];
}

const MOST_PAGES = 8;
const NOTHING: ViewCount = { views: 0, visits: 0, carts: 0 };

const sumOf = (a: ViewCount, b: ViewCount): ViewCount => ({
  views: a.views + b.views,
  visits: a.visits + b.visits,
  carts: a.carts + b.carts,
});

/** Whether views can be told of these sales: of a look nobody knows its buyer, its coupon or what came of it. */
export function hasViews({ state, couponCode, buyer }: SaleFilter): boolean {
  return state === null && couponCode === null && buyer === null;
}

/** What these days come to, beside sales of the same time and the same products. */
export function viewFigures(
  days: readonly DayViews[],
  lines: readonly Pick<Sale, 'productId'>[],
  { step, steps }: Pick<SaleFigures, 'step' | 'steps'>,
): ViewFigures {
  const at = new Map<Instant, ViewCount>();
  const pages = new Map<string | null, ViewCount>();
  let totals = NOTHING;
  for (const day of days) {
    totals = sumOf(totals, day);
    const from = stepOf(day.day, step);
    at.set(from, sumOf(at.get(from) ?? NOTHING, day));
    pages.set(day.productId, sumOf(pages.get(day.productId) ?? NOTHING, day));
  }
  const sold = new Map<string, number>();
  for (const { productId } of lines)
    if (productId !== null) sold.set(productId, (sold.get(productId) ?? 0) + 1);
  return {
    totals,
    steps: steps.map(({ from }) => ({ from, ...(at.get(from) ?? NOTHING) })),
    pages: [...pages]
      .map(([productId, count]) => ({ productId, ...count, sold: sold.get(productId ?? '') ?? 0 }))
      .sort((a, b) => b.views - a.views || b.visits - a.visits)
      .slice(0, MOST_PAGES),
  };
}
