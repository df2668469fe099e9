import type PocketBase from 'pocketbase';
import {
  ordersAmong,
  ordersOfBuyer,
  type SearchedLine,
  searchedLines,
} from '../../../data/commerce/buyer-orders.ts';
import type { InvoicedOrder } from '../../../data/commerce/orders.ts';
import { facetLabels } from '../../../domain/catalogue/facets.ts';
import { orderNumber } from '../../../domain/commerce/order.ts';
import { wordIndexOf } from '../../../search/word-index.ts';

/** So many lines of a buyer's newest orders are searched. */
export const LINES_SEARCHED = 2_000;

/**
 * A page (from 1) of a buyer's orders, newest first: all, or those with a line that has the words of a text. They are the words of
 * the shop: a product is found by its tags, creature, category and facets, too, and an order by its number.
 */
export async function ordersFound(
  pb: PocketBase,
  buyerId: string,
  { text, page, perPage }: { text: string; page: number; perPage: number },
): Promise<{ orders: InvoicedOrder[]; total: number }> {
  if (text.trim() === '') return ordersOfBuyer(pb, buyerId, { page, perPage });
  const lines = await searchedLines(pb, buyerId, LINES_SEARCHED);
  const found = wordIndexOf(lines.map(labelsOf)).find(text);
  if (!found) return ordersOfBuyer(pb, buyerId, { page, perPage });
  // Part of the words is no answer where somebody looks for one order.
  const isWhole = found.without === null;
  const ids = new Set(
    lines.flatMap(({ order }, at) => (isWhole && found.isFound[at] === 1 ? [order.id] : [])),
  );
  const from = (page - 1) * perPage;
  return { orders: await ordersAmong(pb, buyerId, [...ids].slice(from, from + perPage)), total: ids.size };
}

function labelsOf({ order, name, store, product, category }: SearchedLine): string[] {
  return [
    ...[name, store, orderNumber(order)],
    ...(product ? [...product.tags, product.archetype, ...facetLabels(product.facets)] : []),
    ...(category ? [category.name] : []),
  ];
}
