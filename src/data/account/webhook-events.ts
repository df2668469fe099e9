import type PocketBase from 'pocketbase';
import type { WebhookEvent } from '../../domain/account/webhook.ts';
import { first, select } from '../kernel/query.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { type About, isoOf, refundData, saleData } from './webhook-sales.ts';

const m = tables.guildMembers.as('m');
const t = tables.guildTiers.as('t');
const p = tables.products.as('p');
const r = tables.reviews.as('r');
const q = tables.questions.as('q');

const MEMBER = shape({
  state: m.state,
  tierId: m.tier,
  tierName: t.name.or(''),
  billing: m.billing,
  priceCents: m.priceCents,
  since: value(sql`m.since`, text).as(isoOf),
});
const REVIEW = shape({
  productId: r.product,
  productName: p.name.or(''),
  stars: r.stars,
  text: r.text,
  writtenAt: value(sql`r.writtenAt`, text).as(isoOf),
});
const QUESTION = shape({
  productId: q.product,
  productName: p.name.or(''),
  /** A comment is a question about a post. */
  postId: q.post.orNull,
  question: q.question,
  askedAt: value(sql`q.created`, text).as(isoOf),
});

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
  const member = await first(
    pb,
    select(
      MEMBER,
      sql`SELECT ${MEMBER}
        FROM webhooks w CROSS JOIN guild_members m ON m.id = {:subject}
        CROSS JOIN guilds g ON g.id = m.guild AND g.store = w.store LEFT JOIN guild_tiers t ON t.id = m.tier
        WHERE w.id = {:webhookId}`,
      about,
    ),
  );
  return member ? { memberId: about.subject, ...member } : null;
}

async function reviewData(...[pb, about]: Parameters<Reader>): Promise<object | null> {
  const review = await first(
    pb,
    select(
      REVIEW,
      sql`SELECT ${REVIEW}
        FROM webhooks w CROSS JOIN reviews r ON r.id = {:subject} AND r.store = w.store
        LEFT JOIN products p ON p.id = r.product WHERE w.id = {:webhookId} AND r.hiddenAt = ''`,
      about,
    ),
  );
  return review ? { reviewId: about.subject, ...review } : null;
}

async function questionData(...[pb, about]: Parameters<Reader>): Promise<object | null> {
  const question = await first(
    pb,
    select(
      QUESTION,
      sql`SELECT ${QUESTION}
        FROM webhooks w CROSS JOIN questions q ON q.id = {:subject} AND q.store = w.store
        LEFT JOIN products p ON p.id = q.product WHERE w.id = {:webhookId} AND q.state <> 'hidden'`,
      about,
    ),
  );
  return question ? { questionId: about.subject, ...question } : null;
}
