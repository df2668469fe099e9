import type PocketBase from 'pocketbase';
import { divideRefunds } from '../../domain/commerce/settlement.ts';
import { storedOrder } from '../commerce/orders.ts';
import { refundWithFacts } from '../commerce/refunds.ts';
import { ask, query } from '../kernel/query.ts';
import { sql } from '../kernel/sql.ts';

/**
 * What messages say of sales and refunds: in `lines` what the store itself sold, in `partnerLines` its parts of what other
 * stores sold. Of those it learns its own part only, and no order by which several models would be known to have one buyer.
 */

/** What a message is about, and to which address it goes. */
export type About = { subject: string; webhookId: string };

/** `created` or another date of a row, as ISO 8601. */
export const isoOf = (date: string) => date.replace(' ', 'T');

/** A paid order, as one of its stores is told; null where nothing of it is theirs. */
export async function saleData(pb: PocketBase, about: About): Promise<object | null> {
  const [rows, parts] = await ask(
    pb,
    query<{
      currency: string;
      paidAt: string;
      product: string;
      productName: string;
      free: number;
      paidCents: number;
      taxCents: number;
      commissionCents: number;
      partnerCents: number;
      couponCode: string;
    }>(
      sql`SELECT o.currency, o.paidAt, l.product, l.productName, l.free, l.paidCents + l.includedTaxCents AS paidCents,
          l.includedTaxCents AS taxCents, l.commissionCents, l.couponCode,
          coalesce((SELECT q.netCents FROM partner_parts q WHERE q.line = l.id), 0) AS partnerCents
        FROM webhooks w CROSS JOIN orders o ON o.id = {:subject}
        CROSS JOIN order_lines l ON l.[[order]] = o.id AND l.store = w.store
        WHERE w.id = {:webhookId} ORDER BY l.position`,
      about,
      [
        ...(['currency', 'paidAt', 'product', 'productName', 'free', 'paidCents', 'taxCents'] as const),
        ...(['commissionCents', 'partnerCents', 'couponCode'] as const),
      ],
    ),
    query<{
      currency: string;
      paidAt: string;
      id: string;
      product: string;
      productName: string;
      percent: number;
      netCents: number;
    }>(
      sql`SELECT o.currency, o.paidAt, q.id, l.product, l.productName, q.percent, q.netCents
        FROM webhooks w CROSS JOIN orders o ON o.id = {:subject}
        CROSS JOIN partner_parts q ON q.[[order]] = o.id AND q.store = w.store
        CROSS JOIN order_lines l ON l.id = q.line
        WHERE w.id = {:webhookId} AND q.netCents > 0 ORDER BY l.position`,
      about,
      ['currency', 'paidAt', 'id', 'product', 'productName', 'percent', 'netCents'],
    ),
  );
  const first = rows[0] ?? parts[0];
  if (!first) return null;
  return {
    orderId: rows.length > 0 ? about.subject : null,
    currency: first.currency,
    paidAt: isoOf(first.paidAt),
    lines: rows.map((row) => ({
      productId: row.product,
      productName: row.productName,
      isFree: row.free === 1,
      paidCents: row.paidCents,
      taxCents: row.taxCents,
      commissionCents: row.commissionCents,
      partnerCents: row.partnerCents,
      couponCode: row.couponCode === '' ? null : row.couponCode,
    })),
    partnerLines: parts.map((row) => ({
      saleId: row.id,
      productId: row.product,
      productName: row.productName,
      partPercent: row.percent,
      yoursCents: row.netCents,
    })),
  };
}

/** A refund, as one of the stores is told that gave something back; null where none of it is theirs. */
export async function refundData(pb: PocketBase, { subject, webhookId }: About): Promise<object | null> {
  const [[to], found] = await Promise.all([
    ask(
      pb,
      query<{ store: string }>(sql`SELECT store FROM webhooks WHERE id = {:webhookId}`, { webhookId }, [
        'store',
      ]),
    ).then(([rows]) => rows),
    refundWithFacts(pb, subject),
  ]);
  const stored = found && (await storedOrder(pb, found.orderId));
  if (!to || !stored) return null;
  const divided = divideRefunds(stored.order, found.facts).find(({ refund }) => refund.id === found.id);
  const given = (divided?.parts ?? []).flatMap(({ lineId, buyerCents, taxCents, sellers }) => {
    const line = stored.order.lines.find(({ id }) => id === lineId);
    const isOwn = line?.storeId === to.store;
    if (!line || (!isOwn && line.partner?.storeId !== to.store)) return [];
    const product = { productId: line.productId ?? '', productName: line.productName };
    const yoursCents = sellers.find(({ storeId }) => storeId === to.store)?.cents ?? 0;
    return [{ product, isOwn, saleId: line.partner?.id ?? '', yoursCents, cents: buyerCents + taxCents }];
  });
  if (given.length === 0) return null;
  const own = given.filter(({ isOwn }) => isOwn);
  const [only] = given.length === 1 ? given : [];
  return {
    refundId: subject,
    orderId: own.length > 0 ? found.orderId : null,
    productId: only?.product.productId ?? '',
    productName: only?.product.productName ?? '',
    currency: stored.order.currency,
    amountCents: own.reduce((sum, { cents }) => sum + cents, 0),
    by: found.by,
    lines: own.map(({ product, cents }) => ({ ...product, amountCents: cents })),
    partnerLines: given.flatMap(({ isOwn, saleId, product, yoursCents }) =>
      isOwn ? [] : [{ saleId, ...product, yoursCents }],
    ),
  };
}
