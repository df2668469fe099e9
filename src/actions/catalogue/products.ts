import { type ActionAPIContext, ActionError, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { categoryTree } from '../../data/catalogue/categories.ts';
import { createProduct } from '../../data/catalogue/product-drafts.ts';
import {
  arrangeFiles,
  arrangePictures,
  changeProductText,
  type EditRefusal,
  SELLER_PRODUCT_SORTS,
  type SellerProduct,
  sellerProduct,
  sellerProducts,
  takeOutFile,
} from '../../data/catalogue/seller-products.ts';
import { shelvesOfStore } from '../../data/catalogue/stores.ts';
import { PRODUCT_STATES } from '../../domain/catalogue/product.ts';
import {
  PRODUCT_LIMITS,
  PRODUCT_VERBS,
  productTextRefusals,
} from '../../domain/catalogue/product-editing.ts';
import { patchRefusals } from '../../domain/catalogue/product-patch.ts';
import { takeFiles } from '../../server/assets/product-files.ts';
import { newDraft } from '../../server/catalogue/product-draft.ts';
import { transitionProduct } from '../../server/catalogue/product-editing.ts';
import { addPictures } from '../../server/catalogue/product-publishing.ts';
import { checkedBy, FieldRefused } from '../kernel/field-rules.ts';
import { pictureBytes, withPictureErrors } from '../kernel/pictures.ts';
import { optionalTextInput } from '../kernel/text-input.ts';
import {
  ALT_TOO_LONG,
  changeNote,
  fileChoice,
  listedFile,
  moment,
  picture,
  productText,
  recordId,
  seen,
  timeZone,
} from './product-input.ts';
import { seller } from './seller.ts';

const ROWS_A_PAGE = 50;

const gone = () => new ActionError({ code: 'NOT_FOUND', message: 'Your store has no such product.' });
const raced = () =>
  new ActionError({
    code: 'CONFLICT',
    message: 'This product was changed in another window. Reload it, then make your change again.',
  });

/** A product of the seller's store. @param seenAt if given, its `updatedAt`. @throws ActionError NOT_FOUND, CONFLICT */
async function productOfSeller(
  context: ActionAPIContext,
  id: string,
  seenAt?: number,
): Promise<SellerProduct> {
  const { store } = await seller(context);
  const found = await sellerProduct(context.locals.pb, store.id, id);
  if (!found) throw gone();
  if (seenAt !== undefined && found.product.updatedAt !== seenAt) throw raced();
  return found;
}

/** The product after a change. @throws ActionError CONFLICT if the change was refused. */
async function changedProduct(context: ActionAPIContext, before: SellerProduct, refusal: EditRefusal | null) {
  if (refusal) throw raced();
  return productOfSeller(context, before.product.id);
}

export const products = {
  /** A page of the seller's products. */
  list: defineAction({
    accept: 'json',
    input: z.object({
      page: z.number().int().min(1).max(10_000),
      text: z.string().max(100),
      state: z.enum(PRODUCT_STATES).nullable(),
      shelf: recordId.nullable(),
      sort: z.enum(Object.keys(SELLER_PRODUCT_SORTS) as [keyof typeof SELLER_PRODUCT_SORTS]),
    }),
    async handler(input, context) {
      const { store } = await seller(context);
      const { page, text, state, shelf, sort } = input;
      const query = { page, text, state, shelf, sort, perPage: ROWS_A_PAGE };
      const { rows, total } = await sellerProducts(context.locals.pb, store.id, query);
      return { rows, total, perPage: ROWS_A_PAGE };
    },
  }),

  /** One product with everything its editor shows. */
  one: defineAction({
    accept: 'json',
    input: z.object({ id: recordId }),
    handler: ({ id }, context) => productOfSeller(context, id),
  }),

  /** The categories and shelves to choose from. */
  choices: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { store } = await seller(context);
      const { pb } = context.locals;
      const [categories, shelves] = await Promise.all([categoryTree(pb), shelvesOfStore(pb, store.id)]);
      return { categories, shelves };
    },
  }),

  /** Creates a draft with this name. */
  create: defineAction({
    accept: 'json',
    input: productText.pick({ name: true }).superRefine(checkedBy(productTextRefusals)),
    async handler({ name }, context) {
      const { store } = await seller(context);
      const id = await createProduct(context.locals.pb, newDraft(store, name));
      return { id };
    },
  }),

  /** Saves the given fields. */
  change: defineAction({
    accept: 'json',
    input: z.object({
      id: recordId,
      seen,
      text: productText.partial().superRefine((text, context) => {
        checkedBy(productTextRefusals)(text as Parameters<typeof productTextRefusals>[0], context);
      }),
    }),
    async handler({ id, seen: seenAt, text }, context) {
      const before = await productOfSeller(context, id, seenAt);
      const { pb } = context.locals;
      if (text.shelves) {
        const known = new Set((await shelvesOfStore(pb, before.product.store.id)).map((shelf) => shelf.id));
        if (!text.shelves.every((shelf) => known.has(shelf)))
          throw new ActionError({
            code: 'CONFLICT',
            message: 'One of these categories no longer exists. Reload the page.',
          });
      }
      const change = Object.fromEntries(Object.entries(text).filter(([, value]) => value !== undefined));
      const [refusal] = patchRefusals(before.product, change, before.account);
      if (refusal) throw new FieldRefused(refusal.field, refusal.sentence);
      return changedProduct(
        context,
        before,
        await changeProductText(pb, before.product, change, context.locals.app.commerce.now()),
      );
    },
  }),

  /** Adds a picture after the existing ones. */
  addPicture: defineAction({
    accept: 'form',
    input: z.object({
      id: recordId,
      picture: z.instanceof(File),
      alt: optionalTextInput(PRODUCT_LIMITS.alt, ALT_TOO_LONG),
    }),
    async handler(input, context) {
      const before = await productOfSeller(context, input.id);
      const bytes = await pictureBytes(input.picture);
      if (before.product.images.length >= PRODUCT_LIMITS.images)
        throw new ActionError({
          code: 'CONFLICT',
          message: `A product shows at most ${PRODUCT_LIMITS.images} pictures. Remove one first.`,
        });
      await withPictureErrors(() =>
        addPictures({ pb: context.locals.pb }, before.product.id, [{ bytes, alt: input.alt }]),
      );
      return productOfSeller(context, input.id);
    },
  }),

  /** Sets the order and alt texts of the pictures; pictures left out are removed. */
  arrangePictures: defineAction({
    accept: 'json',
    input: z.object({ id: recordId, seen, pictures: z.array(picture).max(PRODUCT_LIMITS.images) }),
    async handler({ id, seen: seenAt, pictures }, context) {
      const before = await productOfSeller(context, id, seenAt);
      const known = new Set(before.product.images.map(({ file }) => file));
      if (!pictures.every(({ file }) => known.delete(file))) throw raced();
      return changedProduct(
        context,
        before,
        await arrangePictures(context.locals.pb, before.product, pictures, context.locals.app.commerce.now()),
      );
    },
  }),

  /** Adds checked uploads to the product. */
  takeFiles: defineAction({
    accept: 'json',
    input: z.object({
      id: recordId,
      files: z.array(fileChoice).min(1).max(500),
      note: changeNote.default(''),
    }),
    async handler({ id, files, note }, context) {
      const before = await productOfSeller(context, id);
      const refusal = await takeFiles(
        context.locals.pb,
        before,
        files,
        note,
        context.locals.app.commerce.now(),
      );
      if (refusal === 'no-such-upload')
        throw new ActionError({ code: 'NOT_FOUND', message: 'One of these files no longer exists.' });
      if (refusal === 'not-checked')
        throw new ActionError({
          code: 'CONFLICT',
          message: 'One of these files is not checked yet, or already belongs to a product.',
        });
      return productOfSeller(context, before.product.id);
    },
  }),

  /** Sets the order and details of the files. */
  arrangeFiles: defineAction({
    accept: 'json',
    input: z.object({ id: recordId, seen, files: z.array(listedFile).max(2000) }),
    async handler({ id, seen: seenAt, files }, context) {
      const before = await productOfSeller(context, id, seenAt);
      const known = new Set(before.product.files.map((file) => file.id));
      if (!files.every((file) => known.delete(file.id))) throw raced();
      return changedProduct(
        context,
        before,
        await arrangeFiles(context.locals.pb, before.product, files, context.locals.app.commerce.now()),
      );
    },
  }),

  /** Removes a file; existing owners keep it. */
  takeOutFile: defineAction({
    accept: 'json',
    input: z.object({ id: recordId, seen, fileId: recordId }),
    async handler({ id, seen: seenAt, fileId }, context) {
      const before = await productOfSeller(context, id, seenAt);
      if (!before.product.files.some((file) => file.id === fileId && file.retiredAt === null)) throw raced();
      return changedProduct(
        context,
        before,
        await takeOutFile(context.locals.pb, before, fileId, context.locals.app.commerce.now()),
      );
    },
  }),

  /** Changes the state; refusals are returned as sentences. */
  move: defineAction({
    accept: 'json',
    input: z.object({
      id: recordId,
      verb: z.enum(PRODUCT_VERBS),
      publishAt: moment.nullable().default(null),
      timeZone: timeZone.default(''),
    }),
    async handler({ id, verb, publishAt, timeZone: zone }, context) {
      const before = await productOfSeller(context, id);
      const schedule = publishAt === null ? null : { publishAt, timeZone: zone };
      const refusals = await transitionProduct(
        context.locals.pb,
        before,
        verb,
        schedule,
        context.locals.app.commerce.now(),
      );
      if (refusals.length > 0) throw new ActionError({ code: 'CONFLICT', message: refusals.join(' ') });
      return productOfSeller(context, id);
    },
  }),
};
