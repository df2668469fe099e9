import { z } from 'astro/zod';
import { UPLOAD_STATES } from '../../../domain/assets/upload.ts';
import { MATERIAL_NAMES, PRINT_SUPPORT_NAMES } from '../../../domain/catalogue/print/print-settings.ts';
import { AI_DECLARATIONS, FILE_ROLES, LICENCES, PRODUCT_STATES } from '../../../domain/catalogue/product.ts';
import { PRODUCT_LIMITS, PRODUCT_VERBS } from '../../../domain/catalogue/product-editing.ts';
import { PRODUCT_FIELDS } from '../../../domain/catalogue/product-fields.ts';
import * as input from '../../catalogue/product-input.ts';
import { answerOf } from '../../kernel/field-input.ts';
import { definedOf } from '../../kernel/plain-input.ts';
import { ANSWERED, TAKEN } from '../../operations/kernel/names.ts';
import { removed } from '../../operations/kernel/shapes.ts';
import { cents, count, id, keysOf, moment, next, sha256, text } from './shapes.ts';

/** What the API takes and answers of a seller's own products. Input is that of the account pages, with names for moments. */

const momentIn = z.iso.datetime().transform((at) => Date.parse(at));
const seen = momentIn
  .optional()
  .describe('`updatedAt` as you read it: the change is refused where the product has changed since.');

/** Every field of a product's text. */
const fields = input.productText
  .omit({ sale: true, categoryId: true, facets: true })
  .partial()
  .extend({
    sale: z
      .strictObject({ percent: z.number(), from: momentIn, to: momentIn })
      .nullable()
      .optional()
      .describe('From 5 to 90 percent, from its first moment until the first one after it.'),
    category: z
      .string()
      .max(100)
      .nullable()
      .optional()
      .describe('The slug of a category of the marketplace; see `/categories`.'),
    facets: input.productText.shape.facets
      .partial()
      .optional()
      .describe('Facets that are left out stay as they are.'),
  });

export const productDraft = fields
  .extend({ name: input.productText.shape.name })
  .strict()
  .describe('What is left out has default values.')
  .register(TAKEN, { id: 'NewProduct' });
export const productChange = fields
  .extend({ seen })
  .strict()
  .describe('Fields that are left out stay as they are.')
  .register(TAKEN, { id: 'ProductChange' });
export type ProductFields = Omit<z.output<typeof productChange>, 'seen'>;
/** What was sent, without the fields that were not. */
export const sentOf = (sent: ProductFields) => definedOf(sent);

export const productMove = z
  .strictObject({
    verb: z
      .enum(PRODUCT_VERBS)
      .describe('What to do. A published product is “withdraw”n to make it ready again.'),
    publishAt: momentIn.nullable().default(null).describe('When, for “schedule”.'),
    timeZone: input.timeZone
      .default('')
      .describe('The time zone in which you chose it, such as Europe/Berlin.'),
    origin: input.origin.describe(
      'Before the first publish: your own design, or whose it is and which licence lets you sell it. By sending it you declare that nobody else’s rights stand against it.',
    ),
  })
  .register(TAKEN, { id: 'ProductDeed' });

export const pictureQuery = z.object({
  alt: z.string().max(PRODUCT_LIMITS.alt).default('').describe('What the picture shows.'),
});
export const pictureOrder = z
  .strictObject({
    pictures: z
      .array(z.strictObject({ file: z.string().max(255), alt: input.picture.shape.alt }))
      .max(PRODUCT_LIMITS.images)
      .describe('Their order and texts; the first is the main one, and those left out are removed.'),
    seen,
  })
  .register(TAKEN, { id: 'PictureOrder' });

const fileIn = input.fileChoice
  .omit({ uploadId: true })
  .partial({ scale: true, part: true })
  .extend({
    upload: id.describe('The id of an upload that is checked.'),
    sha256: sha256.optional().describe('Nothing is added where the upload has another one.'),
    replaces: id
      .optional()
      .describe('The id of a file that it replaces; who owns the product keeps that one.'),
  });
export const filesIn = z
  .strictObject({
    files: z.array(fileIn.strict()).min(1).max(PRODUCT_LIMITS.filesAtOnce),
    note: input.changeNote
      .default('')
      .describe('What is new, in your words, for people who own the product.'),
  })
  .register(TAKEN, { id: 'NewFiles' });
export const fileOrder = z
  .strictObject({
    files: z
      .array(input.listedFile)
      .max(2000)
      .describe('Their order and details; those left out come after them.'),
    seen,
  })
  .register(TAKEN, { id: 'FileOrder' });

export const upload = z
  .strictObject({
    id,
    name: text,
    path: text,
    sizeBytes: count,
    state: z.enum(UPLOAD_STATES).describe('“checked” ones can be added to a product.'),
    message: text.nullable().describe('Why it was refused.'),
    sha256: sha256.nullable().describe('Known once it is checked.'),
    createdAt: moment,
  })
  .register(ANSWERED, { id: 'Upload' });
export const uploads = z.strictObject({ items: z.array(upload) }).register(ANSWERED, { id: 'UploadList' });
export { removed };

const facet = text.nullable();
const sellerFile = z
  .strictObject({
    id,
    name: text,
    role: keysOf(FILE_ROLES),
    scale: text.nullable(),
    part: text.nullable(),
    sizeBytes: count,
    sha256,
    version: count,
    isCurrent: z.boolean().describe('False for one that new buyers do not get any more.'),
  })
  .register(ANSWERED, { id: 'SellerFile' });
export const sellerProduct = z
  .strictObject({
    id,
    slug: text,
    state: z.enum(PRODUCT_STATES),
    name: text,
    description: text.describe('Markdown.'),
    priceCents: cents,
    free: z.boolean(),
    openPrice: z
      .strictObject({ suggestedCents: cents.nullable() })
      .nullable()
      .describe('If buyers choose what they pay, of which `priceCents` is the least.'),
    sale: z.strictObject({ percent: z.number(), from: moment, to: moment }).nullable(),
    category: text.nullable(),
    shelves: z.array(id),
    tags: z.array(text),
    facets: z.strictObject({
      ...{ type: facet, scale: facet, parts: facet },
      ...{ genre: z.array(text), supports: z.array(text), printer: z.array(text) },
    }),
    ...answerOf(PRODUCT_FIELDS),
    licences: z.array(keysOf(LICENCES)),
    print: z.strictObject({
      layerMm: z.number().nullable(),
      exposureS: z.number().nullable(),
      supports: z.enum(PRINT_SUPPORT_NAMES).nullable(),
      material: z.enum(MATERIAL_NAMES).nullable(),
      printer: text,
    }),
    mature: z.boolean(),
    ai: keysOf(AI_DECLARATIONS)
      .nullable()
      .describe('Null while nothing was said; publishing needs an answer.'),
    previewOff: z.boolean(),
    pictures: z.array(z.strictObject({ file: text, alt: text })),
    files: z.array(sellerFile),
    changes: z.array(
      z.strictObject({ version: count, note: text, at: moment, fileCount: count, files: z.array(text) }),
    ),
    missing: z.array(text).describe('Why it cannot be published yet, as sentences.'),
    reviewNote: text.describe('Why it was sent back from review.'),
    publishAt: moment.nullable(),
    publishedAt: moment.nullable(),
    updatedAt: moment,
  })
  .register(ANSWERED, { id: 'SellerProduct' });
export const sellerProducts = z
  .strictObject({
    items: z.array(
      z.strictObject({ id, name: text, state: z.enum(PRODUCT_STATES), createdAt: moment, updatedAt: moment }),
    ),
    next,
  })
  .register(ANSWERED, { id: 'SellerProductList' });
export const shelves = z
  .strictObject({
    items: z.array(z.strictObject({ id, slug: text, name: text, productCount: count })),
  })
  .register(ANSWERED, { id: 'ShelfList' });
