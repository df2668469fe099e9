import { z } from 'astro/zod';
import type { SellerProduct } from '../../../data/catalogue/seller-products.ts';
import { MATERIAL_NAMES, PRINT_SUPPORT_NAMES } from '../../../domain/catalogue/print/print-settings.ts';
import {
  AI_DECLARATIONS,
  FILE_ROLES,
  LICENCES,
  PRODUCT_STATES,
  publishRefusals,
} from '../../../domain/catalogue/product.ts';
import { type ProductText, PUBLISH_REFUSAL_TEXTS } from '../../../domain/catalogue/product-editing.ts';
import { PRODUCT_FIELDS } from '../../../domain/catalogue/product-fields.ts';
import { answerOf } from '../../kernel/field-input.ts';
import { keysOf } from '../../kernel/plain-input.ts';
import { ANSWERED } from '../kernel/names.ts';
import { cents, count, id, instant, sha256, text } from '../kernel/shapes.ts';

/** What a seller's program is told of a product. */

const facet = text.nullable();
const file = z
  .object({
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

export const ownProductAnswer = z
  .object({
    id,
    slug: text,
    state: z.enum(PRODUCT_STATES),
    name: text,
    description: text.describe('Markdown.'),
    priceCents: cents,
    free: z.boolean(),
    openPrice: z
      .object({ suggestedCents: cents.nullable() })
      .nullable()
      .describe('If buyers choose what they pay, of which `priceCents` is the least.'),
    sale: z.object({ percent: z.number(), from: instant, to: instant }).nullable(),
    category: text.nullable(),
    shelves: z.array(id),
    tags: z.array(text),
    facets: z.object({
      ...{ type: facet, scale: facet, parts: facet },
      ...{ genre: z.array(text), supports: z.array(text), printer: z.array(text) },
    }),
    ...answerOf(PRODUCT_FIELDS),
    licences: z.array(keysOf(LICENCES)),
    print: z.object({
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
    pictures: z.array(z.object({ file: text, alt: text })),
    files: z.array(file),
    changes: z.array(
      z.object({ version: count, note: text, at: instant, fileCount: count, files: z.array(text) }),
    ),
    missing: z.array(text).describe('Why it cannot be published yet, as sentences.'),
    reviewNote: text.describe('Why it was sent back from review.'),
    publishAt: instant.nullable(),
    publishedAt: instant.nullable(),
    updatedAt: instant,
  })
  .register(ANSWERED, { id: 'SellerProduct' });

type Answered = z.output<typeof ownProductAnswer>;
/** Every field of a product's text is answered, under its name or as `category`. */
type ShownText = Record<Exclude<keyof ProductText, 'categoryId'> | 'category', unknown>;

/** A seller's product: in the words of the API, and as the pages show it. */
export function ownProductShown(own: SellerProduct): Answered & { own: SellerProduct } {
  const { product, account, changes, reviewNote, publishAt } = own;
  const shown = {
    ...product,
    category: product.category?.slug ?? null,
    pictures: product.images,
    files: product.files.map((one) => ({ ...one, isCurrent: one.retiredAt === null })),
    ...{ changes, reviewNote, publishAt, own },
    missing: publishRefusals(product, account).map((reason) => PUBLISH_REFUSAL_TEXTS[reason]),
  };
  return shown satisfies ShownText;
}
