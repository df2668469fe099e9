import type PocketBase from 'pocketbase';
import { allSalesOfStore } from '../../data/commerce/sales.ts';
import { productNames, viewsOfStore } from '../../data/commerce/view-counts.ts';
import { type SaleFilter, salesCsv, salesFigures } from '../../domain/commerce/sales-figures.ts';
import { hasViews, viewFigures } from '../../domain/commerce/view-figures.ts';
import type { Instant } from '../../domain/kernel/instant.ts';

/** Sales figures and exports for a seller. */

/** Maximum number of sales for figures and exports; above it, the seller chooses a shorter period. */
export const SALES_AT_ONCE = 20_000;
/** Maximum number of view rows, one per page and day; above it, sales are shown without views. */
const VIEW_ROWS_AT_ONCE = 20_000;

/**
 * Figures of these sales, and page views of the same period. Both are null if there are too many rows; views are also
 * null if the filter does not apply to them.
 */
export async function figuresOfSales(pb: PocketBase, storeId: string, filter: SaleFilter, now: Instant) {
  const [found, days] = await Promise.all([
    allSalesOfStore(pb, storeId, filter, SALES_AT_ONCE),
    hasViews(filter) ? viewsOfStore(pb, storeId, filter, VIEW_ROWS_AT_ONCE) : null,
  ]);
  if (!found) return { figures: null, views: null };
  const figures = salesFigures(found, filter, now, days?.[0]?.day ?? null);
  if (!days) return { figures, views: null };
  const { totals, steps, pages } = viewFigures(days, found, figures);
  const names = await productNames(
    pb,
    storeId,
    pages.flatMap(({ productId }) => productId ?? []),
  );
  return {
    figures,
    views: {
      totals,
      steps,
      pages: pages.map(({ productId, views, visits, carts, sold }) => ({
        views,
        visits,
        carts,
        sold,
        name: productId === null ? 'Your store page' : (names.get(productId) ?? 'A deleted model'),
        isStore: productId === null,
      })),
    },
  };
}

/** These sales as CSV; null if there are too many. */
export async function tableOfSales(
  pb: PocketBase,
  storeId: string,
  filter: SaleFilter,
): Promise<string | null> {
  const found = await allSalesOfStore(pb, storeId, filter, SALES_AT_ONCE);
  return found && salesCsv(found);
}
