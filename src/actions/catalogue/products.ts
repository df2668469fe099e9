import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { categoriesNow } from '../../data/catalogue/categories.ts';
import { publishedOnce } from '../../data/catalogue/product-reviews.ts';
import {
  foundProductIds,
  SELLER_PRODUCT_SORTS,
  sellerProducts,
} from '../../data/catalogue/seller-product-list.ts';
import { shelvesOfStore } from '../../data/catalogue/stores.ts';
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
import { removeVideo, setVideo } from '../../server/catalogue/product-editing.ts';
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
import { fieldsRefused } from '../../server/kernel/refusal-error.ts';
import { fileOperations } from '../../server/operations/assets/product-files.ts';
import {
  productOperations as operations,
  productEdited,
} from '../../server/operations/catalogue/products.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { pictureBytes, withPictureErrors } from '../kernel/pictures.ts';
import { definedOf } from '../kernel/plain-input.ts';
import { optionalTextInput } from '../kernel/text-input.ts';
import { seller } from './seller.ts';
import { sellerAction } from './seller-action.ts';

const ROWS_A_PAGE = 50;
/** What the list is narrowed to. */
const narrowed = {
  text: z.string().max(100),
  state: z.enum(PRODUCT_STATES).nullable(),
  shelf: recordId.nullable(),
};

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
  one: sellerAction(operations.one, { shown: ({ own }) => own }),

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
  create: sellerAction(operations.create, {
    input: productText.pick({ name: true }).superRefine(checkedBy(productTextRefusals)),
    asked: (sent) => sent,
    shown: ({ id }) => ({ id }),
  }),

  /** Saves the given fields. */
  change: sellerAction(operations.change, {
    input: z.object({
      id: recordId,
      seen,
      text: productText
        .partial()
        .superRefine((text, context) => checkedBy(productTextRefusals)(definedOf(text), context))
        .transform(definedOf),
    }),
    asked: ({ id, seen: seenAt, text: { categoryId, ...text } }) => ({
      ...{ id, seen: seenAt, ...text },
      ...(categoryId === undefined ? {} : { category: categoryId === null ? null : { id: categoryId } }),
    }),
    shown: ({ own }) => own,
  }),

  /** Adds a picture after the existing ones. */
  addPicture: sellerAction(operations.addPicture, {
    accept: 'form',
    input: z.object({
      id: recordId,
      picture: z.instanceof(File),
      alt: optionalTextInput(PRODUCT_LIMITS.alt, ALT_TOO_LONG),
    }),
    asked: ({ id, picture: file, alt }) => ({ id, alt, picture: () => pictureBytes(file) }),
    shown: ({ own }) => own,
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
      return productEdited(outcome).own;
    },
  }),

  /** Removes the video. */
  removeVideo: defineAction({
    accept: 'json',
    input: z.object({ id: recordId, seen }),
    async handler({ id, seen: seenAt }, context) {
      const { store } = await seller(context);
      const product = { storeId: store.id, id, seen: seenAt };
      return productEdited(await removeVideo(context.locals.pb, product)).own;
    },
  }),

  /** Sets the order and alt texts of the pictures; pictures left out are removed. */
  arrangePictures: sellerAction(operations.arrangePictures, {
    input: z.object({ id: recordId, seen, pictures: z.array(picture).max(PRODUCT_LIMITS.images) }),
    asked: (sent) => sent,
    shown: ({ own }) => own,
  }),

  /** Adds checked uploads to the product. */
  takeFiles: sellerAction(fileOperations.take, {
    input: z.object({
      id: recordId,
      files: z.array(fileChoice).min(1).max(PRODUCT_LIMITS.filesAtOnce),
      note: changeNote.default(''),
    }),
    asked: ({ id, files, note }) => ({
      ...{ id, note },
      files: files.map(({ uploadId, ...file }) => ({ ...file, upload: uploadId })),
    }),
    shown: ({ own }) => own,
  }),

  /** Sets the order and details of the files. */
  arrangeFiles: sellerAction(fileOperations.arrange, {
    input: z.object({ id: recordId, seen, files: z.array(listedFile).max(2000) }),
    asked: (sent) => sent,
    shown: ({ own }) => own,
  }),

  /** Removes a file; existing owners keep it. */
  takeOutFile: sellerAction(fileOperations.remove, {
    input: z.object({ id: recordId, seen, fileId: recordId }),
    asked: (sent) => sent,
    shown: ({ own }) => own,
  }),

  /** Changes the state; refusals are returned as sentences. */
  move: sellerAction(operations.move, {
    input: z.object({
      id: recordId,
      verb: z.enum(PRODUCT_VERBS),
      publishAt: moment.nullable().default(null),
      timeZone: timeZone.default(''),
      origin,
    }),
    asked: (sent) => sent,
    shown: ({ own }) => own,
  }),
};
