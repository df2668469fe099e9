import type PocketBase from 'pocketbase';
import { lowestPriceBeforeSale, type PriceTerms } from '../../domain/catalogue/lowest-price.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { sql } from '../kernel/sql.ts';
import { saleOf } from './product-fields.ts';

/** What products cost before, as triggers write it down whenever the terms of a price change. */

/** The longest sale whose beginning is looked for, with the 30 days before it. In ms. */
const LOOKED_BACK_MS = 400 * 86_400_000;
/** The most terms that are read; of a product whose price changes all the time the oldest are left out. */
const TERMS_MAX = 2000;

interface TermsRow {
  product: string;
  since: string;
  priceCents: number;
  free: number;
  salePercent: number;
  saleFrom: string;
  saleTo: string;
  offered: number;
}

/** The lowest price of the 30 days before the sale that runs now, by product. Products without one are absent. */
export async function lowestPricesBeforeSale(
  pb: PocketBase,
  productIds: readonly string[],
  now: Instant,
): Promise<Map<string, Cents>> {
  const [rows] = await ask(
    pb,
    query<TermsRow>(
      sql`SELECT t.product AS product, t.since AS since, t.priceCents AS priceCents, t.free AS free,
          t.salePercent AS salePercent, t.saleFrom AS saleFrom, t.saleTo AS saleTo, t.offered AS offered
        FROM json_each({:ids}) i JOIN price_terms t ON t.product = i.value
          AND t.since >= coalesce((SELECT max(b.since) FROM price_terms b WHERE b.product = i.value AND b.since <= {:from}), '')
        ORDER BY t.since DESC, t.rowid DESC LIMIT {:most}`,
      { ids: productIds, from: dateOf(now - LOOKED_BACK_MS), most: TERMS_MAX },
      ['product', 'since', 'priceCents', 'free', 'salePercent', 'saleFrom', 'saleTo', 'offered'],
    ),
  );
  const histories = Map.groupBy(rows.toReversed(), ({ product }) => product);
  const lowest = new Map<string, Cents>();
  for (const [product, history] of histories) {
    const cents = lowestPriceBeforeSale(history.map(termsOf), now);
    if (cents !== null) lowest.set(product, cents);
  }
  return lowest;
}

function termsOf(row: TermsRow): PriceTerms {
  const { since, priceCents, free, offered } = row;
  return {
    since: instantOf(since) ?? 0,
    priceCents,
    free: free !== 0,
    sale: saleOf(row),
    offered: offered !== 0,
  };
}
