import { type ActionAPIContext, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { keepUndo, spendUndo, undoOf } from '../../data/catalogue/bulk-undos.ts';
import { productTable } from '../../data/catalogue/product-table.ts';
import { shelvesOfStore } from '../../data/catalogue/stores.ts';
import { asSeller } from '../../data/kernel/actor.ts';
import { AI_DECLARATIONS } from '../../domain/catalogue/product.ts';
import {
  BULK_MAX,
  BULK_UNDO_GONE,
  BULK_VERBS,
  type BulkAction,
  type BulkResult,
} from '../../domain/catalogue/product-bulk.ts';
import { productTextRefusals } from '../../domain/catalogue/product-editing.ts';
import { PRODUCT_REVIEW } from '../../domain/catalogue/product-review.ts';
import { applyBulkAction, undoBulkAction } from '../../server/catalogue/product-bulk.ts';
import { origin, productText, recordId } from '../../server/catalogue/product-input.ts';
import { requireFields } from '../../server/catalogue/staff-fields.ts';
import { conflict, notFound } from '../../server/kernel/refusal-error.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { keysOf } from '../kernel/plain-input.ts';
import { seller } from './seller.ts';

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

/** The seller's store and the ids of its shelves. @throws RefusalError unauthorized, forbidden */
async function storeAndShelves(context: ActionAPIContext) {
  const { user, store, roles } = await seller(context);
  const shelves = await shelvesOfStore(context.locals.pb, store.id);
  return {
    ...{ store, roles, shelves: new Set(shelves.map(({ id }) => id)) },
    whose: { userId: user.id, storeId: store.id },
    pb: asSeller(context.locals.pb, user.id),
  };
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

  /** Applies a bulk action. What undoing it needs stays here: the answer has an id for it, or null. */
  change: defineAction({
    accept: 'json',
    input: z.object({ ids: z.array(recordId).min(1).max(BULK_MAX), deed: bulkAction }),
    async handler({ ids, deed: action }, context) {
      const { store, roles, shelves, whose, pb } = await storeAndShelves(context);
      requireFields(roles, [BULK_FIELDS[action.kind]]);
      if (action.kind === 'shelf' && !shelves.has(action.shelf))
        throw conflict('This category no longer exists. Reload the page.');
      const { app } = context.locals;
      const { scope } = app.site.get(PRODUCT_REVIEW);
      const done = await applyBulkAction(pb, store.id, ids, action, Date.now, scope);
      const undoable = done.flatMap(({ id, way }) => (way ? [{ id, way }] : []));
      return {
        results: done.map(shownResult),
        undo: undoable.length === 0 ? null : await keepUndo(pb, whose, undoable, Date.now()),
      };
    },
  }),

  /** Undoes a bulk action of the same person in the same store, once. Products changed since are left unchanged and reported. */
  putBack: defineAction({
    accept: 'json',
    input: z.object({ undo: recordId }),
    async handler({ undo }, context) {
      const { store, roles, shelves, whose, pb } = await storeAndShelves(context);
      const products = await undoOf(pb, whose, undo, Date.now());
      if (products === null) throw notFound(BULK_UNDO_GONE);
      const fields = products.flatMap(({ way }) =>
        way.kind === 'text' ? [...Object.keys(way.former), ...Object.keys(way.wrote)] : ['state'],
      );
      requireFields(roles, fields);
      if (!(await spendUndo(pb, undo))) throw notFound(BULK_UNDO_GONE);
      const results = await undoBulkAction(pb, store.id, products, shelves, Date.now);
      return { results: results.map(shownResult), undo: null };
    },
  }),
};

const shownResult = ({ id, name, refusals, inReview }: BulkResult): BulkResult => ({
  ...{ id, name, refusals, inReview },
});
