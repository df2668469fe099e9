import { z } from 'astro/zod';
import { ENTITLEMENT_SOURCES } from '../../../domain/catalogue/entitlement.ts';
import { AI_DECLARATIONS, FILE_ROLES, LICENCES } from '../../../domain/catalogue/product.ts';
import { PUBLIC_PRODUCT_FIELDS } from '../../../domain/catalogue/product-fields.ts';
import { PUBLIC_STORE_FIELDS } from '../../../domain/catalogue/store-fields.ts';
import { COUPON_STATES } from '../../../domain/commerce/coupon.ts';
import { COUPON_PRODUCTS_MAX, COUPON_SHELVES_MAX } from '../../../domain/commerce/coupon-draft.ts';
import { ORDER_STATES } from '../../../domain/commerce/order.ts';
import { INCOME_SOURCES } from '../../../domain/payments/income.ts';
import { answerOf } from '../../kernel/field-input.ts';
import { API_ERROR_CODES } from './failure.ts';
import { ANSWERED, TAKEN } from './named.ts';

/**
 * What the API answers with. The description of the API is made of these, and a test holds every answer against them, so they
 * are strict: a field that is not listed here is a fault.
 */

export const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>) =>
  z.enum(Object.keys(table) as [Key, ...Key[]]);

export const id = z.string().regex(/^[a-z0-9]{15}$/);
export const text = z.string();
export const cents = z.int().min(0);
export const count = z.int().min(0);
export const address = z.url();
/** ISO 8601 in UTC. */
export const moment = z.iso.datetime({ precision: 3 });
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** An instant as the API writes it. */
export const momentOf = (at: number): string => new Date(at).toISOString();
export const momentOrNull = (at: number | null): string | null => (at === null ? null : momentOf(at));

export const failure = z
  .strictObject({
    code: keysOf(API_ERROR_CODES),
    message: text.describe('One sentence for a person.'),
    field: text.optional().describe('The parameter or field that is wrong.'),
  })
  .register(ANSWERED, { id: 'Failure' });

/** Where a list goes on; null behind its last item. */
export const next = text.nullable().describe('Pass it as `after` for what follows; null at the end.');

export const noQuery = z.object({});
/** How much of a list. @param most items of one answer */
export const pageQuery = (most: number) => ({
  after: z.string().max(200).optional().describe('Where to go on: `next` of the answer before.'),
  limit: z.coerce.number().int().min(1).max(most).default(most).describe('Items of one answer.'),
});

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

const sale = z
  .strictObject({
    id,
    source: z.enum(INCOME_SOURCES),
    number: text.describe('Of the order, or of the member’s invoice.'),
    orderId: id.nullable(),
    productId: id.nullable(),
    productName: text.describe('For a membership guild and tier.'),
    soldAt: moment,
    state: z.enum(ORDER_STATES),
    listCents: cents,
    discountCents: cents,
    couponCode: text.nullable(),
    paidCents: cents.describe('Without tax.'),
    partPercent: z
      .int()
      .describe('Your part of the sale, 100 unless two stores share it; amounts are of your part.'),
    commissionCents: cents,
    netCents: z.int(),
    refundedCents: cents,
    heldCents: z.int(),
    yoursCents: z.int(),
  })
  .register(ANSWERED, { id: 'Sale' });
export const sales = z.strictObject({ items: z.array(sale), next }).register(ANSWERED, { id: 'SaleList' });

const momentIn = z.iso.datetime().nullable().default(null);
const limitIn = z.int().nullable().default(null);
/** What a seller writes of a coupon; the rules for coupons look at the values. */
export const couponDraft = z
  .strictObject({
    code: z.string().max(200),
    percent: z.number().nullable().default(null),
    fixedCents: z.number().nullable().default(null),
    from: momentIn,
    to: momentIn,
    minimumCents: z.number().default(0),
    maxUses: limitIn,
    maxUsesPerBuyer: limitIn,
    scope: z.enum(['all', 'products', 'shelves']).default('all'),
    productIds: z
      .array(id)
      .max(COUPON_PRODUCTS_MAX * 2)
      .default([]),
    shelfIds: z
      .array(id)
      .max(COUPON_SHELVES_MAX * 2)
      .default([]),
  })
  .register(TAKEN, { id: 'NewCoupon' });
export const couponSwitch = z.strictObject({ isOff: z.boolean() }).register(TAKEN, { id: 'CouponChange' });
export const coupon = z
  .strictObject({
    id,
    code: text,
    state: z.enum(COUPON_STATES),
    percent: z.number().nullable(),
    fixedCents: cents.nullable(),
    from: moment.nullable(),
    to: moment.nullable(),
    minimumCents: cents,
    maxUses: count.nullable(),
    maxUsesPerBuyer: count.nullable(),
    uses: count,
    scope: text,
    productIds: z.array(id),
    shelfIds: z.array(id),
  })
  .register(ANSWERED, { id: 'Coupon' });
export const coupons = z.strictObject({ items: z.array(coupon) }).register(ANSWERED, { id: 'CouponList' });

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
export const found = z
  .strictObject({
    items: z.array(card),
    total: count,
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
