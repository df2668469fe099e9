import type PocketBase from 'pocketbase';
import { orderNumber } from '../../domain/commerce/order.ts';
import type { Sale, ShareState } from '../../domain/commerce/sale.ts';
import type { SaleFilter } from '../../domain/commerce/sales-figures.ts';
import { ask, select } from '../kernel/query.ts';
import { maybe, type RowOf, shape, value } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { number, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { BUYERS, isOfWholeDays, leadsToBuyers, ROW_MATCHES, SUM_MATCHES, valuesOf } from './sale-filter.ts';

/** What a store sold: the rows of `seller_income`, which all sums that a seller sees add up. */

/** The index that leads to the newest sales of each filter. */
const NEWEST = {
  any: sql`INDEXED BY seller_income_newest WHERE i.store = {:store}`,
  days: sql`INDEXED BY seller_income_by_day WHERE i.store = {:store} AND i.day >= {:from} AND i.day < {:to}`,
  source: sql`INDEXED BY seller_income_source WHERE i.store = {:store} AND i.source = {:source}`,
  product: sql`INDEXED BY seller_income_product WHERE i.product = {:product} AND i.store = {:store}`,
  coupon: sql`INDEXED BY seller_income_coupon WHERE i.store = {:store} AND i.couponCode = {:coupon}
    AND i.couponCode <> ''`,
  disputed: sql`INDEXED BY seller_income_disputed WHERE i.store = {:store} AND i.state = 'disputed'`,
  'given-back': sql`INDEXED BY seller_income_refunded WHERE i.store = {:store} AND i.refundedCents > 0`,
  buyers: sql`INDEXED BY seller_income_buyer WHERE i.buyer IN (${BUYERS})
    AND i.store = {:store}`,
} satisfies Record<string, Sql>;

function newestBy(
  { productId, couponCode, state, source, from, to }: SaleFilter,
  isByBuyers: boolean,
): keyof typeof NEWEST {
  if (isByBuyers) return 'buyers';
  if (productId !== null) return 'product';
  if (couponCode !== null) return 'coupon';
  if (state === 'disputed' || state === 'given-back') return state;
  if (from !== null || to !== null) return 'days';
  return source === null ? 'any' : 'source';
}

const COUNT = shape({ total: value(sql`count(*)`, number) });
const SUM = shape({ total: value(sql`coalesce(sum(count), 0)`, number) });

/** How many sales match by the sums. */
const TOTALS = {
  sums: sql`SELECT ${SUM} FROM seller_income_days
    WHERE store = {:store} AND day >= {:from} AND day < {:to} AND ${SUM_MATCHES}`,
  product: sql`SELECT ${SUM} FROM seller_income_months
    WHERE store = {:store} AND month = '' AND part = 'product' AND what = {:product} AND ${SUM_MATCHES}`,
  coupon: sql`SELECT ${SUM} FROM seller_income_months
    WHERE store = {:store} AND month = '' AND part = 'coupon' AND what = {:coupon} AND ${SUM_MATCHES}`,
} satisfies Record<string, Sql>;

function totalBy(filter: SaleFilter): keyof typeof TOTALS | 'rows' {
  const { productId, couponCode, from, to } = filter;
  if (!isOfWholeDays(filter)) return 'rows';
  if (productId === null && couponCode === null) return 'sums';
  if (from !== null || to !== null || (productId !== null && couponCode !== null)) return 'rows';
  return productId === null ? 'coupon' : 'product';
}

const i = tables.sellerIncome.as('i');
const u = tables.users.as('u');
const s = tables.sellerShares.as('s');
const q = tables.partnerParts.as('q');
const l = tables.orderLines.as('l');
const p = tables.products.as('p');
const c = tables.coupons.as('c');

const OF_SALE = {
  at: value(sql`i.at`, text),
  sale: {
    source: i.source,
    lineId: i.id,
    memberId: i.member.orNull,
    orderState: i.state,
    buyer: u.username.orNull,
    productId: i.product.orNull,
    productName: i.name,
    placedAt: i.placedAt.or(0),
    listCents: i.listCents,
    discountCents: i.discountCents,
    couponCode: i.couponCode.orNull,
    memberPercent: i.memberPercent.orNull,
    releaseTitle: i.releaseTitle.orNull,
    commissionPercent: i.commissionPercent,
    paidCents: i.paidCents,
    commissionCents: i.commissionCents,
    netCents: i.netCents,
    refundedCents: i.refundedCents,
    heldCents: i.heldCents,
    yoursCents: i.yoursCents,
  },
  orderId: i.order.orNull,
  /** Of the member's invoice. */
  number: i.number,
  paidAt: i.paidAt,
  share: s.state.or(null),
  /** Of a sale that two stores are paid for: the partner's part, the whole price, and the other store. */
  shared: maybe({
    percent: q.percent,
    paidCents: l.paidCents.or(0),
    refundedCents: l.refundedCents.or(0),
    withStore: value(
      sql`(SELECT t.name FROM stores t WHERE t.id = iif(i.source = 'partner', l.store, q.store))`,
      text,
    ).or(''),
  }),
  lostCents: value(
    sql`CASE i.source WHEN 'membership' THEN (SELECT m.lostCents FROM guild_payments m WHERE m.id = i.id)
      WHEN 'partner' THEN l.lostCents ELSE (SELECT x.lostCents FROM order_lines x WHERE x.id = i.id) END`,
    number,
  ).or(0),
};
const SALE = shape(OF_SALE);
const PRODUCT = shape({ id: p.id, name: p.name });
const CODE = shape({ code: c.code });

/** A sale by what lists are sorted by: `at` as the database writes it. */
export interface SalePlace {
  at: string;
  id: string;
}

/** Later than any sale. */
const NEWEST_PLACE: SalePlace = { at: '9999', id: '' };

const pageOf = (newest: Sql) => sql`SELECT ${SALE}
  FROM (SELECT i.id AS id FROM seller_income i ${newest} AND i.at <= {:afterAt}
      AND (i.at < {:afterAt} OR i.id < {:afterId}) AND ${ROW_MATCHES}
      ORDER BY i.at DESC, i.id DESC LIMIT {:limit} OFFSET {:offset}) w
    CROSS JOIN seller_income i ON i.id = w.id LEFT JOIN users u ON u.id = i.buyer
    LEFT JOIN seller_shares s ON s.[[order]] = i.[[order]] AND s.store = i.store AND i.[[order]] <> ''
    LEFT JOIN partner_parts q ON q.line = iif(i.source = 'partner', (SELECT p.line FROM partner_parts p WHERE p.id = i.id), i.id)
      AND q.netCents > 0 LEFT JOIN order_lines l ON l.id = q.line
  ORDER BY i.at DESC, i.id DESC`;

/** One page (from 1) of what a store sold, products and memberships, newest first. */
export async function salesOfStore(
  pb: PocketBase,
  storeId: string,
  filter: SaleFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ sales: Sale[]; total: number }> {
  const isByBuyers = await leadsToBuyers(pb, filter);
  const newest = NEWEST[newestBy(filter, isByBuyers)];
  const params = {
    ...{ store: storeId, limit: perPage, offset: (page - 1) * perPage },
    ...{ afterAt: NEWEST_PLACE.at, afterId: NEWEST_PLACE.id },
    ...valuesOf(filter),
  };
  const sumOf = totalBy(filter);
  const [rows, [counted]] = await ask(
    pb,
    select(SALE, pageOf(newest), params),
    sumOf === 'rows'
      ? select(COUNT, sql`SELECT ${COUNT} FROM seller_income i ${newest} AND ${ROW_MATCHES}`, params)
      : select(SUM, TOTALS[sumOf], params),
  );
  const sales = rows.map((row) =>
    // A member's payment reaches the seller's account by itself.
    saleOf(row, row.sale.source === 'membership' ? 'sent' : row.share),
  );
  return { sales, total: counted?.total ?? 0 };
}

/**
 * What a store sold after a place in the list, newest first, without share states.
 * @param after null for the start.
 * @returns `next` is where to go on; null at the end.
 */
export async function salesAfter(
  pb: PocketBase,
  storeId: string,
  filter: SaleFilter,
  { after, limit }: { after: SalePlace | null; limit: number },
): Promise<{ sales: Sale[]; next: SalePlace | null }> {
  const { at: afterAt, id: afterId } = after ?? NEWEST_PLACE;
  const isByBuyers = await leadsToBuyers(pb, filter);
  const params = {
    ...valuesOf(filter),
    ...{ store: storeId, limit, offset: 0, afterAt, afterId },
  };
  const [rows] = await ask(pb, select(SALE, pageOf(NEWEST[newestBy(filter, isByBuyers)]), params));
  const last = rows.at(-1);
  return {
    sales: rows.map((row) => saleOf(row, null)),
    next: last && rows.length === limit ? { at: last.at, id: last.sale.lineId } : null,
  };
}

/** Choices for the sales filters: a store's products by name, its coupons by code. */
export async function saleChoices(
  pb: PocketBase,
  storeId: string,
): Promise<{ products: { id: string; name: string }[]; codes: string[] }> {
  const params = { storeId, most: CHOICES };
  const [products, coupons] = await ask(
    pb,
    select(
      PRODUCT,
      sql`SELECT ${PRODUCT} FROM products p WHERE p.store = {:storeId} AND p.publishedAt <> ''
        ORDER BY p.name LIMIT {:most}`,
      params,
    ),
    select(
      CODE,
      sql`SELECT ${CODE} FROM coupons c WHERE c.store = {:storeId} ORDER BY c.code LIMIT {:most}`,
      params,
    ),
  );
  return { products, codes: coupons.map(({ code }) => code) };
}

const CHOICES = 500;

function saleOf(row: RowOf<typeof OF_SALE>, share: ShareState | null): Sale {
  const { sale, orderId, paidAt, shared, lostCents } = row;
  const isPartner = sale.source === 'partner';
  return {
    ...sale,
    orderId: isPartner ? null : orderId,
    number: orderId === null ? row.number : orderNumber({ id: orderId, placedAt: sale.placedAt }),
    soldAt: paidAt ?? sale.placedAt,
    ...(shared && { shared: { ...shared, percent: isPartner ? shared.percent : 100 - shared.percent } }),
    share,
    ...(lostCents > 0 && { isLost: true }),
  };
}
