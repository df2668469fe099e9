import type PocketBase from 'pocketbase';
import { allSalesOfStore } from '../../data/commerce/sales.ts';
import { productNames, viewsOfStore } from '../../data/commerce/view-counts.ts';
import { type SaleFilter, salesCsv, salesFigures } from '../../domain/commerce/sales-figures.ts';
import { hasViews, viewFigures } from '../../domain/commerce/view-figures.ts';
import type { Instant } from '../../domain/kernel/instant.ts';

/** What a seller reads about their sales. */

/** Sums and files are made of at most this many sales; for more a shorter time is asked for. */
export const SALES_AT_ONCE = 20_000;
/** Rows of views, one for each page and day; beyond them the sales are shown without. */
const VIEW_ROWS_AT_ONCE = 20_000;

/**
 * What these sales come to, and what was viewed meanwhile; null where it is too much to add up at once, views also where
 * they do not exist for these sales.
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
        name: productId === null ? 'Your store’s page' : (names.get(productId) ?? 'A model that is gone'),
        isStore: productId === null,
      })),
    },
  };
}

/** These sales as a table for a spreadsheet; null where they are too many. */
export async function tableOfSales(
  pb: PocketBase,
  storeId: string,
  filter: SaleFilter,
): Promise<string | null> {
  const found = await allSalesOfStore(pb, storeId, filter, SALES_AT_ONCE);
  return found && salesCsv(found);
}
