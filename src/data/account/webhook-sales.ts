import type PocketBase from 'pocketbase';
import { divideRefunds } from '../../domain/commerce/settlement.ts';
import { storedOrder } from '../commerce/orders.ts';
import { refundWithFacts } from '../commerce/refunds.ts';
import { ask, select } from '../kernel/query.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { number, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';

/**
 * What messages say of sales and refunds: in `lines` what the store itself sold, in `partnerLines` its parts of what other
 * stores sold. Of those it learns its own part only, and no order by which several models would be known to have one buyer.
 */

/** What a message is about, and to which address it goes. */
export type About = { subject: string; webhookId: string };

/** `created` or another date of a row, as ISO 8601. */
export const isoOf = (date: string) => date.replace(' ', 'T');

const o = tables.orders.as('o');
const l = tables.orderLines.as('l');
const q = tables.partnerParts.as('q');
const w = tables.webhooks.as('w');

const PAID_AT = value(sql`o.paidAt`, text).as(isoOf);
const OWN_LINE = shape({
  currency: o.currency,
  paidAt: PAID_AT,
  line: {
    productId: l.product,
    productName: l.productName,
    isFree: l.free,
    paidCents: value(sql`l.paidCents + l.includedTaxCents`, number),
    taxCents: l.includedTaxCents,
    commissionCents: l.commissionCents,
    partnerCents: value(
      sql`coalesce((SELECT q.netCents FROM partner_parts q WHERE q.line = l.id), 0)`,
      number,
    ),
    couponCode: l.couponCode.orNull,
  },
});
const PARTNER_LINE = shape({
  currency: o.currency,
  paidAt: PAID_AT,
  line: {
    saleId: q.id,
    productId: l.product,
    productName: l.productName,
    partPercent: q.percent,
    yoursCents: q.netCents,
  },
});
const RECEIVER = shape({ storeId: w.store });

/** A paid order, as one of its stores is told; null where nothing of it is theirs. */
export async function saleData(pb: PocketBase, about: About): Promise<object | null> {
  const [own, parts] = await ask(
    pb,
    select(
      OWN_LINE,
      sql`SELECT ${OWN_LINE}
        FROM webhooks w CROSS JOIN orders o ON o.id = {:subject}
        CROSS JOIN order_lines l ON l.[[order]] = o.id AND l.store = w.store
        WHERE w.id = {:webhookId} ORDER BY l.position`,
      about,
    ),
    select(
      PARTNER_LINE,
      sql`SELECT ${PARTNER_LINE}
        FROM webhooks w CROSS JOIN orders o ON o.id = {:subject}
        CROSS JOIN partner_parts q ON q.[[order]] = o.id AND q.store = w.store
        CROSS JOIN order_lines l ON l.id = q.line
        WHERE w.id = {:webhookId} AND q.netCents > 0 ORDER BY l.position`,
      about,
    ),
  );
  const first = own[0] ?? parts[0];
  if (!first) return null;
  return {
    orderId: own.length > 0 ? about.subject : null,
    currency: first.currency,
    paidAt: first.paidAt,
    lines: own.map(({ line }) => line),
    partnerLines: parts.map(({ line }) => line),
  };
}

/** A refund, as one of the stores is told that gave something back; null where none of it is theirs. */
export async function refundData(pb: PocketBase, { subject, webhookId }: About): Promise<object | null> {
  const [[to], found] = await Promise.all([
    ask(
      pb,
      select(RECEIVER, sql`SELECT ${RECEIVER} FROM webhooks w WHERE w.id = {:webhookId}`, { webhookId }),
    ).then(([rows]) => rows),
    refundWithFacts(pb, subject),
  ]);
  const stored = found && (await storedOrder(pb, found.orderId));
  if (!to || !stored) return null;
  const divided = divideRefunds(stored.order, found.facts).find(({ refund }) => refund.id === found.id);
  const given = (divided?.parts ?? []).flatMap(({ lineId, buyerCents, taxCents, sellers }) => {
    const line = stored.order.lines.find(({ id }) => id === lineId);
    const isOwn = line?.storeId === to.storeId;
    if (!line || (!isOwn && line.partner?.storeId !== to.storeId)) return [];
    const product = { productId: line.productId ?? '', productName: line.productName };
    const yoursCents = sellers.find(({ storeId }) => storeId === to.storeId)?.cents ?? 0;
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
