import type PocketBase from 'pocketbase';
import type { WebhookEvent } from '../../domain/account/webhook.ts';
import { ask, query } from '../kernel/query.ts';
import { sql } from '../kernel/sql.ts';
import { type About, isoOf, refundData, saleData } from './webhook-sales.ts';

/**
 * What a message says of an event, field by field: what its seller sees on their pages, and nothing of a buyer's address. Money
 * is in cents. Null where the record is gone.
 */
export function eventData(
  pb: PocketBase,
  event: WebhookEvent,
  { subject, webhookId }: About,
): Promise<object | null> {
  return READERS[event](pb, { subject, webhookId });
}

type Reader = (pb: PocketBase, about: About) => Promise<object | null>;

const READERS: Record<WebhookEvent, Reader> = {
  sale: saleData,
  refund: refundData,
  'member.joined': memberData,
  'member.left': memberData,
  review: reviewData,
  question: questionData,
};

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
