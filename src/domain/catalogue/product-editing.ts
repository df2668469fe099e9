import { refusalsOf } from '../kernel/fields/field-table.ts';
import type { Instant } from '../kernel/instant.ts';
import { markdownRefusal } from '../kernel/markdown-text.ts';
import { MAXIMUM_PRICE_CENTS, MINIMUM_PRICE_CENTS, priceText } from '../kernel/money.ts';
import { BUSINESS_REFUSAL_TEXTS } from '../payments/business-account.ts';
import { FACETS, type Facet, type ProductFacets } from './facets.ts';
import { OPEN_PRICE_REFUSAL_TEXTS, openPriceRefusal } from './price/open-price.ts';
import { PRE_ORDER_REFUSAL_TEXTS } from './price/pre-order.ts';
import { printSettingsRefusals } from './print/print-settings.ts';
import {
  type Discount,
  FACETS_TO_PUBLISH,
  type Product,
  type ProductState,
  type PublishRefusal,
  priceRefusal,
} from './product.ts';
import { PRODUCT_FIELDS, type ProductPlain } from './product-fields.ts';

/** The fields of a product that its seller edits. Pictures and files are changed separately. */
export type ProductText = Pick<
  Product,
  | keyof ProductPlain
  | 'name'
  | 'description'
  | 'priceCents'
  | 'free'
  | 'openPrice'
  | 'sale'
  | 'shelves'
  | 'tags'
  | 'facets'
  | 'licences'
  | 'print'
  | 'mature'
  | 'ai'
  | 'previewOff'
> & { categoryId: string | null };

/** Limits: characters of a text, entries of a list. */
export const PRODUCT_LIMITS = {
  name: 120,
  description: 20_000,
  tags: 20,
  tag: 40,
  shelves: 20,
  images: 12,
  alt: 300,
  change: 1000,
  /** Files that become a product's in one step, which is one transaction of a few statements a file. */
  filesAtOnce: 100,
} as const;

const PRICE_TEXTS = {
  'price-not-whole-cents': 'Enter a price in dollars and cents, such as 5.99.',
  'price-below-minimum': `Enter at least ${priceText(MINIMUM_PRICE_CENTS)}, or make it free.`,
  'price-above-maximum': `Enter at most ${priceText(MAXIMUM_PRICE_CENTS)}.`,
  'free-with-price': 'A free model has no price.',
} as const;

/** Why a product cannot be published, as shown beside the button. */
export const PUBLISH_REFUSAL_TEXTS: Record<PublishRefusal, string> = {
  'name-missing': 'Give it a name.',
  'image-missing': 'Add a picture.',
  'file-missing': 'Add a file that has been checked.',
  'free-pre-order': PRE_ORDER_REFUSAL_TEXTS.free,
  'pre-order-day': 'Promise a day for the pre-order that lies ahead.',
  'licence-missing': 'Choose a licence.',
  'facets-missing': `Choose at least ${FACETS_TO_PUBLISH} details that buyers filter by, such as type, scale and supports.`,
  'ai-missing': 'Say whether generative AI was used.',
  suspended: 'It is suspended; answer the case first.',
  ...PRICE_TEXTS,
  ...BUSINESS_REFUSAL_TEXTS,
};

/** Fields of the editor, with the parts of a sale and of the print settings by their own names. */
export type ProductTextField =
  | keyof ProductText
  | ('salePercent' | 'saleTo')
  | ('layerMm' | 'exposureS' | 'printSupports' | 'material' | 'printPrinter');

/** Validation errors by field. A draft may be incomplete, but what it contains must be valid. */
export function productTextRefusals(text: Partial<ProductText>): Partial<Record<ProductTextField, string>> {
  const refusals: ReturnType<typeof productTextRefusals> = {};
  if (text.name !== undefined && text.name.trim() === '') refusals.name = 'Give it a name.';
  if (text.name !== undefined && text.name.length > PRODUCT_LIMITS.name)
    refusals.name = `Use at most ${PRODUCT_LIMITS.name} characters.`;
  const described = markdownRefusal(text.description ?? '', PRODUCT_LIMITS.description);
  if (described) refusals.description = described;
  Object.assign(refusals, refusalsOf(PRODUCT_FIELDS, text));
  const { priceCents, free, openPrice = null, sale = null, tags, shelves } = text;
  // 0 means that no price was entered yet, which a draft may have.
  if (priceCents !== undefined && free !== undefined && (priceCents !== 0 || free)) {
    const refusal = priceRefusal({ priceCents, free, openPrice });
    if (refusal) refusals.priceCents = PRICE_TEXTS[refusal];
  }
  if (openPrice) {
    const refusal = openPriceRefusal(openPrice, { priceCents: priceCents ?? 0, sale });
    if (refusal) refusals.openPrice = OPEN_PRICE_REFUSAL_TEXTS[refusal];
  }
  if (tags && (tags.length > PRODUCT_LIMITS.tags || tags.some((tag) => !isTag(tag))))
    refusals.tags = `Use at most ${PRODUCT_LIMITS.tags} tags of at most ${PRODUCT_LIMITS.tag} characters.`;
  if (shelves && shelves.length > PRODUCT_LIMITS.shelves)
    refusals.shelves = `Choose at most ${PRODUCT_LIMITS.shelves} store categories.`;
  if (text.print) {
    const { supports, printer, ...others } = printSettingsRefusals(text.print);
    Object.assign(refusals, others);
    if (supports) refusals.printSupports = supports;
    if (printer) refusals.printPrinter = printer;
  }
  return text.sale ? { ...refusals, ...saleRefusals(text.sale) } : refusals;
}

/** Why a product with this many pictures takes no further one, as a sentence, or null. */
export function pictureAddRefusal(pictures: number): string | null {
  if (pictures < PRODUCT_LIMITS.images) return null;
  return `A product shows at most ${PRODUCT_LIMITS.images} pictures. Remove one first.`;
}

/** Whether each of the chosen ids exists and is chosen only once. */
export function areDistinctMembers(chosen: readonly string[], existing: readonly string[]): boolean {
  const left = new Set(existing);
  return chosen.every((id) => left.delete(id));
}

function saleRefusals({ percent, from, to }: Discount): { salePercent?: string; saleTo?: string } {
  const refusals: { salePercent?: string; saleTo?: string } = {};
  if (!Number.isInteger(percent) || percent < 5 || percent > 90)
    refusals.salePercent = 'Enter a discount between 5 and 90%.';
  if (!(to > from)) refusals.saleTo = 'The sale must end after it starts.';
  return refusals;
}

function isTag(tag: string): boolean {
  return tag.trim() !== '' && tag.length <= PRODUCT_LIMITS.tag;
}

/** Parses comma-separated tags: lower case, trimmed, without duplicates. */
export function tagsFrom(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim().toLowerCase().replace(/\s+/g, ' '));
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

/** The changes of state that a seller can make. */
export const PRODUCT_VERBS = ['publish', 'schedule', 'unlist', 'withdraw', 'archive', 'restore'] as const;
export type ProductVerb = (typeof PRODUCT_VERBS)[number];

/** The states each verb starts from, and the state it ends in. */
export const PRODUCT_TRANSITIONS: Record<ProductVerb, { from: readonly ProductState[]; to: ProductState }> = {
  publish: { from: ['draft', 'ready', 'scheduled', 'unlisted'], to: 'published' },
  schedule: { from: ['draft', 'ready', 'scheduled'], to: 'scheduled' },
  unlist: { from: ['published'], to: 'unlisted' },
  withdraw: { from: ['in-review', 'scheduled', 'published', 'unlisted'], to: 'ready' },
  archive: { from: ['draft', 'ready', 'in-review', 'scheduled', 'published', 'unlisted'], to: 'archived' },
  restore: { from: ['archived'], to: 'ready' },
};

export type StateChangeRefusal = 'suspended' | 'no-such-move' | 'not-in-future' | 'too-far';

export const STATE_CHANGE_REFUSAL_TEXTS: Record<StateChangeRefusal, string> = {
  suspended: PUBLISH_REFUSAL_TEXTS.suspended,
  'no-such-move': 'The product has changed since you loaded this page. Reload the page.',
  'not-in-future': 'Choose a time in the future.',
  'too-far': 'Choose a time within a year.',
};

/** How far ahead a product can be scheduled, in ms. */
const SCHEDULE_AHEAD_MAX_MS = 366 * 24 * 60 * 60 * 1000;

/** Why a product cannot change state this way, or null. @param at when to publish; only used by `schedule`. */
export function stateChangeRefusal(
  state: ProductState,
  verb: ProductVerb,
  now: Instant,
  at: Instant | null = null,
): StateChangeRefusal | null {
  if (state === 'suspended') return 'suspended';
  if (!PRODUCT_TRANSITIONS[verb].from.includes(state)) return 'no-such-move';
  if (verb !== 'schedule') return null;
  if (at === null || !(at > now)) return 'not-in-future';
  return at - now > SCHEDULE_AHEAD_MAX_MS ? 'too-far' : null;
}

/** The state that a verb ends in. */
export function stateAfter(verb: ProductVerb): ProductState {
  return PRODUCT_TRANSITIONS[verb].to;
}

/** Fills in facets that the seller has left empty from the product's files. */
export function facetsFromFiles(
  facets: ProductFacets,
  files: readonly Pick<Product['files'][number], 'role' | 'scale' | 'part' | 'mesh'>[],
): ProductFacets {
  const has = (role: string) => files.some((file) => file.role === role);
  const supports = (
    [
      ['unsupported', has('unsupported')],
      ['presupported', has('presupported')],
      ['slicer_project', has('slicer_project')],
    ] as const
  ).flatMap(([value, found]) => (found ? [value] : []));
  const scales = new Set(files.flatMap(({ scale }) => scale ?? []));
  const [onlyScale] = scales;
  const pieces = files.filter(({ role, mesh }) => role === 'unsupported' && mesh !== null);
  return {
    ...facets,
    supports: facets.supports.length > 0 ? facets.supports : supports,
    scale: facets.scale ?? (scales.size === 1 && isScale(onlyScale) ? onlyScale : null),
    parts: facets.parts ?? (pieces.length === 0 ? null : pieces.length === 1 ? 'single' : 'multipart'),
  };
}

function isScale(text: string | undefined): text is NonNullable<ProductFacets['scale']> {
  return text !== undefined && Object.hasOwn(FACETS.scale.values, text);
}

/** Facets in the order of the editor. */
export const FACET_ORDER: readonly Facet[] = ['type', 'genre', 'scale', 'supports', 'printer', 'parts'];

/** Labels of the product states. */
export const PRODUCT_STATE_TEXTS: Record<ProductState, string> = {
  draft: 'Draft',
  processing: 'Being checked',
  ready: 'Ready',
  'in-review': 'In review',
  scheduled: 'Scheduled',
  published: 'Published',
  unlisted: 'Unlisted',
  archived: 'Archived',
  suspended: 'Suspended',
};
