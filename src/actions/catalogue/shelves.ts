import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import {
  addShelf,
  changeShelf,
  couponCodesByShelf,
  orderShelves,
  removeShelf,
  shelfOfStore,
} from '../../data/catalogue/shelves.ts';
import { shelvesOfStore } from '../../data/catalogue/stores.ts';
import {
  SHELF_PRODUCTS_MAX,
  SHELF_REFUSAL_TEXTS,
  SHELVES_MAX,
  type ShelfRefusal,
  shelfRefusals,
} from '../../domain/catalogue/shelf.ts';
import { cleanLine } from '../../domain/kernel/clean-text.ts';
import { refusedFor } from '../../server/kernel/refusal-error.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { recordIdInput } from '../kernel/plain-input.ts';
import { seller } from './seller.ts';

/** Far above the limits of the rules, so that a field that is too long gets the rule's message. */
const text = z.string().max(10_000);
const id = recordIdInput();
const draft = z
  .object({
    name: text.transform(cleanLine),
    slug: text,
    productIds: z.array(id).max(SHELF_PRODUCTS_MAX + 1),
  })
  .strict();

export const shelves = {
  /** The seller's shelves in their order, each with the codes of coupons for it. */
  mine: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { store } = await seller(context);
      const { pb } = context.locals;
      const [own, codes] = await Promise.all([
        shelvesOfStore(pb, store.id),
        couponCodesByShelf(pb, store.id),
      ]);
      return own.map(({ id: shelfId, slug, name, productCount }) => ({
        id: shelfId,
        slug,
        name,
        productCount,
        couponCodes: codes.get(shelfId) ?? [],
      }));
    },
  }),

  /** One shelf with the ids of its products. */
  one: defineAction({
    accept: 'json',
    input: z.object({ id }),
    async handler(input, context) {
      const { store } = await seller(context);
      const shelf = await shelfOfStore(context.locals.pb, store.id, input.id);
      if (!shelf) throw refused('gone');
      return { shelf };
    },
  }),

  /** Creates a shelf after the others. */
  add: defineAction({
    accept: 'json',
    input: draft.superRefine(checkedBy(shelfRefusals)),
    async handler(input, context) {
      const { store } = await seller(context);
      const added = await addShelf(context.locals.pb, store.id, input, Date.now());
      if ('refusal' in added) throw refused(added.refusal);
      return added;
    },
  }),

  /** Saves a shelf's name, slug and products. */
  change: defineAction({
    accept: 'json',
    input: draft.extend({ id }).superRefine(checkedBy(shelfRefusals)),
    async handler(input, context) {
      const { store } = await seller(context);
      const refusal = await changeShelf(context.locals.pb, store.id, input, Date.now());
      if (refusal) throw refused(refusal);
      return { id: input.id };
    },
  }),

  /** Orders the seller's shelves. */
  order: defineAction({
    accept: 'json',
    input: z.object({ ids: z.array(id).min(1).max(SHELVES_MAX) }),
    async handler({ ids }, context) {
      const { store } = await seller(context);
      const refusal = await orderShelves(context.locals.pb, store.id, ids, Date.now());
      if (refusal) throw refused(refusal);
      return { ids };
    },
  }),

  /** Removes a shelf; its products stay in the store. */
  remove: defineAction({
    accept: 'json',
    input: z.object({ id }),
    async handler(input, context) {
      const { store } = await seller(context);
      const refusal = await removeShelf(context.locals.pb, store.id, input.id, Date.now());
      if (refusal) throw refused(refusal);
      return { id: input.id };
    },
  }),
};

const refused = (refusal: ShelfRefusal) =>
  refusedFor(refusal, SHELF_REFUSAL_TEXTS, {
    gone: 'not_found',
    'slug-taken': { field: 'slug' },
    products: { field: 'productIds' },
  });
