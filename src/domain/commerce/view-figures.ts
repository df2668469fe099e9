import type { Instant } from '../kernel/instant.ts';
import type { Sale } from './sale.ts';
import { type SaleFigures, type SaleFilter, stepOf } from './sales-figures.ts';
import type { ViewCount } from './view-count.ts';

/** Page views of a store beside its sales: a chart over the same steps, and the funnel from view to sale. */

/** One page's counts of one day; `productId` is null for the store page. `day` is its start in UTC. */
export interface DayViews extends ViewCount {
  productId: string | null;
  day: Instant;
}

/** The funnel of one page, or of a deleted product: viewed, added to carts, sold. */
export interface PageViews extends ViewCount {
  /** Null for the store page, which sells nothing itself. */
  productId: string | null;
  sold: number;
}

export interface ViewFigures {
  totals: ViewCount;
  /** The same steps as the sales chart. */
  steps: ({ from: Instant } & ViewCount)[];
  /** Most viewed pages first, at most `MOST_PAGES`. */
  pages: PageViews[];
}

const MOST_PAGES = 8;
const NOTHING: ViewCount = { views: 0, visits: 0, carts: 0 };

const sumOf = (a: ViewCount, b: ViewCount): ViewCount => ({
  views: a.views + b.views,
  visits: a.visits + b.visits,
  carts: a.carts + b.carts,
});

/** Whether views exist for this filter: a view has no buyer, coupon or sale state. */
export function hasViews({ source, state, couponCode, buyer }: SaleFilter): boolean {
  return source !== 'membership' && state === null && couponCode === null && buyer === null;
}

/** Sums up views beside sales of the same period and products. */
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
