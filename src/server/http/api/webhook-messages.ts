import { z } from 'astro/zod';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../../domain/account/webhook.ts';
import { cents, count, id, text } from '../../operations/kernel/shapes.ts';

/** ISO 8601 in UTC. */
const moment = z.iso.datetime({ precision: 3 });

/** What messages to a seller's addresses say. The description of the API is made of these, and a test holds messages against them. */

const product = { productId: text, productName: text };
/** Of a model of another store. */
const part = {
  saleId: id.describe('As in the list of your sales.'),
  ...product,
};
const orderId = id.nullable().describe('Null where all of it was sold by other stores.');

const sale = z.strictObject({
  orderId,
  currency: text,
  paidAt: moment,
  lines: z
    .array(
      z.strictObject({
        ...product,
        isFree: z.boolean(),
        paidCents: cents.describe('With tax.'),
        taxCents: cents,
        commissionCents: cents,
        partnerCents: cents.describe('What a partner of the product gets of it.'),
        couponCode: text.nullable(),
      }),
    )
    .describe('What your store sold.'),
  partnerLines: z
    .array(z.strictObject({ ...part, partPercent: count, yoursCents: cents }))
    .describe('Models of other stores of which you get a part.'),
});

const refund = z.strictObject({
  refundId: id,
  orderId,
  ...product,
  currency: text,
  amountCents: cents.describe('What the buyer gets back for what your store sold, with tax.'),
  by: z.enum(['operator', 'seller', 'provider']),
  lines: z.array(z.strictObject({ ...product, amountCents: cents })).describe('What your store sold.'),
  partnerLines: z
    .array(z.strictObject({ ...part, yoursCents: cents.describe('What is taken back of your part.') }))
    .describe('Models of other stores of which you get a part.'),
});

const member = z.strictObject({
  memberId: id,
  state: text,
  tierId: text,
  tierName: text,
  billing: text,
  priceCents: cents,
  since: moment,
});

const DATA = {
  sale,
  refund,
  'member.joined': member,
  'member.left': member,
  review: z.strictObject({ reviewId: id, ...product, stars: count, text, writtenAt: moment }),
  question: z.strictObject({
    questionId: id,
    ...product,
    postId: id.nullable().describe('Of the post, where it is a comment on one.'),
    question: text,
    askedAt: moment,
  }),
} satisfies Record<WebhookEvent, z.ZodType>;

/** The body of a message, by its event. */
export const WEBHOOK_MESSAGES = (Object.keys(DATA) as WebhookEvent[]).map((event) => ({
  event,
  summary: WEBHOOK_EVENTS[event],
  body: z.strictObject({ id, event: z.literal(event), createdAt: moment, data: DATA[event] as z.ZodType }),
}));
