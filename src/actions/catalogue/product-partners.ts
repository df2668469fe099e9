import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { partnersOfStore } from '../../data/catalogue/product-partners.ts';
import { PARTNER_REFUSAL_TEXTS, partnerRefusals } from '../../domain/catalogue/product-partner.ts';
import type { Refusal } from '../../domain/kernel/refusal.ts';
import { agreeToPartner, askPartner, endPartner } from '../../server/catalogue/product-partners.ts';
import { refusedBy } from '../../server/kernel/refusal-error.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { recordIdInput } from '../kernel/plain-input.ts';
import { seller } from './seller.ts';

const id = recordIdInput('There is no such partner.');

/** @throws RefusalError if the change was refused. */
function done(refusal: Refusal | null): { ok: true } {
  if (refusal === null) return { ok: true };
  throw refusedBy(refusal, {
    'not-found': 'This no longer exists. Reload the page.',
    'changed-meanwhile': PARTNER_REFUSAL_TEXTS.gone,
  });
}

export const productPartners = {
  /** Products of the seller with a partner, and those whose partner they are. */
  mine: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { store } = await seller(context);
      const { given, received } = await partnersOfStore(context.locals.pb, store.id);
      return { given, received };
    },
  }),

  /** Asks another store to be the partner of one of the seller's products. */
  ask: defineAction({
    accept: 'json',
    input: z
      .object({
        productId: recordIdInput('Choose a model.'),
        address: z.string().max(10_000),
        percent: z.number(),
      })
      .superRefine(checkedBy(partnerRefusals)),
    async handler(draft, context) {
      const { user, store } = await seller(context);
      return done(await askPartner(context.locals.app, user, store, draft));
    },
  }),

  /** Agrees to a request that the seller received, as they saw it. */
  agree: defineAction({
    accept: 'json',
    input: z.object({ id, percent: z.number() }),
    async handler(input, context) {
      const { store } = await seller(context);
      return done(await agreeToPartner(context.locals.app, store, { id: input.id, percent: input.percent }));
    },
  }),

  /** Ends an agreement, declines a request or takes it back. */
  end: defineAction({
    accept: 'json',
    input: z.object({ id }),
    async handler(input, context) {
      const { store } = await seller(context);
      return done(await endPartner(context.locals.app, store, input.id));
    },
  }),
};
