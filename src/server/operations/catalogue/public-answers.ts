import { z } from 'astro/zod';
import {
  AI_DECLARATIONS,
  FILE_ROLES,
  LICENCES,
  type Product,
  type ProductCard,
  priceNow,
} from '../../../domain/catalogue/product.ts';
import { PUBLIC_PRODUCT_FIELDS } from '../../../domain/catalogue/product-fields.ts';
import { averageTenths, ratingCount, type StarCounts } from '../../../domain/catalogue/rating.ts';
import type { Store } from '../../../domain/catalogue/store.ts';
import { PUBLIC_STORE_FIELDS } from '../../../domain/catalogue/store-fields.ts';
import { CURRENCY } from '../../../domain/payments/payment.ts';
import { paths } from '../../../paths.ts';
import type { App } from '../../app/app.ts';
import type { Found } from '../../catalogue/finder.ts';
import { answerOf } from '../../kernel/field-input.ts';
import { keysOf } from '../../kernel/plain-input.ts';
import { ANSWERED } from '../kernel/names.ts';
import { address, cents, count, id, instant, text } from '../kernel/shapes.ts';

/** What everybody is told of products and stores. */

/** Width of the pictures that answers name, in px. */
const PICTURE_WIDTH = 960;

const price = z
  .object({
    currency: z.string().regex(/^[a-z]{3}$/),
    isFree: z.boolean(),
    isOpen: z.boolean().describe('Whether buyers choose what they pay; the prices are the least then.'),
    listCents: cents,
    payCents: cents,
    percentOff: z.number().nullable(),
  })
  .register(ANSWERED, { id: 'Price' });
const rating = z
  .object({
    average: z.number().min(1).max(5).nullable().describe('To a tenth; null without ratings.'),
    count,
  })
  .register(ANSWERED, { id: 'Rating' });
const storeRef = z
  .object({ id, slug: text, name: text, url: address })
  .register(ANSWERED, { id: 'StoreReference' });
const ai = keysOf(AI_DECLARATIONS).nullable().describe('Null where the artist has not said.');

export const publicCard = z
  .object({
    id,
    name: text,
    store: storeRef,
    url: address,
    picture: address.nullable(),
    price,
    scale: text.nullable(),
    supports: z.array(text),
    ai,
    rating,
  })
  .register(ANSWERED, { id: 'ProductCard' });

export const typedFilter = z
  .object({
    parameter: text.describe('The parameter that says the same.'),
    values: z.array(text).describe('Any of these; empty where a range of prices was typed.'),
    fromCents: cents.nullable(),
    toCents: cents.nullable(),
    words: z.array(text).describe('As they were typed.'),
    isApplied: z
      .boolean()
      .describe('False where no model has it together with the rest, so that it was given up.'),
  })
  .register(ANSWERED, { id: 'TypedFilter' });

export const publicProduct = z
  .object({
    id,
    slug: text,
    name: text,
    store: storeRef,
    url: address,
    description: text.describe('Markdown.'),
    price,
    category: z.array(text).describe('Slugs, the widest first.'),
    tags: z.array(text),
    facets: z.object({
      type: text.nullable(),
      genre: z.array(text),
      scale: text.nullable(),
      supports: z.array(text),
      printer: z.array(text),
      parts: text.nullable(),
    }),
    ...answerOf(PUBLIC_PRODUCT_FIELDS),
    sizeMm: z.object({ x: z.number(), y: z.number(), z: z.number() }).nullable(),
    volumeMl: z.number().nullable(),
    licences: z.array(keysOf(LICENCES)),
    ai,
    pictures: z.array(z.object({ url: address, alt: text })),
    files: z.array(
      z.object({ name: text, role: keysOf(FILE_ROLES), scale: text.nullable(), sizeBytes: count }),
    ),
    rating,
    publishedAt: instant.nullable(),
    updatedAt: instant,
  })
  .register(ANSWERED, { id: 'Product' });

export const publicStore = z
  .object({
    id,
    slug: text,
    name: text,
    url: address,
    ...answerOf(PUBLIC_STORE_FIELDS),
    about: text.describe('Markdown.'),
    productCount: count,
    rating,
    openedAt: instant.nullable(),
  })
  .register(ANSWERED, { id: 'Store' });

const ratingOf = (stars: StarCounts) => {
  const tenths = averageTenths(stars);
  return { average: tenths === null ? null : tenths / 10, count: ratingCount(stars) };
};

const priceOf = (priced: Pick<Product, 'priceCents' | 'free' | 'openPrice' | 'sale'>, now: number) => ({
  ...priceNow(priced, now),
  ...{ currency: CURRENCY, isFree: priced.free, isOpen: priced.openPrice !== null },
});

const addressOf = ({ settings }: App, path: string) => settings.siteUrl + path;
const refOf = (app: App, { id: storeId, slug, name }: Pick<Product['store'], 'id' | 'slug' | 'name'>) => ({
  ...{ id: storeId, slug, name },
  url: addressOf(app, paths.store(slug)),
});
const pictureOf = (app: App, productId: string, file: string) =>
  addressOf(app, paths.picture('products', productId, file, PICTURE_WIDTH));

export const cardAnswer = (app: App, card: ProductCard): z.output<typeof publicCard> => ({
  ...card,
  store: refOf(app, card.store),
  url: addressOf(app, paths.product(card.id)),
  picture: card.mainImage === '' ? null : pictureOf(app, card.id, card.mainImage),
  price: priceOf(card, app.commerce.now()),
  rating: ratingOf(card.stars),
});

/** The filters that were typed, as programs read them. */
export const understoodAnswer = (query: string, { search, givenUp }: Found): z.output<typeof typedFilter>[] =>
  [...search.typed, ...givenUp].map((facet) => ({
    parameter: facet.choice === 'exclude' ? `not-${facet.name}` : facet.name,
    values: [...facet.values],
    fromCents: facet.prices?.from ?? null,
    toCents: facet.prices?.to ?? null,
    words: facet.places.map(([start, end]) => query.slice(start, end)),
    isApplied: !givenUp.includes(facet),
  }));

export const productAnswer = (app: App, one: Product): z.output<typeof publicProduct> => ({
  ...one,
  store: refOf(app, one.store),
  url: addressOf(app, paths.product(one.id)),
  price: priceOf(one, app.commerce.now()),
  category: one.category
    ? [one.category.parent?.slug, one.category.slug].filter((slug) => slug !== undefined)
    : [],
  sizeMm: one.size,
  pictures: one.images.map(({ file, alt }) => ({ url: pictureOf(app, one.id, file), alt })),
  rating: ratingOf(one.stars),
});

export const storeAnswer = (app: App, store: Store): z.output<typeof publicStore> => ({
  ...store,
  url: addressOf(app, paths.store(store.slug)),
  rating: ratingOf(store.stars),
});
