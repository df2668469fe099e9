import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { deliveriesOf } from '../../data/account/webhooks.ts';
import type { WebhookDelivery } from '../../domain/account/webhook.ts';
import { webhookOperations as operations } from '../../server/operations/account/webhooks.ts';
import { seller } from '../catalogue/seller.ts';
import { sellerAction } from '../catalogue/seller-action.ts';
import { recordIdInput } from '../kernel/plain-input.ts';

/** Messages of one answer. */
const A_PAGE = 20;

export const webhooks = {
  list: sellerAction(operations.list, { shown: ({ items }) => ({ webhooks: items }) }),
  create: sellerAction(operations.create, { shown: ({ webhook, secret }) => ({ webhook, secret }) }),
  renewSecret: sellerAction(operations.renewSecret),
  remove: sellerAction(operations.remove),
  test: sellerAction(operations.test),
  replay: sellerAction(operations.replay),

  /** What was sent to an address, the newest first. The page goes on behind the last message that it shows. */
  deliveries: defineAction({
    accept: 'json',
    input: z.object({
      id: recordIdInput('There is no such address.'),
      after: z.object({ at: z.int().min(0).max(253_402_300_799_999), id: recordIdInput() }).nullable(),
    }),
    async handler(input, context): Promise<{ deliveries: WebhookDelivery[]; more: boolean }> {
      const { store } = await seller(context);
      const { id: webhookId, after } = input;
      const found = await deliveriesOf(context.locals.pb, store.id, { webhookId, after, limit: A_PAGE + 1 });
      return { deliveries: found.slice(0, A_PAGE), more: found.length > A_PAGE };
    },
  }),
};
