import type PocketBase from 'pocketbase';
import { type SalePlace, salesAfter } from '../../../src/data/commerce/sales.ts';
import type { Sale } from '../../../src/domain/commerce/sale.ts';
import { ANY_SALE, type SaleFilter } from '../../../src/domain/commerce/sales-figures.ts';

/** All that a store sold and that matches, newest first: read row by row, and filtered here. */
export async function allSales(
  pb: PocketBase,
  storeId: string,
  filter: Partial<SaleFilter> = {},
): Promise<Sale[]> {
  const sales: Sale[] = [];
  let after: SalePlace | null = null;
  do {
    const part: Awaited<ReturnType<typeof salesAfter>> = await salesAfter(pb, storeId, ANY_SALE, {
      after,
      limit: 7,
    });
    sales.push(...part.sales);
    after = part.next;
  } while (after !== null);
  return sales.filter((sale) => matches(sale, { ...ANY_SALE, ...filter }));
}

function matches(sale: Sale, { source, state, productId, couponCode, buyer, from, to }: SaleFilter): boolean {
  const isDisputed = sale.orderState === 'disputed';
  return (
    (source === null || sale.source === source) &&
    (state !== 'disputed' || isDisputed) &&
    (state !== 'given-back' || sale.refundedCents > 0) &&
    (state !== 'kept' || (!isDisputed && sale.refundedCents === 0)) &&
    (productId === null || sale.productId === productId) &&
    (couponCode === null || sale.couponCode === couponCode) &&
    (buyer === null || (sale.buyer ?? '').includes(buyer)) &&
    (from === null || sale.soldAt >= from) &&
    (to === null || sale.soldAt < to)
  );
}
