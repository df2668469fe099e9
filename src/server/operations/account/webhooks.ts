import { z } from 'astro/zod';
import {
  deleteWebhook,
  deliveriesOf,
  queueAgain,
  queueTest,
  webhooksOf,
} from '../../../data/account/webhooks.ts';
import {
  DELIVERY_STATES,
  WEBHOOK_EVENT_NAMES,
  WEBHOOKS_MAX,
  type Webhook,
  webhookRefusals,
} from '../../../domain/account/webhook.ts';
import { makeWebhook, renewSecret } from '../../account/webhooks.ts';
import type { App } from '../../app/app.ts';
import { longText, recordIdInput } from '../../kernel/plain-input.ts';
import { conflict, missing, tooManyTries } from '../../kernel/refusal-error.ts';
import { ANSWERED } from '../kernel/names.ts';
import { type Doer, operation } from '../kernel/operation.ts';
import { count, cursorOf, id, instant, next, pageOf, pageQuery, removed, text } from '../kernel/shapes.ts';

/** The addresses that are told what happens in a store. */

const fields = { id, url: text, events: z.array(z.enum(WEBHOOK_EVENT_NAMES)), createdAt: instant };
const webhook = z.object(fields).register(ANSWERED, { id: 'Webhook' });
const delivery = z
  .object({
    id,
    event: z.enum([...WEBHOOK_EVENT_NAMES, 'test']),
    state: z.enum(DELIVERY_STATES),
    tries: count,
    nextAt: instant.nullable(),
    status: z.int().nullable().describe('Of the last answer; null where none came.'),
    answer: text.describe('The beginning of the last answer, or why there was none.'),
    createdAt: instant,
  })
  .register(ANSWERED, { id: 'Delivery' });

const ofWebhook = { id: recordIdInput('There is no such address.') };

/** @throws RefusalError where a store sends too many messages by hand */
async function countByHand({ account: { apiLimits } }: App, { storeId }: Doer): Promise<void> {
  const minutes = await apiLimits.messageByHand(storeId);
  if (minutes !== null) throw tooManyTries(minutes);
}
/** What a program is told then: a page says the minutes. */
const BY_HAND = {
  'too-many-tries': 'Too many messages were sent again; wait as long as Retry-After says.',
};

/** An address of the store. @throws RefusalError not_found */
async function ownWebhook({ pb }: App, { storeId }: Doer, webhookId: string): Promise<Webhook> {
  const found = (await webhooksOf(pb, storeId)).find((one) => one.id === webhookId);
  if (!found) throw missing('address');
  return found;
}

const one = operation({
  summary: 'One address of your store.',
  who: 'seller',
  api: { method: 'GET', path: '/webhooks/{webhook:id}', scope: 'webhooks' },
  input: z.object(ofWebhook),
  answer: webhook,
  run: ({ app, doer, input }) => ownWebhook(app, doer, input.id),
});

export const webhookOperations = {
  list: operation({
    summary: 'The addresses of your store that are told what happens.',
    who: 'seller',
    api: { method: 'GET', path: '/webhooks', scope: 'webhooks' },
    input: z.object({}),
    answer: z.object({ items: z.array(webhook) }).register(ANSWERED, { id: 'WebhookList' }),
    run: async ({ app, doer }) => ({ items: await webhooksOf(app.pb, doer.storeId) }),
  }),

  one,

  create: operation({
    summary: 'Adds an address. Its secret is in this answer and nowhere else.',
    who: 'seller',
    stepUp: true,
    api: {
      method: 'POST',
      path: '/webhooks',
      scope: 'webhooks',
      takes: 'NewWebhook',
      madeAt: (made: Webhook) => `/webhooks/${made.id}`,
    },
    input: z.object({
      url: longText.transform((sent) => sent.trim()),
      events: z.array(z.enum(WEBHOOK_EVENT_NAMES)).max(WEBHOOK_EVENT_NAMES.length),
    }),
    rules: webhookRefusals,
    answer: z
      .object({
        ...fields,
        secret: text.describe('Messages are signed with it. It is shown here and nowhere else.'),
      })
      .register(ANSWERED, { id: 'WebhookWithSecret' }),
    async run({ app, doer, input: { url, events } }) {
      const made = await makeWebhook(app.pb, { storeId: doer.storeId, url, events }, Date.now());
      if (made) return { ...made.webhook, ...made };
      throw conflict('A store can have up to {most} addresses. Remove one first.', { most: WEBHOOKS_MAX });
    },
  }),

  renewSecret: operation({
    summary: 'Replaces the secret of an address; the old one is valid, too, for a day.',
    who: 'seller',
    stepUp: true,
    api: null,
    input: z.object(ofWebhook),
    answer: z.object({ secret: text, oldSecretUntil: instant }),
    async run({ app, doer: { storeId }, input }) {
      const renewed = await renewSecret(app.pb, { storeId, id: input.id }, Date.now());
      if (!renewed) throw missing('address');
      return { secret: renewed.secret, oldSecretUntil: renewed.oldSecretUntil };
    },
  }),

  remove: operation({
    summary: 'Removes an address and its log.',
    who: 'seller',
    api: { method: 'DELETE', path: '/webhooks/{webhook:id}', scope: 'webhooks', matches: one },
    input: z.object(ofWebhook),
    answer: removed,
    async run({ app, doer, input }) {
      if (!(await deleteWebhook(app.pb, doer.storeId, input.id))) throw missing('address');
      return { id: input.id };
    },
  }),

  test: operation({
    summary: 'Sends a message by which you try the address.',
    who: 'seller',
    api: {
      method: 'POST',
      path: '/webhooks/{webhook:id}/test',
      scope: 'webhooks',
      sentences: BY_HAND,
    },
    input: z.object(ofWebhook),
    answer: removed,
    async run({ app, doer, input }) {
      await countByHand(app, doer);
      if (!(await queueTest(app.pb, doer.storeId, input.id, Date.now()))) throw missing('address');
      void app.jobs.webhooks.wake();
      return { id: input.id };
    },
  }),

  deliveries: operation({
    summary: 'What was sent to an address within 30 days, the newest first.',
    who: 'seller',
    api: { method: 'GET', path: '/webhooks/{webhook:id}/deliveries', scope: 'webhooks' },
    input: z.object({ ...ofWebhook, ...pageQuery(100) }),
    answer: z.object({ items: z.array(delivery), next }).register(ANSWERED, { id: 'DeliveryList' }),
    async run({ app, doer, input: { id: webhookId, after, limit } }) {
      await ownWebhook(app, doer, webhookId);
      const page = { webhookId, after: cursorOf(after), limit: limit + 1 };
      return pageOf(await deliveriesOf(app.pb, doer.storeId, page), limit);
    },
  }),

  replay: operation({
    summary: 'Sends a message again, as it was.',
    who: 'seller',
    api: {
      method: 'POST',
      path: '/deliveries/{delivery:id}/replay',
      scope: 'webhooks',
      sentences: {
        ...BY_HAND,
        'not-found': 'There is no such message, or it waits to be sent already.',
      },
    },
    input: z.object({ id: recordIdInput('There is no such message.') }),
    answer: removed,
    async run({ app, doer, input }) {
      await countByHand(app, doer);
      if (!(await queueAgain(app.pb, doer.storeId, input.id, Date.now()))) throw missing('message');
      void app.jobs.webhooks.wake();
      return { id: input.id };
    },
  }),
};
