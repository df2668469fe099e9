import { z } from 'astro/zod';
import { ENTITLEMENT_SOURCES } from '../../../domain/catalogue/entitlement.ts';
import { AI_DECLARATIONS, FILE_ROLES, LICENCES } from '../../../domain/catalogue/product.ts';
import { PUBLIC_PRODUCT_FIELDS } from '../../../domain/catalogue/product-fields.ts';
import { PUBLIC_STORE_FIELDS } from '../../../domain/catalogue/store-fields.ts';
import { ORDER_STATES } from '../../../domain/commerce/order.ts';
import { answerOf } from '../../kernel/field-input.ts';
import { REFUSAL_STATUSES } from '../../kernel/refusal-error.ts';
import { ANSWERED } from '../../operations/kernel/names.ts';
import { cents, count, id, keysOf, next, pageQuery, text } from '../../operations/kernel/shapes.ts';

/**
 * What the API answers with. The description of the API is made of these, and a test holds every answer against them, so they
 * are strict: a field that is not listed here is a fault.
 */

export { cents, count, id, keysOf, next, pageQuery, text };
export const address = z.url();
/** ISO 8601 in UTC. */
export const moment = z.iso.datetime({ precision: 3 });
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** An instant as the API writes it. */
export const momentOf = (at: number): string => new Date(at).toISOString();
export const momentOrNull = (at: number | null): string | null => (at === null ? null : momentOf(at));

export const failure = z
  .strictObject({
    code: keysOf(REFUSAL_STATUSES),
    message: text.describe('One sentence for a person.'),
    field: text.optional().describe('The parameter or field that is wrong.'),
  })
  .register(ANSWERED, { id: 'Failure' });

export const noQuery = z.object({});

const ownedFile = z
  .strictObject({
    id,
    name: text,
    role: keysOf(FILE_ROLES),
    scale: text.nullable(),
    sizeBytes: count,
    sha256,
    version: count,
    addedAt: moment,
    isCurrent: z.boolean().describe('False for a file that was replaced; it can still be downloaded.'),
    url: address.describe('Answers with the bytes, also with ranges of them, for the same token.'),
  })
  .register(ANSWERED, { id: 'OwnedFile' });

export const ownedProduct = z
  .strictObject({
    id,
    name: text,
    store: text.describe('The name of the store.'),
    sources: z.array(keysOf(ENTITLEMENT_SOURCES)),
    licences: z.array(keysOf(LICENCES)),
    releases: z.array(z.strictObject({ id, title: text })).describe('Guild releases that it came with.'),
    grantedAt: moment,
    files: z.array(ownedFile),
  })
  .register(ANSWERED, { id: 'OwnedProduct' });
export const library = z
  .strictObject({ items: z.array(ownedProduct), next })
  .register(ANSWERED, { id: 'OwnedProductList' });

const orderLine = z
  .strictObject({
    productId: id.nullable(),
    productName: text,
    storeName: text,
    isFree: z.boolean(),
    listCents: cents,
    discountCents: cents,
    paidCents: cents.describe('The price as it was shown, with the tax it contained.'),
    refundedCents: cents,
  })
  .register(ANSWERED, { id: 'OrderLine' });
const order = z
  .strictObject({
    id,
    state: z.enum(ORDER_STATES),
    currency: z.string().regex(/^[a-z]{3}$/),
    totalCents: cents,
    taxCents: cents,
    refundedCents: cents,
    isGift: z.boolean(),
    placedAt: moment,
    paidAt: moment.nullable(),
    lines: z.array(orderLine),
  })
  .register(ANSWERED, { id: 'Order' });
export const orders = z.strictObject({ items: z.array(order), next }).register(ANSWERED, { id: 'OrderList' });

const price = z
  .strictObject({
    currency: z.string().regex(/^[a-z]{3}$/),
    isFree: z.boolean(),
    isOpen: z.boolean().describe('Whether buyers choose what they pay; the prices are the least then.'),
    listCents: cents,
    payCents: cents,
    percentOff: z.number().nullable(),
  })
  .register(ANSWERED, { id: 'Price' });
const rating = z
  .strictObject({
    average: z.number().min(1).max(5).nullable().describe('To a tenth; null without ratings.'),
    count,
  })
  .register(ANSWERED, { id: 'Rating' });
const storeRef = z
  .strictObject({ id, slug: text, name: text, url: address })
  .register(ANSWERED, { id: 'StoreReference' });
const card = z
  .strictObject({
    id,
    name: text,
    store: storeRef,
    url: address,
    picture: address.nullable(),
    price,
    scale: text.nullable(),
    supports: z.array(text),
    ai: keysOf(AI_DECLARATIONS).nullable().describe('Null where the artist has not said.'),
    rating,
  })
  .register(ANSWERED, { id: 'ProductCard' });
const typedFilter = z
  .strictObject({
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
export const found = z
  .strictObject({
    items: z.array(card),
    total: count,
    understood: z.array(typedFilter).describe('Filters that were read in the words.'),
    next: z.int().nullable().describe('Pass it as `page`; null at the end.'),
  })
  .register(ANSWERED, { id: 'SearchResult' });
export const cards = z
  .strictObject({ items: z.array(card), next })
  .register(ANSWERED, { id: 'ProductCardList' });

export const product = z
  .strictObject({
    id,
    slug: text,
    name: text,
    store: storeRef,
    url: address,
    description: text.describe('Markdown.'),
    price,
    category: z.array(text).describe('Slugs, the widest first.'),
    tags: z.array(text),
    facets: z.strictObject({
      type: text.nullable(),
      genre: z.array(text),
      scale: text.nullable(),
      supports: z.array(text),
      printer: z.array(text),
      parts: text.nullable(),
    }),
    ...answerOf(PUBLIC_PRODUCT_FIELDS),
    sizeMm: z.strictObject({ x: z.number(), y: z.number(), z: z.number() }).nullable(),
    volumeMl: z.number().nullable(),
    licences: z.array(keysOf(LICENCES)),
    ai: keysOf(AI_DECLARATIONS).nullable().describe('Null where the artist has not said.'),
    pictures: z.array(z.strictObject({ url: address, alt: text })),
    files: z.array(
      z.strictObject({ name: text, role: keysOf(FILE_ROLES), scale: text.nullable(), sizeBytes: count }),
    ),
    rating,
    publishedAt: moment.nullable(),
    updatedAt: moment,
  })
  .register(ANSWERED, { id: 'Product' });

const store = z
  .strictObject({
    id,
    slug: text,
    name: text,
    url: address,
    ...answerOf(PUBLIC_STORE_FIELDS),
    about: text.describe('Markdown.'),
    productCount: count,
    rating,
    openedAt: moment.nullable(),
  })
  .register(ANSWERED, { id: 'Store' });
export const oneStore = store;
export const stores = z.strictObject({ items: z.array(store), next }).register(ANSWERED, { id: 'StoreList' });

export const categories = z
  .strictObject({
    items: z.array(
      z.strictObject({
        slug: text,
        name: text,
        parent: text.nullable().describe('The slug of the wider one.'),
      }),
    ),
  })
  .register(ANSWERED, { id: 'CategoryList' });
