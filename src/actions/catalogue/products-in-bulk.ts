import { type ActionAPIContext, ActionError, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { productTable } from '../../data/catalogue/product-table.ts';
import { shelvesOfStore } from '../../data/catalogue/stores.ts';
import { AI_DECLARATIONS, PRODUCT_STATES } from '../../domain/catalogue/product.ts';
import { BULK_MAX, BULK_VERBS, type BulkAction } from '../../domain/catalogue/product-bulk.ts';
import { productTextRefusals } from '../../domain/catalogue/product-editing.ts';
import { PRODUCT_REVIEW } from '../../domain/catalogue/product-review.ts';
import { applyBulkAction, undoBulkAction } from '../../server/catalogue/product-bulk.ts';
import {
  keysOf,
  moment,
  origin,
  productText,
  recordId,
  timeZone,
} from '../../server/catalogue/product-input.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { definedOf } from '../kernel/plain-input.ts';
import { requireFields, seller } from './seller.ts';

const { sale, tags } = productText.shape;

const bulkAction = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('move'), verb: z.enum(BULK_VERBS), origin }),
    z.object({ kind: z.literal('price'), cents: productText.shape.priceCents }),
    z.object({
      kind: z.literal('price-percent'),
      percent: z
        .number()
        .int('Use whole percents.')
        .min(-90, 'Lower by at most 90%.')
        .max(500, 'Raise by at most 500%.'),
    }),
    z.object({ kind: z.literal('sale'), sale }),
    z.object({ kind: z.literal('shelf'), shelf: recordId, on: z.boolean() }),
    z.object({ kind: z.literal('tags'), tags: tags.min(1, 'Name a tag.'), on: z.boolean() }),
    z.object({ kind: z.literal('ai'), ai: keysOf(AI_DECLARATIONS) }),
  ])
  .superRefine(checkedBy(actionRefusals));

/** Errors that apply to every product, reported once. */
function actionRefusals(action: BulkAction): Partial<Record<string, string>> {
  if (action.kind === 'price') return productTextRefusals({ priceCents: action.cents, free: false });
  if (action.kind === 'sale') return productTextRefusals({ sale: action.sale });
  return action.kind === 'tags' ? productTextRefusals({ tags: action.tags }) : {};
}

/** Values that a bulk action wrote or overwrote. */
const values = productText
  .pick({ priceCents: true, free: true, sale: true, shelves: true, tags: true, ai: true })
  .partial()
  .superRefine((input, context) => checkedBy(productTextRefusals)(definedOf(input), context))
  .transform(definedOf);
const state = z.enum(PRODUCT_STATES);
const way = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), former: values, wrote: values }),
  z.object({
    kind: z.literal('move'),
    from: z.object({ state, publishAt: moment.nullable(), timeZone }),
    to: state,
  }),
]);

/** The seller's store and the ids of its shelves. @throws ActionError UNAUTHORIZED, FORBIDDEN */
async function storeAndShelves(context: ActionAPIContext) {
  const { store, roles } = await seller(context);
  const shelves = await shelvesOfStore(context.locals.pb, store.id);
  return { store, roles, shelves: new Set(shelves.map(({ id }) => id)) };
}

/** A field that a bulk action changes. */
const BULK_FIELDS = {
  ...{ move: 'state', price: 'priceCents', 'price-percent': 'priceCents' },
  ...{ sale: 'sale', shelf: 'shelves', tags: 'tags', ai: 'ai' },
} as const satisfies Record<BulkAction['kind'], string>;

export const productsInBulk = {
  /** All products of the seller's store as table rows, including archived ones. */
  table: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { store } = await seller(context);
      return productTable(context.locals.pb, store.id);
    },
  }),

  /** Applies a bulk action. Each result has what is needed to undo it. */
  change: defineAction({
    accept: 'json',
    input: z.object({ ids: z.array(recordId).min(1).max(BULK_MAX), deed: bulkAction }),
    async handler({ ids, deed: action }, context) {
      const { store, roles, shelves } = await storeAndShelves(context);
      requireFields(roles, [BULK_FIELDS[action.kind]]);
      if (action.kind === 'shelf' && !shelves.has(action.shelf))
        throw new ActionError({
          code: 'CONFLICT',
          message: 'This category no longer exists. Reload the page.',
        });
      const { pb, app } = context.locals;
      const { scope } = app.site.get(PRODUCT_REVIEW);
      return applyBulkAction(pb, store.id, ids, action, Date.now, scope);
    },
  }),

  /** Undoes a bulk action. Products changed since are left unchanged and reported. */
  putBack: defineAction({
    accept: 'json',
    input: z.object({
      products: z
        .array(z.object({ id: recordId, way }))
        .min(1)
        .max(BULK_MAX),
    }),
    async handler({ products }, context) {
      const { store, roles, shelves } = await storeAndShelves(context);
      const fields = products.flatMap(({ way }) =>
        way.kind === 'text' ? [...Object.keys(way.former), ...Object.keys(way.wrote)] : ['state'],
      );
      requireFields(roles, fields);
      return undoBulkAction(context.locals.pb, store.id, products, shelves, Date.now);
    },
  }),
};
