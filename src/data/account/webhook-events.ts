import type PocketBase from 'pocketbase';
import type { WebhookEvent } from '../../domain/account/webhook.ts';
import { ask, query } from '../kernel/query.ts';
import { sql } from '../kernel/sql.ts';

/**
 * What a message says of an event, field by field: what its seller sees on their pages, and nothing of a buyer's address. Money
 * is in cents. Null where the record is gone.
 */
export function eventData(
  pb: PocketBase,
  event: WebhookEvent,
  { subject, webhookId }: { subject: string; webhookId: string },
): Promise<object | null> {
  return READERS[event](pb, { subject, webhookId });
}

type Reader = (pb: PocketBase, about: { subject: string; webhookId: string }) => Promise<object | null>;

const READERS: Record<WebhookEvent, Reader> = {
  sale: saleData,
  refund: refundData,
  'member.joined': memberData,
  'member.left': memberData,
  review: reviewData,
  question: questionData,
};

/** `created` or another date of a row, as ISO 8601. */
const isoOf = (date: string) => date.replace(' ', 'T');

async function saleData(...[pb, about]: Parameters<Reader>): Promise<object | null> {
  const [rows] = await ask(
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
  );
  const [first] = rows;
  if (!first) return null;
  return {
    orderId: about.subject,
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
  };
}

async function refundData(...[pb, about]: Parameters<Reader>): Promise<object | null> {
  const [[row]] = await ask(
    pb,
    query<{
      order: string;
      currency: string;
      amountCents: number;
      by: string;
      product: string;
      productName: string;
    }>(
      sql`SELECT r.[[order]], o.currency, r.amountCents, r.[[by]], l.product, l.productName
        FROM webhooks w CROSS JOIN refunds r ON r.id = {:subject} CROSS JOIN orders o ON o.id = r.[[order]]
        CROSS JOIN order_lines l ON l.id = r.line AND l.store = w.store WHERE w.id = {:webhookId}`,
      about,
      ['order', 'currency', 'amountCents', 'by', 'product', 'productName'],
    ),
  );
  return row
    ? {
        refundId: about.subject,
        orderId: row.order,
        productId: row.product,
        productName: row.productName,
        currency: row.currency,
        amountCents: row.amountCents,
        by: row.by,
      }
    : null;
}

async function memberData(...[pb, about]: Parameters<Reader>): Promise<object | null> {
  const [[row]] = await ask(
    pb,
    query<{
      state: string;
      billing: string;
      priceCents: number;
      since: string;
      tier: string;
      tierName: string;
    }>(
      sql`SELECT m.state, m.billing, m.priceCents, m.since, m.tier, coalesce(t.name, '') AS tierName
        FROM webhooks w CROSS JOIN guild_members m ON m.id = {:subject}
        CROSS JOIN guilds g ON g.id = m.guild AND g.store = w.store LEFT JOIN guild_tiers t ON t.id = m.tier
        WHERE w.id = {:webhookId}`,
      about,
      ['state', 'billing', 'priceCents', 'since', 'tier', 'tierName'],
    ),
  );
  return row
    ? {
        memberId: about.subject,
        state: row.state,
        tierId: row.tier,
        tierName: row.tierName,
        billing: row.billing,
        priceCents: row.priceCents,
        since: isoOf(row.since),
      }
    : null;
}

async function reviewData(...[pb, about]: Parameters<Reader>): Promise<object | null> {
  const [[row]] = await ask(
    pb,
    query<{ product: string; productName: string; stars: number; text: string; writtenAt: string }>(
      sql`SELECT r.product, coalesce(p.name, '') AS productName, r.stars, r.text, r.writtenAt
        FROM webhooks w CROSS JOIN reviews r ON r.id = {:subject} AND r.store = w.store
        LEFT JOIN products p ON p.id = r.product WHERE w.id = {:webhookId} AND r.hiddenAt = ''`,
      about,
      ['product', 'productName', 'stars', 'text', 'writtenAt'],
    ),
  );
  return row
    ? {
        reviewId: about.subject,
        productId: row.product,
        productName: row.productName,
        stars: row.stars,
        text: row.text,
        writtenAt: isoOf(row.writtenAt),
      }
    : null;
}

async function questionData(...[pb, about]: Parameters<Reader>): Promise<object | null> {
  const [[row]] = await ask(
    pb,
    query<{ product: string; productName: string; post: string; question: string; created: string }>(
      sql`SELECT q.product, coalesce(p.name, '') AS productName, q.post, q.question, q.created
        FROM webhooks w CROSS JOIN questions q ON q.id = {:subject} AND q.store = w.store
        LEFT JOIN products p ON p.id = q.product WHERE w.id = {:webhookId} AND q.state <> 'hidden'`,
      about,
      ['product', 'productName', 'post', 'question', 'created'],
    ),
  );
  return row
    ? {
        questionId: about.subject,
        productId: row.product,
        productName: row.productName,
        // A comment is a question about a post.
        postId: row.post === '' ? null : row.post,
        question: row.question,
        askedAt: isoOf(row.created),
      }
    : null;
}
