import { z } from 'astro/zod';
import {
  type SellerProduct,
  sellerProduct,
  sellerProductsAfter,
} from '../../../data/catalogue/seller-products.ts';
import { shelvesOfStore, storeById } from '../../../data/catalogue/stores.ts';
import { asSeller } from '../../../data/kernel/actor.ts';
import { PRODUCT_STATES } from '../../../domain/catalogue/product.ts';
import { PRODUCT_LIMITS } from '../../../domain/catalogue/product-editing.ts';
import { PRODUCT_REVIEW } from '../../../domain/catalogue/product-review.ts';
import { cleanLine } from '../../../domain/kernel/clean-text.ts';
import type { Refusal } from '../../../domain/kernel/refusal.ts';
import type { App } from '../../app/app.ts';
import { addDraft } from '../../catalogue/product-draft.ts';
import {
  addPicture,
  type EditOutcome,
  editPictures,
  editText,
  transitionProduct,
} from '../../catalogue/product-editing.ts';
import { recordId } from '../../catalogue/product-input.ts';
import { requireFields } from '../../catalogue/staff-fields.ts';
import { refusingPictures } from '../../kernel/picture-refusals.ts';
import { conflict, RefusalError, refusedBy } from '../../kernel/refusal-error.ts';
import { ANSWERED } from '../kernel/names.ts';
import { type Doer, operation } from '../kernel/operation.ts';
import {
  count,
  cursorOf,
  id,
  instant,
  next,
  pageOf,
  pageQuery,
  pictureReading,
  text,
} from '../kernel/shapes.ts';
import { ownProductAnswer, ownProductShown } from './product-answer.ts';
import { changeInput, draftInput, moveInput, pictureOrderInput, textSent } from './product-change.ts';

/** A seller's products, for the editor and for programs. The list of the page has filters and numbered pages: its own action. */

/** A description of 20,000 characters, of up to four bytes each, and the texts beside it. */
const TEXT_LIMIT_BYTES = 256_000;

/** What programs call the fields that the rules name differently. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  categoryId: 'category',
  salePercent: 'sale.percent',
  saleTo: 'sale.to',
  layerMm: 'print.layerMm',
  exposureS: 'print.exposureS',
  printSupports: 'print.supports',
  material: 'print.material',
  printPrinter: 'print.printer',
};

const SENTENCES = {
  'not-found': 'Your store has no such product.',
  'changed-meanwhile': 'This product was changed in another window. Reload it, then make your change again.',
};
const refused = (refusal: Refusal) => refusedBy(refusal, SENTENCES, { what: 'product' });

/** A product of the store. @throws RefusalError not_found */
export async function productOfDoer(
  { pb }: App,
  { storeId }: Doer,
  productId: string,
): Promise<SellerProduct> {
  const found = await sellerProduct(pb, storeId, productId);
  if (!found) throw refused('not-found');
  return found;
}

/** A product after a change. @throws RefusalError where the change was refused */
export function productEdited(outcome: EditOutcome) {
  if ('refusal' in outcome) throw refused(outcome.refusal);
  return ownProductShown(outcome.edited);
}

export const ofProduct = { id: recordId };

export const readProduct = operation({
  summary: 'One of your products with all its fields, files and what is missing.',
  who: 'seller',
  api: { method: 'GET', path: '/seller/products/{product:id}', scope: 'products.read' },
  input: z.object(ofProduct),
  answer: ownProductAnswer,
  run: async ({ app, doer, input }) => ownProductShown(await productOfDoer(app, doer, input.id)),
});

export const productOperations = {
  list: operation({
    summary: 'Your products in any state, the newest first.',
    who: 'seller',
    api: { method: 'GET', path: '/seller/products', scope: 'products.read' },
    input: z.object(pageQuery(100)),
    answer: z
      .object({
        items: z.array(
          z.object({ id, name: text, state: z.enum(PRODUCT_STATES), createdAt: instant, updatedAt: instant }),
        ),
        next,
      })
      .register(ANSWERED, { id: 'SellerProductList' }),
    async run({ app, doer, input: { after, limit } }) {
      const page = { after: cursorOf(after), limit: limit + 1 };
      return pageOf(await sellerProductsAfter(app.pb, doer.storeId, page), limit);
    },
  }),

  shelves: operation({
    summary: 'The categories of your own store; products name them as “shelves”.',
    who: 'seller',
    api: { method: 'GET', path: '/seller/categories', scope: 'products.read' },
    input: z.object({}),
    answer: z
      .object({ items: z.array(z.object({ id, slug: text, name: text, productCount: count })) })
      .register(ANSWERED, { id: 'ShelfList' }),
    run: async ({ app, doer }) => ({ items: await shelvesOfStore(app.pb, doer.storeId) }),
  }),

  create: operation({
    summary: 'Makes a draft.',
    who: 'seller',
    api: {
      method: 'POST',
      path: '/seller/products',
      scope: 'products.write',
      takes: 'NewProduct',
      limitBytes: TEXT_LIMIT_BYTES,
      madeAt: (made: { id: string }) => `/seller/products/${made.id}`,
      names: FIELD_NAMES,
    },
    input: draftInput,
    answer: ownProductAnswer,
    async run({ app, doer, input }) {
      const { mature = false } = (await storeById(app.pb, doer.storeId)) ?? {};
      const draft = { ...(await textSent(app, input)), name: input.name };
      const added = await addDraft(app.pb, { id: doer.storeId, mature }, draft);
      if ('refusal' in added) throw refused(added.refusal);
      return ownProductShown(await productOfDoer(app, doer, added.id));
    },
  }),

  one: readProduct,

  change: operation({
    summary: 'Changes the fields that are sent.',
    who: 'seller',
    api: {
      method: 'PATCH',
      path: '/seller/products/{product:id}',
      scope: 'products.write',
      takes: 'ProductChange',
      limitBytes: TEXT_LIMIT_BYTES,
      matches: readProduct,
      names: FIELD_NAMES,
    },
    input: changeInput.extend(ofProduct).describe(changeInput.description ?? ''),
    answer: ownProductAnswer,
    async run({ app, doer, input: { id: productId, seen = null, ...sent } }) {
      const changed = await textSent(app, sent);
      requireFields(doer.roles, Object.keys(changed));
      const product = { storeId: doer.storeId, id: productId, seen };
      return productEdited(await editText(app.pb, product, changed, app.commerce.now()));
    },
  }),

  move: operation({
    summary: 'Publishes, schedules, unlists, withdraws, archives or restores it.',
    who: 'seller',
    api: {
      method: 'POST',
      path: '/seller/products/{product:id}/state',
      scope: 'products.write',
      takes: 'ProductDeed',
      matches: readProduct,
    },
    input: moveInput.extend(ofProduct),
    answer: ownProductAnswer,
    async run({ app, doer, input: { id: productId, verb, publishAt, timeZone, origin } }) {
      const before = await productOfDoer(app, doer, productId);
      const schedule = publishAt === null ? null : { publishAt, timeZone };
      const { scope: reviewScope } = app.site.get(PRODUCT_REVIEW);
      const pb = asSeller(app.pb, doer.userId);
      const publishing = { origin, reviewScope };
      const refusals = await transitionProduct(pb, before, verb, schedule, app.commerce.now(), publishing);
      if (refusals.length > 0) throw conflict(refusals.join(' '));
      return ownProductShown(await productOfDoer(app, doer, productId));
    },
  }),

  addPicture: operation({
    summary: 'Adds a picture behind the others: a JPEG, PNG or WebP, sent as the body.',
    who: 'seller',
    api: {
      method: 'POST',
      path: '/seller/products/{product:id}/pictures',
      scope: 'products.write',
      picture: 'picture',
    },
    input: z.object({
      ...ofProduct,
      alt: z
        .string()
        .max(PRODUCT_LIMITS.alt)
        .default('')
        .transform(cleanLine)
        .describe('What the picture shows.'),
      picture: pictureReading,
    }),
    answer: ownProductAnswer,
    async run({ app, doer, input: { id: productId, alt, picture } }) {
      const { storeId, userId, since, strikes } = doer;
      const person = { id: userId, since, strikes };
      const wait = await app.postingLimits.postingRefusal(person, 'upload', app.commerce.now());
      if (wait) throw new RefusalError('too_many_requests', wait, { retryAfterS: 60 });
      const added = { read: picture, alt };
      return productEdited(
        await refusingPictures(() => addPicture(app.pb, { storeId, id: productId }, added)),
      );
    },
  }),

  arrangePictures: operation({
    summary: 'Sets the order of the pictures and what they show, and removes those left out.',
    who: 'seller',
    api: {
      method: 'PATCH',
      path: '/seller/products/{product:id}/pictures',
      scope: 'products.write',
      takes: 'PictureOrder',
      matches: readProduct,
    },
    input: pictureOrderInput.extend(ofProduct),
    answer: ownProductAnswer,
    async run({ app, doer, input: { id: productId, pictures, seen = null } }) {
      const product = { storeId: doer.storeId, id: productId, seen };
      return productEdited(await editPictures(app.pb, product, pictures, app.commerce.now()));
    },
  }),
};
