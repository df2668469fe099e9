import type { Instant } from '../kernel/instant.ts';
import { type SaleFigures, type SaleFilter, stepStart } from './sales-figures.ts';
import type { ViewCount } from './view-count.ts';

/** Page views of a store beside its sales: a chart over the same steps, and the funnel from view to sale. */

/** Sums over page views, as the database adds them up. */
export interface ViewSums {
  /** Days with views, earliest first; `day` is the start in UTC. */
  days: (ViewCount & { day: Instant })[];
  /** The most viewed pages. */
  pages: PageViews[];
}

/** The funnel of one page, or of a deleted product: viewed, added to carts, sold. */
export interface PageViews extends ViewCount {
  /** Null for the store page, which sells nothing itself. */
  productId: string | null;
  /** The product's name; null for the store page and a deleted product. */
  name: string | null;
  sold: number;
}

export interface ViewFigures {
  totals: ViewCount;
  /** The same steps as the sales chart. */
  steps: ({ from: Instant } & ViewCount)[];
  /** Most viewed pages first, at most `MOST_PAGES`. */
  pages: PageViews[];
}

/** Number of most viewed pages to list. */
export const MOST_PAGES = 8;
const NOTHING: ViewCount = { views: 0, visits: 0, carts: 0 };

const sumOf = (a: ViewCount, b: ViewCount): ViewCount => ({
  views: a.views + b.views,
  visits: a.visits + b.visits,
  carts: a.carts + b.carts,
});

/** Whether views exist for this filter: a view is of a product of one's own, and has no buyer, coupon or sale state. */
export function hasViews({ source, state, couponCode, buyer }: SaleFilter): boolean {
  return (source === null || source === 'sale') && state === null && couponCode === null && buyer === null;
}

/** The views of the same period and products as these figures. */
export function viewFigures(
  { days, pages }: ViewSums,
  { step, steps }: Pick<SaleFigures, 'step' | 'steps'>,
): ViewFigures {
  const at = new Map<Instant, ViewCount>();
  for (const day of days) {
    const from = stepStart(day.day, step);
    at.set(from, sumOf(at.get(from) ?? NOTHING, day));
  }
  return {
    totals: days.reduce(sumOf, NOTHING),
    steps: steps.map(({ from }) => ({ from, ...(at.get(from) ?? NOTHING) })),
    pages: pages.toSorted((a, b) => b.views - a.views || b.visits - a.visits).slice(0, MOST_PAGES),
  };
}
