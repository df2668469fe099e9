import type PocketBase from 'pocketbase';
import { orderNumber } from '../../domain/commerce/order.ts';
import type { Sale, SharedSale } from '../../domain/commerce/sale.ts';
import type { SaleFilter } from '../../domain/commerce/sales-figures.ts';
import { instantOf, orAbsent } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import type { SellerIncomeRecord, SellerSharesRecord } from '../kernel/records.ts';
import { type Sql, sql } from '../kernel/sql.ts';
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

/** How many sales match: from the sums, or counted. */
const TOTALS = {
  sums: sql`SELECT coalesce(sum(count), 0) AS total FROM seller_income_days
    WHERE store = {:store} AND day >= {:from} AND day < {:to} AND ${SUM_MATCHES}`,
  product: sql`SELECT coalesce(sum(count), 0) AS total FROM seller_income_months
    WHERE store = {:store} AND month = '' AND part = 'product' AND what = {:product} AND ${SUM_MATCHES}`,
  coupon: sql`SELECT coalesce(sum(count), 0) AS total FROM seller_income_months
    WHERE store = {:store} AND month = '' AND part = 'coupon' AND what = {:coupon} AND ${SUM_MATCHES}`,
} satisfies Record<string, Sql>;

function totalBy(filter: SaleFilter): keyof typeof TOTALS | 'rows' {
  const { productId, couponCode, from, to } = filter;
  if (!isOfWholeDays(filter)) return 'rows';
  if (productId === null && couponCode === null) return 'sums';
  if (from !== null || to !== null || (productId !== null && couponCode !== null)) return 'rows';
  return productId === null ? 'coupon' : 'product';
}

type Listed = Pick<SellerIncomeRecord, (typeof LISTED)[number]> & {
  username: string | null;
  share: SellerSharesRecord['state'] | null;
} & SharedRow;

/** What is read of a sale that two stores are paid for; all null of others. */
interface SharedRow {
  partnerPercent: number | null;
  linePaidCents: number | null;
  lineRefundedCents: number | null;
  withStore: string | null;
  lostCents: number | null;
}
const SHARED = ['partnerPercent', 'linePaidCents', 'lineRefundedCents', 'withStore', 'lostCents'] as const;

/** A sale by what lists are sorted by: `at` as the database writes it. */
export interface SalePlace {
  at: string;
  id: string;
}

/** Later than any sale. */
const NEWEST_PLACE: SalePlace = { at: '9999', id: '' };

const pageOf = (newest: Sql) => sql`SELECT i.*, u.username AS username, s.state AS share,
    CASE i.source WHEN 'membership' THEN (SELECT m.lostCents FROM guild_payments m WHERE m.id = i.id)
      WHEN 'partner' THEN l.lostCents ELSE (SELECT x.lostCents FROM order_lines x WHERE x.id = i.id) END AS lostCents,
    q.percent AS partnerPercent, l.paidCents AS linePaidCents, l.refundedCents AS lineRefundedCents,
    (SELECT t.name FROM stores t WHERE t.id = iif(i.source = 'partner', l.store, q.store)) AS withStore
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
    query<Listed>(pageOf(newest), params, [...LISTED, ...SHARED, 'username', 'share']),
    sumOf === 'rows'
      ? query<{ total: number }>(
          sql`SELECT count(*) AS total FROM seller_income i ${newest} AND ${ROW_MATCHES}`,
          params,
          ['total'],
        )
      : query<{ total: number }>(TOTALS[sumOf], params, ['total']),
  );
  const sales = rows.map((row) =>
    // A member's payment reaches the seller's account by itself.
    saleOf(row, row.source === 'membership' ? 'sent' : row.share || null),
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
  const [rows] = await ask(
    pb,
    query<Listed>(pageOf(NEWEST[newestBy(filter, isByBuyers)]), params, [
      ...LISTED,
      ...SHARED,
      'username',
      'share',
    ]),
  );
  const last = rows.at(-1);
  return {
    sales: rows.map((row) => saleOf(row, null)),
    next: last && rows.length === limit ? { at: last.at, id: last.id } : null,
  };
}

const LISTED = [
  ...[
    'id',
    'at',
    'source',
    'order',
    'number',
    'member',
    'state',
    'product',
    'name',
    'paidAt',
    'placedAt',
    'listCents',
  ],
  ...['discountCents', 'couponCode', 'memberPercent', 'releaseTitle', 'commissionPercent', 'paidCents'],
  ...['commissionCents', 'netCents', 'refundedCents', 'heldCents', 'yoursCents'],
] as const;

/** Choices for the sales filters: a store's products by name, its coupons by code. */
export async function saleChoices(
  pb: PocketBase,
  storeId: string,
): Promise<{ products: { id: string; name: string }[]; codes: string[] }> {
  const params = { storeId, most: CHOICES };
  const [products, coupons] = await ask(
    pb,
    query<{ id: string; name: string }>(
      sql`SELECT id, name FROM products WHERE store = {:storeId} AND publishedAt <> '' ORDER BY name LIMIT {:most}`,
      params,
      ['id', 'name'],
    ),
    query<{ code: string }>(
      sql`SELECT code FROM coupons WHERE store = {:storeId} ORDER BY code LIMIT {:most}`,
      params,
      ['code'],
    ),
  );
  return { products, codes: coupons.map(({ code }) => code) };
}

const CHOICES = 500;

function saleOf(row: Listed, share: SellerSharesRecord['state'] | null): Sale {
  const orderId = orAbsent(row.order);
  const placedAt = instantOf(row.placedAt) ?? 0;
  return {
    source: row.source || 'sale',
    lineId: row.id,
    orderId: row.source === 'partner' ? null : orderId,
    number: orderId === null ? row.number : orderNumber({ id: orderId, placedAt }),
    memberId: orAbsent(row.member),
    orderState: row.state === '' ? 'paid' : row.state,
    buyer: row.username,
    productId: orAbsent(row.product),
    productName: row.name,
    soldAt: instantOf(row.paidAt) ?? placedAt,
    placedAt,
    listCents: row.listCents,
    discountCents: row.discountCents,
    couponCode: orAbsent(row.couponCode),
    memberPercent: orAbsent(row.memberPercent),
    releaseTitle: orAbsent(row.releaseTitle),
    commissionPercent: row.commissionPercent,
    paidCents: row.paidCents,
    commissionCents: row.commissionCents,
    netCents: row.netCents,
    refundedCents: row.refundedCents,
    heldCents: row.heldCents,
    yoursCents: row.yoursCents,
    ...(row.partnerPercent !== null && { shared: sharedOf(row, row.partnerPercent) }),
    share: share || null,
    ...((row.lostCents ?? 0) > 0 && { isLost: true }),
  };
}

function sharedOf(row: Listed, partnerPercent: number): SharedSale {
  return {
    withStore: row.withStore ?? '',
    percent: row.source === 'partner' ? partnerPercent : 100 - partnerPercent,
    paidCents: row.linePaidCents ?? 0,
    refundedCents: row.lineRefundedCents ?? 0,
  };
}
