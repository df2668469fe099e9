import { type ActionAPIContext, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { categoriesNow } from '../../data/catalogue/categories.ts';
import { publishedOnce } from '../../data/catalogue/product-reviews.ts';
import {
  foundProductIds,
  SELLER_PRODUCT_SORTS,
  sellerProducts,
} from '../../data/catalogue/seller-product-list.ts';
import { type SellerProduct, sellerProduct } from '../../data/catalogue/seller-products.ts';
import { shelvesOfStore } from '../../data/catalogue/stores.ts';
import { asSeller } from '../../data/kernel/actor.ts';
import { FACET_OFFER } from '../../domain/catalogue/facet-offer.ts';
import { PRODUCT_STATES } from '../../domain/catalogue/product.ts';
import { SELECTED_MAX } from '../../domain/catalogue/product-bulk.ts';
import {
  PRODUCT_LIMITS,
  PRODUCT_VERBS,
  productTextRefusals,
} from '../../domain/catalogue/product-editing.ts';
import { needsReview, PRODUCT_REVIEW } from '../../domain/catalogue/product-review.ts';
import { VIDEO_MAX_BYTES, VIDEO_SENTENCES } from '../../domain/kernel/video-header.ts';
import { takeFiles } from '../../server/assets/product-files.ts';
import { addDraft } from '../../server/catalogue/product-draft.ts';
import {
  addPicture,
  type EditOutcome,
  editFiles,
  editPictures,
  editText,
  removeFile,
  removeVideo,
  setVideo,
  transitionProduct,
} from '../../server/catalogue/product-editing.ts';
import {
  ALT_TOO_LONG,
  changeNote,
  fileChoice,
  listedFile,
  moment,
  origin,
  picture,
  productText,
  recordId,
  seen,
  timeZone,
} from '../../server/catalogue/product-input.ts';
import { conflict, fieldsRefused, notFound, refusedBy } from '../../server/kernel/refusal-error.ts';
import { person } from '../identity/person.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { pictureBytes, withPictureErrors } from '../kernel/pictures.ts';
import { definedOf } from '../kernel/plain-input.ts';
import { optionalTextInput } from '../kernel/text-input.ts';
import { requireFields, seller } from './seller.ts';

const ROWS_A_PAGE = 50;
/** What the list is narrowed to. */
const narrowed = {
  text: z.string().max(100),
  state: z.enum(PRODUCT_STATES).nullable(),
  shelf: recordId.nullable(),
};

const SENTENCES = {
  'not-found': 'Your store has no such product.',
  'changed-meanwhile': 'This product was changed in another window. Reload it, then make your change again.',
};

/** A product of the seller's store. @throws RefusalError not_found */
async function productOfSeller(context: ActionAPIContext, id: string): Promise<SellerProduct> {
  const { store } = await seller(context);
  const found = await sellerProduct(context.locals.pb, store.id, id);
  if (!found) throw notFound(SENTENCES['not-found']);
  return found;
}

/** The product after a change. @throws RefusalError not_found, conflict if the change was refused. */
function editedProduct(outcome: EditOutcome): SellerProduct {
  if ('edited' in outcome) return outcome.edited;
  throw refusedBy(outcome.refusal, SENTENCES);
}

export const products = {
  /** A page of the seller's products. */
  list: defineAction({
    accept: 'json',
    input: z.object({
      page: z.number().int().min(1).max(10_000),
      ...narrowed,
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

  /** The ids of all products that a search of the list finds, to be selected together. */
  found: defineAction({
    accept: 'json',
    input: z.object(narrowed),
    async handler(input, context) {
      const { store } = await seller(context);
      return { ids: await foundProductIds(context.locals.pb, store.id, input, SELECTED_MAX) };
    },
  }),

  /** One product with everything its editor shows. */
  one: defineAction({
    accept: 'json',
    input: z.object({ id: recordId }),
    handler: ({ id }, context) => productOfSeller(context, id),
  }),

  /** The categories, shelves and values of facets to choose from, and whether the store's next product is reviewed first. */
  choices: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { store } = await seller(context);
      const { pb, app } = context.locals;
      const { hidden, names } = app.site.get(FACET_OFFER);
      const { scope } = app.site.get(PRODUCT_REVIEW);
      const [categories, shelves, published] = await Promise.all([
        categoriesNow(pb),
        shelvesOfStore(pb, store.id),
        scope === 'none' ? 0 : publishedOnce(pb, store.id),
      ]);
      const isReviewed = needsReview(scope, null, published);
      return { categories: [...categories.offered], shelves, facets: { hidden, names }, isReviewed };
    },
  }),

  /** Creates a draft with this name. */
  create: defineAction({
    accept: 'json',
    input: productText.pick({ name: true }).superRefine(checkedBy(productTextRefusals)),
    async handler({ name }, context) {
      const { store } = await seller(context);
      const added = await addDraft(context.locals.pb, store, { name });
      if ('refusal' in added) throw refusedBy(added.refusal, SENTENCES);
      return { id: added.id };
    },
  }),

  /** Saves the given fields. */
  change: defineAction({
    accept: 'json',
    input: z.object({
      id: recordId,
      seen,
      text: productText
        .partial()
        .superRefine((text, context) => checkedBy(productTextRefusals)(definedOf(text), context))
        .transform(definedOf),
    }),
    async handler({ id, seen: seenAt, text }, context) {
      const { store, roles } = await seller(context);
      requireFields(roles, Object.keys(text));
      const { pb, app } = context.locals;
      return editedProduct(
        await editText(pb, { storeId: store.id, id, seen: seenAt }, text, app.commerce.now()),
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
    async handler({ id, picture: file, alt }, context) {
      const { store } = await seller(context);
      const added = { read: () => pictureBytes(file), alt };
      return editedProduct(
        await withPictureErrors(context, () =>
          addPicture(context.locals.pb, { storeId: store.id, id }, added),
        ),
      );
    },
  }),

  /** Sets the video, in place of the one before. */
  setVideo: defineAction({
    accept: 'form',
    input: z.object({ id: recordId, video: z.instanceof(File) }),
    async handler({ id, video }, context) {
      const { store } = await seller(context);
      if (video.size > VIDEO_MAX_BYTES) throw fieldsRefused({ video: VIDEO_SENTENCES['video-too-large'] });
      const read = async () => new Uint8Array(await video.arrayBuffer());
      const outcome = await withPictureErrors(context, () =>
        setVideo(context.locals.pb, { storeId: store.id, id }, read),
      );
      if ('video' in outcome) throw fieldsRefused({ video: VIDEO_SENTENCES[outcome.video] });
      return editedProduct(outcome);
    },
  }),

  /** Removes the video. */
  removeVideo: defineAction({
    accept: 'json',
    input: z.object({ id: recordId, seen }),
    async handler({ id, seen: seenAt }, context) {
      const { store } = await seller(context);
      return editedProduct(await removeVideo(context.locals.pb, { storeId: store.id, id, seen: seenAt }));
    },
  }),

  /** Sets the order and alt texts of the pictures; pictures left out are removed. */
  arrangePictures: defineAction({
    accept: 'json',
    input: z.object({ id: recordId, seen, pictures: z.array(picture).max(PRODUCT_LIMITS.images) }),
    async handler({ id, seen: seenAt, pictures }, context) {
      const { store } = await seller(context);
      const { pb, app } = context.locals;
      return editedProduct(
        await editPictures(pb, { storeId: store.id, id, seen: seenAt }, pictures, app.commerce.now()),
      );
    },
  }),

  /** Adds checked uploads to the product. */
  takeFiles: defineAction({
    accept: 'json',
    input: z.object({
      id: recordId,
      files: z.array(fileChoice).min(1).max(PRODUCT_LIMITS.filesAtOnce),
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
      if (refusal === 'no-such-upload' || refusal === 'no-such-file')
        throw notFound('One of these files no longer exists.');
      if (refusal === 'not-checked')
        throw conflict('One of these files is not checked yet, or already belongs to a product.');
      return productOfSeller(context, before.product.id);
    },
  }),

  /** Sets the order and details of the files. */
  arrangeFiles: defineAction({
    accept: 'json',
    input: z.object({ id: recordId, seen, files: z.array(listedFile).max(2000) }),
    async handler({ id, seen: seenAt, files }, context) {
      const { store } = await seller(context);
      const { pb, app } = context.locals;
      return editedProduct(
        await editFiles(pb, { storeId: store.id, id, seen: seenAt }, files, app.commerce.now()),
      );
    },
  }),

  /** Removes a file; existing owners keep it. */
  takeOutFile: defineAction({
    accept: 'json',
    input: z.object({ id: recordId, seen, fileId: recordId }),
    async handler({ id, seen: seenAt, fileId }, context) {
      const { store } = await seller(context);
      const { pb, app } = context.locals;
      return editedProduct(
        await removeFile(pb, { storeId: store.id, id, seen: seenAt }, fileId, app.commerce.now()),
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
      origin,
    }),
    async handler({ id, verb, publishAt, timeZone: zone, origin: declared }, context) {
      const before = await productOfSeller(context, id);
      const schedule = publishAt === null ? null : { publishAt, timeZone: zone };
      const refusals = await transitionProduct(
        asSeller(context.locals.pb, person(context).user.id),
        before,
        verb,
        schedule,
        context.locals.app.commerce.now(),
        { origin: declared, reviewScope: context.locals.app.site.get(PRODUCT_REVIEW).scope },
      );
      if (refusals.length > 0) throw conflict(refusals.join(' '));
      return productOfSeller(context, id);
    },
  }),
};
