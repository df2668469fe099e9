import { defineAction } from 'astro:actions';
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
import { refusedFor } from '../../server/kernel/refusal-error.ts';
import { seller } from '../catalogue/seller.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { recordIdInput } from '../kernel/plain-input.ts';

const id = recordIdInput('There is no such bundle.');

/** @throws RefusalError if the change was refused. */
function done(refusal: BundleRefusal | null): { ok: true } {
  if (refusal === null) return { ok: true };
  throw refusedFor(refusal, BUNDLE_REFUSAL_TEXTS, { gone: 'not_found' });
}

export const productBundles = {
  /** The seller's bundles, the newest first, each with its products. */
  mine: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { store } = await seller(context);
      const { pb } = context.locals;
      const bundles = await bundlesOfStore(pb, store.id);
      const among = [...new Set(bundles.flatMap(({ parts }) => parts.map((part) => part.id)))];
      const { products } = await productChoices(pb, store.id, { text: '', among }, null, among.length);
      const byId = new Map(products.map((product) => [product.id, product]));
      return {
        bundles: bundles.map((bundle) => ({
          id: bundle.id,
          title: bundle.title,
          priceCents: bundle.cents,
          listCents: bundle.parts.reduce((sum, { listCents }) => sum + listCents, 0),
          products: bundle.parts.flatMap((part) => {
            const product = byId.get(part.id);
            return product ? [{ id: product.id, name: product.name, published: product.published }] : [];
          }),
        })),
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
