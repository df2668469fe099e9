import type PocketBase from 'pocketbase';
import { sumsOfSales } from '../../data/commerce/sale-sums.ts';
import { type SalePlace, salesAfter } from '../../data/commerce/sales.ts';
import {
  type SaleFilter,
  salesCsv,
  salesCsvRows,
  salesFigures,
} from '../../domain/commerce/sales-figures.ts';
import { viewFigures } from '../../domain/commerce/view-figures.ts';
import type { Instant } from '../../domain/kernel/instant.ts';

/** Sales figures and exports for a seller. */

/** Sales in one part of an export: a part is all that is held at once. */
const SALES_A_PART = 5000;

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

/** A part of these sales as CSV, the first one with the head; `next` is where the next one begins, null at the end. */
export async function tableOfSales(
  pb: PocketBase,
  storeId: string,
  filter: SaleFilter,
  after: SalePlace | null,
): Promise<{ csv: string; next: SalePlace | null }> {
  const { sales, next } = await salesAfter(pb, storeId, filter, { after, limit: SALES_A_PART });
  return { csv: after === null ? salesCsv(sales) : salesCsvRows(sales), next };
}
