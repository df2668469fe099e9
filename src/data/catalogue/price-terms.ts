import type PocketBase from 'pocketbase';
import { lowestPriceBeforeSale } from '../../domain/catalogue/price/lowest-price.ts';
import type { PriceTerms } from '../../domain/catalogue/product.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { saleIn, saleOf } from './product-parts.ts';

const t = tables.priceTerms.as('t');

/** What products cost before, as triggers write it down whenever the terms of a price change. */

/** The longest sale whose beginning is looked for, with the 30 days before it. In ms. */
const LOOKED_BACK_MS = 400 * 86_400_000;
/** The most terms that are read; of a product whose price changes all the time the oldest are left out. */
const TERMS_MAX = 2000;

const TERMS = shape({
  productId: t.product,
  terms: {
    since: t.since.or(0),
    priceCents: t.priceCents,
    free: t.free,
    sale: saleIn(t),
    offered: t.offered,
  },
});

/** An entry of the JSON of a card. */
interface StoredTerms {
  since: string;
  priceCents: number;
  free: number;
  salePercent: number;
  saleFrom: string;
  saleTo: string;
  offered: number;
}

/**
 * The newest terms of a product `p` with a sale, newest first, as JSON; '' without one. Read by `cardTerms`. At most 60: of a
 * price that changes more often than twice a day the oldest are left out.
 */
export const CARD_TERMS_SQL = sql`iif(p.salePercent = 0 OR p.free, '', (SELECT json_group_array(json_object('since', t.since,
  'priceCents', t.priceCents, 'free', t.free, 'salePercent', t.salePercent, 'saleFrom', t.saleFrom, 'saleTo', t.saleTo,
  'offered', t.offered)) FROM (SELECT * FROM price_terms t WHERE t.product = p.id
    ORDER BY t.since DESC, t.rowid DESC LIMIT 60) t))`;

/** The terms of a card, oldest first. */
export function cardTerms(json: string): PriceTerms[] {
  return json === '' ? [] : (JSON.parse(json) as StoredTerms[]).toReversed().map(termsOf);
}

/** The lowest price of the 30 days before the sale that runs now, by product. Products without one are absent. */
export async function lowestPricesBeforeSale(
  pb: PocketBase,
  productIds: readonly string[],
  now: Instant,
): Promise<Map<string, Cents>> {
  const [rows] = await ask(
    pb,
    select(
      TERMS,
      sql`SELECT ${TERMS} FROM json_each({:ids}) i JOIN price_terms t ON t.product = i.value
          AND t.since >= coalesce((SELECT max(b.since) FROM price_terms b WHERE b.product = i.value AND b.since <= {:from}), '')
        ORDER BY t.since DESC, t.rowid DESC LIMIT {:most}`,
      { ids: productIds, from: dateOf(now - LOOKED_BACK_MS), most: TERMS_MAX },
    ),
  );
  const histories = Map.groupBy(rows.toReversed(), ({ productId }) => productId);
  const lowest = new Map<string, Cents>();
  for (const [product, history] of histories) {
    const cents = lowestPriceBeforeSale(
      history.map(({ terms }) => terms),
      now,
    );
    if (cents !== null) lowest.set(product, cents);
  }
  return lowest;
}

function termsOf(row: StoredTerms): PriceTerms {
  const { since, priceCents, free, offered } = row;
  return {
    since: instantOf(since) ?? 0,
    priceCents,
    free: free !== 0,
    sale: saleOf({ percent: row.salePercent, from: instantOf(row.saleFrom), to: instantOf(row.saleTo) }),
    offered: offered !== 0,
  };
}
