import { type ActionAPIContext, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import {
  deleteWebhook,
  deliveriesOf,
  queueAgain,
  queueTest,
  webhooksOf,
} from '../../data/account/webhooks.ts';
import {
  type Delivery,
  WEBHOOK_EVENT_NAMES,
  WEBHOOKS_MAX,
  type Webhook,
  webhookRefusals,
} from '../../domain/account/webhook.ts';
import { makeWebhook, renewSecret } from '../../server/account/webhooks.ts';
import { conflict, notFound } from '../../server/kernel/refusal-error.ts';
import { seller } from '../catalogue/seller.ts';
import { tooManyTries } from '../identity/account-errors.ts';
import { requireStepUp } from '../identity/step-up.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { longText, recordIdInput } from '../kernel/plain-input.ts';

const id = recordIdInput('There is no such address.');

const noAddress = () => notFound('There is no such address.');

/** @throws RefusalError too_many_requests where a store sends too many messages by hand */
async function countByHand(context: ActionAPIContext, storeId: string): Promise<void> {
  const wait = await context.locals.app.apiLimits.messageByHand(storeId);
  if (wait !== null) throw tooManyTries(wait);
}

/** Messages of one answer. */
const A_PAGE = 20;

export const webhooks = {
  /** The addresses of the seller's store. */
  list: defineAction({
    accept: 'json',
    async handler(_input, context): Promise<{ webhooks: Webhook[] }> {
      const { store } = await seller(context);
      return { webhooks: await webhooksOf(context.locals.pb, store.id) };
    },
  }),

  /** Adds an address. Its secret is in this answer and nowhere else. */
  create: defineAction({
    accept: 'json',
    input: z
      .object({
        url: longText.transform((text) => text.trim()),
        events: z.array(z.enum(WEBHOOK_EVENT_NAMES)).max(WEBHOOK_EVENT_NAMES.length),
      })
      .superRefine(checkedBy(webhookRefusals)),
    async handler({ url, events }, context): Promise<{ webhook: Webhook; secret: string }> {
      const { store } = await seller(context);
      await requireStepUp(context);
      const made = await makeWebhook(context.locals.pb, { storeId: store.id, url, events }, Date.now());
      if (!made)
        throw conflict('A store can have up to {most} addresses. Remove one first.', { most: WEBHOOKS_MAX });
      return { webhook: made.webhook, secret: made.secret };
    },
  }),

  /** Replaces the secret of an address; the old one is valid, too, for a day. */
  renewSecret: defineAction({
    accept: 'json',
    input: z.object({ id }),
    async handler(input, context): Promise<{ secret: string; oldSecretUntil: number }> {
      const { store } = await seller(context);
      await requireStepUp(context);
      const renewed = await renewSecret(context.locals.pb, { storeId: store.id, id: input.id }, Date.now());
      if (!renewed) throw noAddress();
      return { secret: renewed.secret, oldSecretUntil: renewed.oldSecretUntil };
    },
  }),

  remove: defineAction({
    accept: 'json',
    input: z.object({ id }),
    async handler(input, context) {
      const { store } = await seller(context);
      if (!(await deleteWebhook(context.locals.pb, store.id, input.id))) throw noAddress();
      return { id: input.id };
    },
  }),

  /** Sends a message by which the seller tries the address. */
  test: defineAction({
    accept: 'json',
    input: z.object({ id }),
    async handler(input, context) {
      const { store } = await seller(context);
      await countByHand(context, store.id);
      const { pb, app } = context.locals;
      if (!(await queueTest(pb, store.id, input.id, Date.now()))) throw noAddress();
      void app.webhooks.wake();
      return { id: input.id };
    },
  }),

  /** What was sent to an address, the newest first. */
  deliveries: defineAction({
    accept: 'json',
    input: z.object({
      id,
      after: z.object({ at: z.int().min(0).max(253_402_300_799_999), id: recordIdInput() }).nullable(),
    }),
    async handler(input, context): Promise<{ deliveries: Delivery[]; more: boolean }> {
      const { store } = await seller(context);
      const { id: webhookId, after } = input;
      const found = await deliveriesOf(context.locals.pb, store.id, { webhookId, after, limit: A_PAGE + 1 });
      return { deliveries: found.slice(0, A_PAGE), more: found.length > A_PAGE };
    },
  }),

  /** Sends a message again, as it was. */
  replay: defineAction({
    accept: 'json',
    input: z.object({ id: recordIdInput('There is no such message.') }),
    async handler(input, context) {
      const { store } = await seller(context);
      await countByHand(context, store.id);
      const { pb, app } = context.locals;
      if (!(await queueAgain(pb, store.id, input.id, Date.now())))
        throw notFound('There is no such message.');
      void app.webhooks.wake();
      return { id: input.id };
    },
  }),
};
