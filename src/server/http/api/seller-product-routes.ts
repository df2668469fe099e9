import { z } from 'astro/zod';
import {
  type SellerProduct,
  sellerProduct,
  sellerProductsAfter,
} from '../../../data/catalogue/seller-products.ts';
import { shelvesOfStore } from '../../../data/catalogue/stores.ts';
import { asSeller } from '../../../data/kernel/actor.ts';
import { publishRefusals } from '../../../domain/catalogue/product.ts';
import { type ProductText, PUBLISH_REFUSAL_TEXTS } from '../../../domain/catalogue/product-editing.ts';
import { PRODUCT_FIELDS } from '../../../domain/catalogue/product-fields.ts';
import { type PartialProductText, textOfPatch } from '../../../domain/catalogue/product-patch.ts';
import { PRODUCT_REVIEW } from '../../../domain/catalogue/product-review.ts';
import { cleanLine } from '../../../domain/kernel/clean-text.ts';
import { pick } from '../../../domain/kernel/fields/field-table.ts';
import { QueueFull } from '../../../domain/kernel/semaphore.ts';
import type { App } from '../../app/app.ts';
import { addDraft } from '../../catalogue/product-draft.ts';
import {
  addPicture,
  type EditOutcome,
  editPictures,
  editText,
  transitionProduct,
} from '../../catalogue/product-editing.ts';
import { PICTURES_BUSY, PictureRefused } from '../../kernel/picture-intake.ts';
import { badRequest, conflict, RefusalError } from '../../kernel/refusal-error.ts';
import { cursorOf, cursorText } from '../../operations/kernel/shapes.ts';
import { refusedProgram, storeOf } from './refusals.ts';
import { type ApiRoute, privatePicture, privateRead, privateWrite } from './route.ts';
import {
  type ProductFields,
  pictureOrder,
  pictureQuery,
  productChange,
  productDraft,
  productMove,
  sellerProduct as sellerProductShape,
  sellerProducts,
  sentOf,
  shelves,
} from './seller-product-shapes.ts';
import { momentOf, momentOrNull, noQuery, pageQuery } from './shapes.ts';

/** A description of 20,000 characters, of up to four bytes each, and the texts beside it. */
const TEXT_LIMIT_BYTES = 256_000;

/** What the API calls the fields that the editor names differently. */
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

type ShownText = Record<Exclude<keyof ProductText, 'categoryId'> | 'category', unknown>;
type ShownProduct = z.input<typeof sellerProductShape>;

export const shownProduct = ({ product, ...own }: SellerProduct): ShownProduct => {
  const { sale, print, facets } = product;
  const shown = {
    id: product.id,
    slug: product.slug,
    state: product.state,
    name: product.name,
    description: product.description,
    priceCents: product.priceCents,
    free: product.free,
    openPrice: product.openPrice && { suggestedCents: product.openPrice.suggestedCents },
    sale: sale && { percent: sale.percent, from: momentOf(sale.from), to: momentOf(sale.to) },
    category: product.category?.slug ?? null,
    shelves: product.shelves,
    tags: product.tags,
    facets: {
      ...{ type: facets.type, scale: facets.scale, parts: facets.parts },
      ...{ genre: facets.genre, supports: facets.supports, printer: facets.printer },
    },
    ...pick(PRODUCT_FIELDS, product),
    licences: product.licences,
    print: {
      layerMm: print.layerMm,
      exposureS: print.exposureS,
      supports: print.supports,
      material: print.material,
      printer: print.printer,
    },
    mature: product.mature,
    ai: product.ai,
    previewOff: product.previewOff,
    pictures: product.images.map(({ file, alt }) => ({ file, alt })),
    files: product.files.map((file) => ({
      id: file.id,
      name: file.name,
      role: file.role,
      scale: file.scale,
      part: file.part,
      sizeBytes: file.sizeBytes,
      sha256: file.sha256,
      version: file.version,
      isCurrent: file.retiredAt === null,
    })),
    changes: own.changes.map(({ version, note, at, fileCount, files }) => ({
      ...{ version, note, at: momentOf(at), fileCount, files },
    })),
    missing: publishRefusals(product, own.account).map((reason) => PUBLISH_REFUSAL_TEXTS[reason]),
    reviewNote: own.reviewNote,
    publishAt: momentOrNull(own.publishAt),
    publishedAt: momentOrNull(product.publishedAt),
    updatedAt: momentOf(product.updatedAt),
  };
  return shown satisfies ShownText;
};

/** A product of the holder's store. @throws RefusalError not_found */
export async function ownProduct({ pb }: App, storeId: string, id = ''): Promise<SellerProduct> {
  const found = await sellerProduct(pb, storeId, id);
  if (!found) throw refusedProgram('not-found', 'product');
  return found;
}

/** A product after a change. @throws RefusalError where the change was refused */
export function edited(outcome: EditOutcome): ShownProduct {
  if ('refusal' in outcome) throw refusedProgram(outcome.refusal, 'product', FIELD_NAMES);
  return shownProduct(outcome.edited);
}

/** What was sent, as the rules and the database name it. @throws RefusalError for a category that does not exist */
async function textOf({ listings }: App, sent: ProductFields): Promise<PartialProductText> {
  const { category, ...text } = sentOf(sent);
  const named = text as PartialProductText;
  if (category === undefined) return named;
  if (category === null) return { ...named, categoryId: null };
  const all = (await listings.categories()).all.flatMap((one) => [one, ...one.children]);
  const found = all.find(({ slug }) => slug === category);
  if (!found) throw new RefusalError('bad_request', 'There is no such category.', { field: 'category' });
  return { ...named, categoryId: found.id };
}

/** A seller's products, by the rules of the account pages. */
export const SELLER_PRODUCT_ROUTES: readonly ApiRoute[] = [
  privateRead({
    path: '/seller/products',
    scope: 'products.read',
    summary: 'Your products in any state, the newest first.',
    query: z.object(pageQuery(100)),
    answer: sellerProducts,
    async handle({ app, holder, query }) {
      const after = cursorOf(query.after);
      const list = await sellerProductsAfter(app.pb, storeOf(holder), { after, limit: query.limit + 1 });
      const page = list.slice(0, query.limit);
      const last = list.length > page.length ? page.at(-1) : undefined;
      return {
        items: page.map(({ id, name, state, createdAt, updatedAt }) => ({
          ...{ id, name, state },
          createdAt: momentOf(createdAt),
          updatedAt: momentOf(updatedAt),
        })),
        next: last ? cursorText({ at: last.createdAt, id: last.id }) : null,
      };
    },
  }),

  privateRead({
    path: '/seller/categories',
    scope: 'products.read',
    summary: 'The categories of your own store; products name them as “shelves”.',
    query: noQuery,
    answer: shelves,
    async handle({ app, holder }) {
      const list = await shelvesOfStore(app.pb, storeOf(holder));
      return { items: list.map(({ id, slug, name, productCount }) => ({ id, slug, name, productCount })) };
    },
  }),

  privateWrite({
    method: 'POST',
    path: '/seller/products',
    scope: 'products.write',
    summary: 'Makes a draft.',
    body: productDraft,
    limitBytes: TEXT_LIMIT_BYTES,
    answer: sellerProductShape,
    madeAt: ({ id }) => `/seller/products/${id}`,
    async handle({ app, holder, body }) {
      const storeId = storeOf(holder);
      const { mature = false } = (await app.sessions.storeOf(holder.userId)) ?? {};
      const text = { ...(await textOf(app, body)), name: body.name };
      const added = await addDraft(app.pb, { id: storeId, mature }, text);
      if ('refusal' in added) throw refusedProgram(added.refusal, 'product', FIELD_NAMES);
      return shownProduct(await ownProduct(app, storeId, added.id));
    },
  }),

  privateRead({
    path: '/seller/products/{product}',
    scope: 'products.read',
    summary: 'One of your products with all its fields, files and what is missing.',
    query: noQuery,
    answer: sellerProductShape,
    handle: async ({ app, holder, params }) =>
      shownProduct(await ownProduct(app, storeOf(holder), params['product'])),
  }),

  privateWrite({
    method: 'PATCH',
    path: '/seller/products/{product}',
    scope: 'products.write',
    summary: 'Changes the fields that are sent.',
    body: productChange,
    limitBytes: TEXT_LIMIT_BYTES,
    answer: sellerProductShape,
    matches: true,
    async handle({ app, holder, params, body: { seen, ...sent }, ifMatch }) {
      const storeId = storeOf(holder);
      const own = await ownProduct(app, storeId, params['product']);
      ifMatch(shownProduct(own));
      const { product } = own;
      const text = textOfPatch(product, await textOf(app, sent));
      const edit = { storeId, id: product.id, seen: seen ?? product.updatedAt };
      return edited(await editText(app.pb, edit, text, app.commerce.now()));
    },
  }),

  privateWrite({
    method: 'POST',
    path: '/seller/products/{product}/state',
    scope: 'products.write',
    summary: 'Publishes, schedules, unlists, withdraws, archives or restores it.',
    body: productMove,
    answer: sellerProductShape,
    matches: true,
    async handle({ app, holder, params, body, ifMatch }) {
      const storeId = storeOf(holder);
      const own = await ownProduct(app, storeId, params['product']);
      ifMatch(shownProduct(own));
      const { verb, publishAt, timeZone, origin } = body;
      const schedule = publishAt === null ? null : { publishAt, timeZone };
      const reviewScope = app.site.get(PRODUCT_REVIEW).scope;
      const refusals = await transitionProduct(
        asSeller(app.pb, holder.userId),
        own,
        verb,
        schedule,
        app.commerce.now(),
        {
          origin,
          reviewScope,
        },
      );
      if (refusals.length > 0) throw conflict(refusals.join(' '));
      return shownProduct(await ownProduct(app, storeId, own.product.id));
    },
  }),

  privatePicture({
    path: '/seller/products/{product}/pictures',
    scope: 'products.write',
    summary: 'Adds a picture behind the others: a JPEG, PNG or WebP, sent as the body.',
    query: pictureQuery,
    answer: sellerProductShape,
    async handle({ app, holder, params, query, body }) {
      const { userId: id, since, strikes } = holder;
      const wait = await app.postingLimits.postingRefusal(
        { id, since, strikes },
        'upload',
        app.commerce.now(),
      );
      if (wait) throw new RefusalError('too_many_requests', wait, { retryAfterS: 60 });
      const product = { storeId: storeOf(holder), id: params['product'] ?? '' };
      try {
        return edited(
          await addPicture(app.pb, product, { read: async () => body, alt: cleanLine(query.alt) }),
        );
      } catch (reason) {
        if (reason instanceof PictureRefused) throw badRequest(reason.message);
        if (reason instanceof QueueFull)
          throw new RefusalError('unavailable', PICTURES_BUSY, { retryAfterS: 60 });
        throw reason;
      }
    },
  }),

  privateWrite({
    method: 'PATCH',
    path: '/seller/products/{product}/pictures',
    scope: 'products.write',
    summary: 'Sets the order of the pictures and what they show, and removes those left out.',
    body: pictureOrder,
    answer: sellerProductShape,
    matches: true,
    async handle({ app, holder, params, body: { pictures, seen }, ifMatch }) {
      const storeId = storeOf(holder);
      const own = await ownProduct(app, storeId, params['product']);
      ifMatch(shownProduct(own));
      const { product } = own;
      const edit = { storeId, id: product.id, seen: seen ?? product.updatedAt };
      return edited(await editPictures(app.pb, edit, pictures, app.commerce.now()));
    },
  }),
];
