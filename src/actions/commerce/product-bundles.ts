import { ActionError, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { productChoices } from '../../data/catalogue/product-choices.ts';
import { bundlesOfStore, removeBundle, saveBundle } from '../../data/commerce/product-bundles.ts';
import {
  BUNDLE_LIMITS,
  BUNDLE_REFUSAL_TEXTS,
  type BundleRefusal,
  bundleRefusals,
} from '../../domain/commerce/product-bundle.ts';
import { cleanLine } from '../../domain/kernel/clean-text.ts';
import { seller } from '../catalogue/seller.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { recordIdInput } from '../kernel/plain-input.ts';

const id = recordIdInput('There is no such bundle.');

/** @throws ActionError if the change was refused. */
function done(refusal: BundleRefusal | null): { ok: true } {
  if (refusal === null) return { ok: true };
  const code = refusal === 'gone' ? 'NOT_FOUND' : 'CONFLICT';
  throw new ActionError({ code, message: BUNDLE_REFUSAL_TEXTS[refusal] });
}

export const productBundles = {
  /** The seller's bundles, the newest first, and all products to choose from. */
  mine: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { store } = await seller(context);
      const { pb } = context.locals;
      const [bundles, products] = await Promise.all([
        bundlesOfStore(pb, store.id),
        productChoices(pb, store.id),
      ]);
      return {
        bundles: bundles.map((bundle) => ({
          id: bundle.id,
          title: bundle.title,
          priceCents: bundle.cents,
          listCents: bundle.parts.reduce((sum, { listCents }) => sum + listCents, 0),
          productIds: bundle.parts.map((part) => part.id),
        })),
        products,
      };
    },
  }),

  /** Saves a bundle; without an id a new one. */
  save: defineAction({
    accept: 'json',
    input: z
      .object({
        id: id.nullable(),
        title: z.string().max(10_000).transform(cleanLine),
        priceCents: z.number().int().min(0).max(1_000_000_000),
        productIds: z.array(recordIdInput()).max(BUNDLE_LIMITS.products + 1),
      })
      .superRefine(checkedBy(bundleRefusals)),
    async handler(draft, context) {
      const { store } = await seller(context);
      const { pb, app } = context.locals;
      return done(await saveBundle(pb, store.id, draft, app.commerce.now()));
    },
  }),

  /** Removes a bundle; its products stay. */
  remove: defineAction({
    accept: 'json',
    input: z.object({ id }),
    async handler(input, context) {
      const { store } = await seller(context);
      return done(await removeBundle(context.locals.pb, store.id, input.id));
    },
  }),
};
