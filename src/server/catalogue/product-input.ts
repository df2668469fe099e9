import { z } from 'astro/zod';
import { FACETS } from '../../domain/catalogue/facets.ts';
import { ORIGIN_LIMITS, originRefusals } from '../../domain/catalogue/origin.ts';
import {
  cleanPrintSettings,
  MATERIAL_NAMES,
  PRINT_SUPPORT_NAMES,
} from '../../domain/catalogue/print/print-settings.ts';
import { AI_DECLARATIONS, FILE_ROLES, LICENCES } from '../../domain/catalogue/product.ts';
import { PRODUCT_LIMITS } from '../../domain/catalogue/product-editing.ts';
import { PRODUCT_FIELDS } from '../../domain/catalogue/product-fields.ts';
import { cleanLine } from '../../domain/kernel/clean-text.ts';
import { checkedBy } from '../kernel/checked-by.ts';
import { inputOf } from '../kernel/field-input.ts';
import { keysOf, longText, recordIdInput } from '../kernel/plain-input.ts';
import { lineInput, textInput } from '../kernel/text-input.ts';

/** Input schemas of products, of actions and the API alike. They check shapes; domain rules are checked separately. */

/** In ms, up to the year 9999. */
const instant = z.number().int().min(0).max(253_402_300_799_999);
const oneOf = <Value extends string>(values: Record<Value, string>) => keysOf(values).nullable();
const someOf = <Value extends string>(values: Record<Value, string>) => z.array(keysOf(values)).max(20);

export const recordId = recordIdInput('There is no such product.');
/** The `updatedAt` of the product as the browser loaded it, to detect concurrent changes. */
export const seen = instant;
export const moment = instant;
export const timeZone = z.string().max(60);

/** What the seller declares about the origin of a product; null where it is declared already. */
export const origin = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('own') }),
    z.object({
      kind: z.literal('licensed'),
      from: lineInput(ORIGIN_LIMITS.from, `Use at most ${ORIGIN_LIMITS.from} characters.`),
      licence: lineInput(ORIGIN_LIMITS.licence, `Use at most ${ORIGIN_LIMITS.licence} characters.`),
    }),
  ])
  .superRefine(checkedBy(originRefusals))
  .nullable()
  .default(null);

export const productText = z
  .object({
    name: longText.transform(cleanLine),
    description: longText,
    priceCents: z.number().int().min(0).max(1_000_000_000),
    free: z.boolean(),
    openPrice: z.object({ suggestedCents: z.number().int().min(0).max(1_000_000_000).nullable() }).nullable(),
    sale: z.object({ percent: z.number(), from: instant, to: instant }).nullable(),
    categoryId: recordId.nullable(),
    shelves: z.array(recordId).max(100),
    tags: z.array(z.string().max(100).transform(cleanLine).pipe(z.string().toLowerCase())).max(100),
    facets: z.object({
      type: oneOf(FACETS.type.values),
      genre: someOf(FACETS.genre.values),
      scale: oneOf(FACETS.scale.values),
      supports: someOf(FACETS.supports.values),
      printer: someOf(FACETS.printer.values),
      parts: oneOf(FACETS.parts.values),
    }),
    ...inputOf(PRODUCT_FIELDS),
    licences: z.array(keysOf(LICENCES)).max(2),
    print: z
      .object({
        layerMm: z.number().nullable(),
        exposureS: z.number().nullable(),
        supports: z.enum(PRINT_SUPPORT_NAMES).nullable(),
        material: z.enum(MATERIAL_NAMES).nullable(),
        printer: longText,
      })
      .transform(cleanPrintSettings),
    mature: z.boolean(),
    ai: keysOf(AI_DECLARATIONS).nullable(),
    previewOff: z.boolean(),
  })
  .strict();

const part = lineInput(80, 'Name the part in at most 80 characters.').nullable();
export const fileChoice = z.object({
  uploadId: recordIdInput('There is no such upload.'),
  role: keysOf(FILE_ROLES),
  scale: keysOf(FACETS.scale.values).nullable(),
  part,
});
export const listedFile = z.object({
  id: recordId,
  name: lineInput(200, 'Use at most 200 characters.').pipe(z.string().min(1, 'Give the file a name.')),
  role: keysOf(FILE_ROLES),
  scale: keysOf(FACETS.scale.values).nullable(),
  part,
});
export const ALT_TOO_LONG = `Describe a picture in at most ${PRODUCT_LIMITS.alt} characters.`;
export const picture = z.object({
  file: z.string().max(255),
  alt: lineInput(PRODUCT_LIMITS.alt, ALT_TOO_LONG),
});
export const changeNote = textInput(
  PRODUCT_LIMITS.change,
  `Use at most ${PRODUCT_LIMITS.change} characters.`,
);
