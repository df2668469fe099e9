import type PocketBase from 'pocketbase';
import { sumsOfSales } from '../../data/commerce/sale-sums.ts';
import { allSalesOfStore } from '../../data/commerce/sales.ts';
import { type SaleFilter, salesCsv, salesFigures } from '../../domain/commerce/sales-figures.ts';
import { viewFigures } from '../../domain/commerce/view-figures.ts';
import type { Instant } from '../../domain/kernel/instant.ts';

/** Sales figures and exports for a seller. */

/** Maximum number of sales for an export; above it, the seller chooses a shorter period. */
export const SALES_AT_ONCE = 20_000;
/** Figures of these sales, and page views of the same period; views are null if the filter does not apply to them. */
export async function figuresOfSales(pb: PocketBase, storeId: string, filter: SaleFilter, now: Instant) {
  const sums = await sumsOfSales(pb, storeId, filter);
  const figures = salesFigures(sums.sales, filter, now, sums.views?.days[0]?.day ?? null);
  if (!sums.views) return { figures, views: null };
  const { totals, steps, pages } = viewFigures(sums.views, figures);
  return {
    figures,
    views: {
      totals,
      steps,
      pages: pages.map(({ productId, name, views, visits, carts, sold }) => ({
        views,
        visits,
        carts,
        sold,
        name: productId === null ? 'Your store page' : (name ?? 'A deleted model'),
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
