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
import { makeWebhook } from '../../account/webhooks.ts';
import type { App } from '../../app/app.ts';
import { checkedBy } from '../../kernel/checked-by.ts';
import { longText } from '../../kernel/plain-input.ts';
import { conflict, notFound, RefusalError } from '../../kernel/refusal-error.ts';
import { cursorOf, cursorText } from './cursor.ts';
import { ANSWERED, TAKEN } from './named.ts';
import { refusedProgram, storeOf } from './refusals.ts';
import { type ApiRoute, privateDelete, privateRead, privateWrite } from './route.ts';
import { removed } from './seller-product-shapes.ts';
import { count, id, moment, momentOf, momentOrNull, next, noQuery, pageQuery, text } from './shapes.ts';

const webhookDraft = z
  .strictObject({
    url: longText.transform((sent) => sent.trim()),
    events: z.array(z.enum(WEBHOOK_EVENT_NAMES)).max(WEBHOOK_EVENT_NAMES.length),
  })
  .superRefine(checkedBy(webhookRefusals))
  .register(TAKEN, { id: 'NewWebhook' });
const nothing = z.strictObject({}).register(TAKEN, { id: 'Nothing' });

const webhookFields = { id, url: text, events: z.array(z.enum(WEBHOOK_EVENT_NAMES)), createdAt: moment };
const oneWebhook = z.strictObject(webhookFields).register(ANSWERED, { id: 'Webhook' });
const webhooks = z.strictObject({ items: z.array(oneWebhook) }).register(ANSWERED, { id: 'WebhookList' });
const madeWebhook = z
  .strictObject({
    ...webhookFields,
    secret: text.describe('Messages are signed with it. It is shown here and nowhere else.'),
  })
  .register(ANSWERED, { id: 'WebhookWithSecret' });
const delivery = z
  .strictObject({
    id,
    event: z.enum([...WEBHOOK_EVENT_NAMES, 'test']),
    state: z.enum(DELIVERY_STATES),
    tries: count,
    nextAt: moment.nullable(),
    status: z.int().nullable().describe('Of the last answer; null where none came.'),
    answer: text.describe('The beginning of the last answer, or why there was none.'),
    createdAt: moment,
  })
  .register(ANSWERED, { id: 'Delivery' });
const deliveries = z
  .strictObject({ items: z.array(delivery), next })
  .register(ANSWERED, { id: 'DeliveryList' });

const shown = ({ id: webhookId, url, events, createdAt }: Webhook) => ({
  ...{ id: webhookId, url, events },
  createdAt: momentOf(createdAt),
});

/** An address of the holder's store. @throws RefusalError not_found */
async function ownWebhook({ pb }: App, storeId: string, webhookId = ''): Promise<Webhook> {
  const found = (await webhooksOf(pb, storeId)).find((one) => one.id === webhookId);
  if (!found) throw refusedProgram('not-found', 'address');
  return found;
}

/** @throws RefusalError where a store sends too many messages by hand */
async function countByHand({ apiLimits }: App, storeId: string): Promise<void> {
  const minutes = await apiLimits.messageByHand(storeId);
  if (minutes === null) return;
  throw new RefusalError(
    'too_many_requests',
    'Too many messages were sent again; wait as long as Retry-After says.',
    {
      retryAfterS: minutes * 60,
    },
  );
}

/** The addresses that are told what happens in a store, as on its page. */
export const WEBHOOK_ROUTES: readonly ApiRoute[] = [
  privateRead({
    path: '/webhooks',
    scope: 'webhooks',
    summary: 'The addresses of your store that are told what happens.',
    query: noQuery,
    answer: webhooks,
    handle: async ({ app, holder }) => ({ items: (await webhooksOf(app.pb, storeOf(holder))).map(shown) }),
  }),

  privateRead({
    path: '/webhooks/{webhook}',
    scope: 'webhooks',
    summary: 'One address of your store.',
    query: noQuery,
    answer: oneWebhook,
    handle: async ({ app, holder, params }) =>
      shown(await ownWebhook(app, storeOf(holder), params['webhook'])),
  }),

  privateWrite({
    method: 'POST',
    path: '/webhooks',
    scope: 'webhooks',
    summary: 'Adds an address. Its secret is in this answer and nowhere else.',
    body: webhookDraft,
    answer: madeWebhook,
    madeAt: ({ id }) => `/webhooks/${id}`,
    async handle({ app, holder, body: { url, events } }) {
      const made = await makeWebhook(app.pb, { storeId: storeOf(holder), url, events }, Date.now());
      if (made) return { ...shown(made.webhook), secret: made.secret };
      throw conflict(`A store can have up to ${WEBHOOKS_MAX} addresses. Remove one first.`);
    },
  }),

  privateDelete({
    path: '/webhooks/{webhook}',
    scope: 'webhooks',
    summary: 'Removes an address and its log.',
    answer: removed,
    matches: true,
    async handle({ app, holder, params: { webhook = '' }, ifMatch }) {
      ifMatch(shown(await ownWebhook(app, storeOf(holder), webhook)));
      if (!(await deleteWebhook(app.pb, storeOf(holder), webhook)))
        throw refusedProgram('not-found', 'address');
      return { id: webhook };
    },
  }),

  privateWrite({
    method: 'POST',
    path: '/webhooks/{webhook}/test',
    scope: 'webhooks',
    summary: 'Sends a message by which you try the address.',
    body: nothing,
    answer: removed,
    async handle({ app, holder, params: { webhook = '' } }) {
      const storeId = storeOf(holder);
      await countByHand(app, storeId);
      if (!(await queueTest(app.pb, storeId, webhook, Date.now())))
        throw refusedProgram('not-found', 'address');
      void app.webhooks.wake();
      return { id: webhook };
    },
  }),

  privateRead({
    path: '/webhooks/{webhook}/deliveries',
    scope: 'webhooks',
    summary: 'What was sent to an address within 30 days, the newest first.',
    query: z.object(pageQuery(100)),
    answer: deliveries,
    async handle({ app, holder, params: { webhook = '' }, query }) {
      const storeId = storeOf(holder);
      await ownWebhook(app, storeId, webhook);
      const page = { webhookId: webhook, after: cursorOf(query.after), limit: query.limit + 1 };
      const list = await deliveriesOf(app.pb, storeId, page);
      const shownOnes = list.slice(0, query.limit);
      const last = list.length > shownOnes.length ? shownOnes.at(-1) : undefined;
      return {
        items: shownOnes.map((one) => ({
          id: one.id,
          event: one.event,
          state: one.state,
          tries: one.tries,
          nextAt: momentOrNull(one.nextAt),
          status: one.status,
          answer: one.answer,
          createdAt: momentOf(one.createdAt),
        })),
        next: last ? cursorText({ at: last.createdAt, id: last.id }) : null,
      };
    },
  }),

  privateWrite({
    method: 'POST',
    path: '/deliveries/{delivery}/replay',
    scope: 'webhooks',
    summary: 'Sends a message again, as it was.',
    body: nothing,
    answer: removed,
    async handle({ app, holder, params: { delivery: deliveryId = '' } }) {
      const storeId = storeOf(holder);
      await countByHand(app, storeId);
      if (!(await queueAgain(app.pb, storeId, deliveryId, Date.now())))
        throw notFound('There is no such message, or it waits to be sent already.');
      void app.webhooks.wake();
      return { id: deliveryId };
    },
  }),
];
