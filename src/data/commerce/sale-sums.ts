import type PocketBase from 'pocketbase';
import {
  BEST_SELLERS,
  MONTHS_AFTER_DAYS,
  type SaleFilter,
  type SaleSums,
} from '../../domain/commerce/sales-figures.ts';
import { hasViews, MOST_PAGES, type ViewSums } from '../../domain/commerce/view-figures.ts';
import { ask, select } from '../kernel/query.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { choice, number, text } from '../kernel/table.ts';
import { BUYERS, isOfWholeDays, leadsToBuyers, ROW_MATCHES, SUM_MATCHES, valuesOf } from './sale-filter.ts';

/**
 * Sums over a store's sales and page views. A filter by state, source or whole days is answered from the sums that triggers
 * keep, so the work does not grow with the sales: whole months by their sums, the days around them by their rows. A filter
 * by product, coupon or buyer adds up the rows that match.
 */

/** The sums of days. */
const DAYS = sql`SELECT day, count, listCents, discountCents, paidCents, commissionCents, netCents, refundedCents, heldCents,
    yoursCents FROM seller_income_days
  WHERE store = {:store} AND day >= {:from} AND day < {:to} AND ${SUM_MATCHES}`;

/** Rows as if each were the sum of a day. */
const asDays = (from: Sql) => sql`SELECT i.day AS day, 1 AS count, i.listCents AS listCents,
    i.discountCents AS discountCents, i.paidCents AS paidCents, i.commissionCents AS commissionCents,
    i.netCents AS netCents, i.refundedCents AS refundedCents, i.heldCents AS heldCents, i.yoursCents AS yoursCents
  FROM seller_income i ${from} AND ${ROW_MATCHES}`;

const MONTHS = sql`SELECT part, what, count, discountCents, yoursCents FROM seller_income_months
  WHERE store = {:store} AND month >= {:monthFrom} AND month < {:monthTo} AND ${SUM_MATCHES}`;

/** What rows count for: their product (a deleted one by its name), their coupon, and member prices. */
const asParts = (from: Sql) => sql`SELECT CASE k.value WHEN 1 THEN iif(i.product = '', 'name', 'product')
      WHEN 2 THEN 'coupon' ELSE 'members' END AS part,
    CASE k.value WHEN 1 THEN iif(i.product = '', i.name, i.product) WHEN 2 THEN i.couponCode ELSE '' END AS what,
    1 AS count, i.discountCents AS discountCents, i.yoursCents AS yoursCents
  FROM (SELECT i.* FROM seller_income i ${from} AND ${ROW_MATCHES}) i JOIN json_each('[1,2,3]') k
    ON k.value = 1 OR (k.value = 2 AND i.couponCode <> '') OR (k.value = 3 AND i.memberPercent > 0)`;

const views = (where: Sql) => sql`SELECT product, day, views, visits, carts FROM view_counts WHERE ${where}`;
const VIEW_MONTHS = sql`SELECT product, month AS day, views, visits, carts FROM view_months
  WHERE store = {:store} AND month >= {:monthFrom} AND month < {:monthTo}`;

const SPAN = sql`store = {:store} AND day >= {:from} AND day < {:to}`;
const HEAD = sql`store = {:store} AND day >= {:from} AND day < {:headTo}`;
const TAIL = sql`store = {:store} AND day >= {:tailFrom} AND day < {:to}`;
const OF_PRODUCT = sql`product = {:product} AND product <> '' AND ${SPAN}`;

/** The index that leads to the sales of each way. Left alone, the planner reads all of a store's days for one product. */
const SALES = {
  product: sql`INDEXED BY seller_income_product WHERE ${OF_PRODUCT}`,
  coupon: sql`INDEXED BY seller_income_coupon WHERE couponCode = {:coupon} AND couponCode <> '' AND ${SPAN}`,
  buyers: sql`INDEXED BY seller_income_buyer WHERE buyer IN (${BUYERS}) AND ${SPAN}`,
  rows: sql`INDEXED BY seller_income_by_day WHERE ${SPAN}`,
} as const;

/** Where the amounts are read: one way for each filter that leads to few rows. */
const WAYS = {
  sums: {
    days: DAYS,
    parts: sql`${MONTHS} UNION ALL ${asParts(sql`WHERE ${HEAD}`)} UNION ALL ${asParts(sql`WHERE ${TAIL}`)}`,
    viewDays: sql`SELECT day, views, visits, carts FROM view_days WHERE ${SPAN}`,
    views: sql`${VIEW_MONTHS} UNION ALL ${views(HEAD)} UNION ALL ${views(TAIL)}`,
  },
  product: {
    days: asDays(SALES.product),
    parts: asParts(SALES.product),
    viewDays: views(OF_PRODUCT),
    views: views(OF_PRODUCT),
  },
  coupon: {
    days: asDays(SALES.coupon),
    parts: asParts(SALES.coupon),
    viewDays: views(SPAN),
    views: views(SPAN),
  },
  buyers: {
    days: asDays(SALES.buyers),
    parts: asParts(SALES.buyers),
    viewDays: views(SPAN),
    views: views(SPAN),
  },
  rows: { days: asDays(SALES.rows), parts: asParts(SALES.rows), viewDays: views(SPAN), views: views(SPAN) },
} satisfies Record<string, Record<'days' | 'parts' | 'viewDays' | 'views', Sql>>;

/**
 * Whether these days lie so far apart that a chart of them shows months. Then they are added up by month: three years of
 * days are a thousand rows, of which nobody sees one.
 */
const SPREAD = sql`spread AS (SELECT julianday(max(r.day)) - julianday(min(r.day)) > {:monthsAfter} AS isWide FROM r)`;
/** The day, or the first one of its month. */
const DAY_OR_MONTH = sql`iif((SELECT isWide FROM spread), substr(r.day, 1, 7) || '-01', r.day)`;

const OF_SOLD_DAY = {
  day: value(DAY_OR_MONTH, text),
  count: value(sql`sum(r.count)`, number),
  listCents: value(sql`sum(r.listCents)`, number),
  discountCents: value(sql`sum(r.discountCents)`, number),
  paidCents: value(sql`sum(r.paidCents)`, number),
  commissionCents: value(sql`sum(r.commissionCents)`, number),
  netCents: value(sql`sum(r.netCents)`, number),
  refundedCents: value(sql`sum(r.refundedCents)`, number),
  heldCents: value(sql`sum(r.heldCents)`, number),
  yoursCents: value(sql`sum(r.yoursCents)`, number),
};
const SOLD_DAY = shape(OF_SOLD_DAY);

/** The best sold products, all coupons, member prices, and the pages that were seen most. */
const OF_PART = {
  part: value(sql`b.part`, choice<'product' | 'name' | 'coupon' | 'members' | 'page'>()),
  what: value(sql`b.what`, text),
  name: value(
    sql`coalesce((SELECT i.name FROM seller_income i INDEXED BY seller_income_product
      WHERE b.part = 'product' AND i.product = b.what AND i.store = {:store} ORDER BY i.at DESC, i.id DESC LIMIT 1), b.what)`,
    text,
  ),
  count: value(sql`b.count`, number),
  discountCents: value(sql`b.discountCents`, number),
  yoursCents: value(sql`b.yoursCents`, number),
  views: value(sql`0`, number),
  visits: value(sql`0`, number),
  carts: value(sql`0`, number),
};
const PART = shape(OF_PART);
type Part = RowOf<typeof OF_PART>;

const SEEN_DAY = shape({
  day: value(DAY_OR_MONTH, text),
  views: value(sql`sum(r.views)`, number),
  visits: value(sql`sum(r.visits)`, number),
  carts: value(sql`sum(r.carts)`, number),
});

/**
 * Sums over a store's sales that match a filter, and over the page views of the same days; null where a view cannot match.
 * Where days lie far apart, those of both are the first ones of months.
 */
export async function sumsOfSales(
  pb: PocketBase,
  storeId: string,
  filter: SaleFilter,
): Promise<{ sales: SaleSums; views: ViewSums | null }> {
  const isByBuyers = await leadsToBuyers(pb, filter);
  const way = WAYS[wayOf(filter, isByBuyers)];
  const isViewed = hasViews(filter);
  const params = {
    store: storeId,
    ...valuesOf(filter),
    best: BEST_SELLERS,
    pages: isViewed ? MOST_PAGES : 0,
    isViewed,
    monthsAfter: MONTHS_AFTER_DAYS,
  };
  const [days, parts, viewDays] = await ask(
    pb,
    select(
      SOLD_DAY,
      // A day whose only sale has moved to another day or state keeps a row of nothing.
      sql`WITH r AS MATERIALIZED (SELECT * FROM (${way.days}) WHERE count > 0), ${SPREAD}
        SELECT ${SOLD_DAY} FROM r GROUP BY 1 ORDER BY 1`,
      params,
    ),
    select(
      PART,
      sql`WITH sold AS MATERIALIZED (SELECT r.part AS part, r.what AS what, sum(r.count) AS count,
            sum(r.discountCents) AS discountCents, sum(r.yoursCents) AS yoursCents
          FROM (${way.parts}) r GROUP BY r.part, r.what HAVING sum(r.count) > 0),
        seen AS MATERIALIZED (SELECT v.product AS product, sum(v.views) AS views, sum(v.visits) AS visits,
            sum(v.carts) AS carts
          FROM (${way.views}) v WHERE {:isViewed} GROUP BY v.product HAVING sum(v.views + v.visits + v.carts) > 0
          ORDER BY 2 DESC, 3 DESC, 1 LIMIT {:pages})
        SELECT ${PART}
        FROM (SELECT * FROM sold WHERE part IN ('product', 'name') ORDER BY yoursCents DESC, count DESC, what
          LIMIT {:best}) b
        UNION ALL SELECT part, what, what, count, discountCents, yoursCents, 0, 0, 0 FROM sold
          WHERE part IN ('coupon', 'members')
        UNION ALL SELECT 'page', n.product,
          coalesce((SELECT p.name FROM products p WHERE p.id = n.product AND p.store = {:store}), ''),
          coalesce((SELECT s.count FROM sold s WHERE s.part = 'product' AND s.what = n.product), 0), 0, 0,
          n.views, n.visits, n.carts FROM seen n`,
      params,
    ),
    select(
      SEEN_DAY,
      sql`WITH r AS MATERIALIZED (SELECT * FROM (${way.viewDays}) WHERE {:isViewed} AND views + visits + carts > 0),
          ${SPREAD}
        SELECT ${SEEN_DAY} FROM r GROUP BY 1 ORDER BY 1`,
      params,
    ),
  );
  const of = (...kinds: Part['part'][]) => parts.filter(({ part }) => kinds.includes(part));
  const sums = ({ count, discountCents, yoursCents }: Part) => ({ count, discountCents, yoursCents });
  const members = of('members')[0];
  return {
    sales: {
      totals: totalsOf(days),
      days: days.map(({ day, count, yoursCents }) => ({ day: instantOfDay(day), count, yoursCents })),
      products: of('product', 'name').map(({ name, count, yoursCents }) => ({ name, count, yoursCents })),
      coupons: of('coupon').map((part) => ({ code: part.what, ...sums(part) })),
      members: members ? sums(members) : null,
    },
    views: isViewed
      ? {
          days: viewDays.map(({ day, ...count }) => ({ day: instantOfDay(day), ...count })),
          pages: of('page').map(({ what, name, count, views, visits, carts }) => ({
            productId: what === '' ? null : what,
            name: name === '' ? null : name,
            ...{ views, visits, carts },
            sold: count,
          })),
        }
      : null,
  };
}

function wayOf(filter: SaleFilter, isByBuyers: boolean): keyof typeof WAYS {
  if (isByBuyers) return 'buyers';
  if (filter.productId !== null) return 'product';
  if (filter.couponCode !== null) return 'coupon';
  return isOfWholeDays(filter) ? 'sums' : 'rows';
}

/** The sums of all days. */
function totalsOf(days: readonly SaleSums['totals'][]): SaleSums['totals'] {
  const totals = {
    ...{ count: 0, listCents: 0, discountCents: 0, paidCents: 0, commissionCents: 0 },
    ...{ netCents: 0, refundedCents: 0, heldCents: 0, yoursCents: 0 },
  };
  for (const day of days)
    for (const field of Object.keys(totals) as (keyof typeof totals)[]) totals[field] += day[field];
  return totals;
}

const instantOfDay = (day: string) => (day === '' ? 0 : Date.parse(`${day}T00:00:00Z`));
