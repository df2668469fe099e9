import { z } from 'astro/zod';
import { PRODUCT_LIMITS, PRODUCT_VERBS } from '../../../domain/catalogue/product-editing.ts';
import type { PartialProductText } from '../../../domain/catalogue/product-patch.ts';
import type { App } from '../../app/app.ts';
import { origin, picture, productText, timeZone } from '../../catalogue/product-input.ts';
import { definedOf } from '../../kernel/plain-input.ts';
import { fieldRefused } from '../../kernel/refusal-error.ts';
import { momentIn } from '../kernel/shapes.ts';

/** What is taken of a seller's product: the input of the editor, with names where that has ids and times. */

/** A category of the marketplace: programs name its slug, pages its id. */
type CategoryChoice = { slug: string } | { id: string };

export const seenIn = momentIn
  .optional()
  .describe('`updatedAt` as you read it: the change is refused where the product has changed since.');

/** Every field of a product's text. */
const fields = productText
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
      .transform((slug): CategoryChoice => ({ slug }))
      .nullable()
      .optional()
      .describe('The slug of a category of the marketplace; see `/categories`.'),
    facets: productText.shape.facets
      .partial()
      .optional()
      .describe('Facets that are left out stay as they are.'),
  });

export const draftInput = fields
  .extend({ name: productText.shape.name })
  .describe('What is left out has default values.');
export const changeInput = fields
  .extend({ seen: seenIn })
  .describe('Fields that are left out stay as they are.');

export const moveInput = z.object({
  verb: z
    .enum(PRODUCT_VERBS)
    .describe('What to do. A published product is “withdraw”n to make it ready again.'),
  publishAt: momentIn.nullable().default(null).describe('When, for “schedule”.'),
  timeZone: timeZone.default('').describe('The time zone in which you chose it, such as Europe/Berlin.'),
  origin: origin.describe(
    'Before the first publish: your own design, or whose it is and which licence lets you sell it. By sending it you declare that nobody else’s rights stand against it.',
  ),
});

export const pictureOrderInput = z.object({
  pictures: z
    .array(z.strictObject({ file: z.string().max(255), alt: picture.shape.alt }))
    .max(PRODUCT_LIMITS.images)
    .describe('Their order and texts; the first is the main one, and those left out are removed.'),
  seen: seenIn,
});

/** What was sent, as the rules and the database name it. @throws RefusalError for a category that does not exist */
export async function textSent(
  { catalogue: { listings } }: App,
  sent: z.output<typeof fields>,
): Promise<PartialProductText> {
  const { category, ...text } = definedOf(sent);
  const named = text as PartialProductText;
  if (category === undefined) return named;
  if (category === null) return { ...named, categoryId: null };
  if ('id' in category) return { ...named, categoryId: category.id };
  const all = (await listings.categories()).all.flatMap((one) => [one, ...one.children]);
  const found = all.find(({ slug }) => slug === category.slug);
  if (!found) throw fieldRefused('category', 'There is no such category.');
  return { ...named, categoryId: found.id };
}
