import type { Instant } from '../kernel/instant.ts';
import { MAXIMUM_PRICE_CENTS, MINIMUM_PRICE_CENTS, priceText } from '../kernel/money.ts';
import { BUSINESS_REFUSAL_TEXTS } from '../payments/business-account.ts';
import { FACETS, type Facet, type ProductFacets } from './facets.ts';
import {
  FACETS_TO_PUBLISH,
  type Product,
  type ProductState,
  type PublishRefusal,
  priceRefusal,
  type Sale,
} from './product.ts';

/** What a seller writes about a product. Pictures and files are changed one by one. */
export type ProductText = Pick<
  Product,
  | 'name'
  | 'description'
  | 'priceCents'
  | 'free'
  | 'sale'
  | 'shelves'
  | 'tags'
  | 'facets'
  | 'archetype'
  | 'baseMm'
  | 'licences'
  | 'printNotes'
  | 'mature'
  | 'ai'
  | 'previewOff'
> & { categoryId: string | null };

/** How much each field holds: characters of a text, entries of a list. */
export const PRODUCT_LIMITS = {
  name: 120,
  description: 20_000,
  printNotes: 4000,
  archetype: 60,
  tags: 20,
  tag: 40,
  shelves: 20,
  images: 12,
  alt: 300,
  change: 1000,
  baseMm: 1000,
} as const;

const PRICE_TEXTS = {
  'price-not-whole-cents': 'Enter a price in dollars and cents, such as 5.99.',
  'price-below-minimum': `Ask at least ${priceText(MINIMUM_PRICE_CENTS)}, or make it free.`,
  'price-above-maximum': `Ask at most ${priceText(MAXIMUM_PRICE_CENTS)}.`,
  'free-with-price': 'Something free has no price.',
} as const;

/** What a seller reads beside the button that publishes. */
export const PUBLISH_REFUSAL_TEXTS: Record<PublishRefusal, string> = {
  'name-missing': 'Give it a name.',
  'image-missing': 'Add a picture.',
  'file-missing': 'Add a file that has been checked.',
  'licence-missing': 'Choose a licence.',
  'facets-missing': `Say at least ${FACETS_TO_PUBLISH} things buyers filter by, such as type, scale and supports.`,
  suspended: 'The hall has suspended it; answer the case first.',
  ...PRICE_TEXTS,
  ...BUSINESS_REFUSAL_TEXTS,
};

/** What is wrong with what a seller wrote, a sentence a field. A draft may be empty, but nothing in it may be wrong. */
export function productTextRefusals(
  text: Partial<ProductText>,
): Partial<Record<keyof ProductText | 'salePercent' | 'saleTo', string>> {
  const refusals: ReturnType<typeof productTextRefusals> = {};
  if (text.name !== undefined && text.name.trim() === '') refusals.name = 'Give it a name.';
  for (const field of ['name', 'description', 'printNotes', 'archetype'] as const) {
    if ((text[field] ?? '').length > PRODUCT_LIMITS[field])
      refusals[field] = `Use at most ${PRODUCT_LIMITS[field]} characters.`;
  }
  const { priceCents, free, baseMm, tags, shelves } = text;
  // Nothing typed yet is 0, which a draft may have.
  if (priceCents !== undefined && free !== undefined && (priceCents !== 0 || free)) {
    const refusal = priceRefusal({ priceCents, free });
    if (refusal) refusals.priceCents = PRICE_TEXTS[refusal];
  }
  if (baseMm != null && !(Number.isFinite(baseMm) && baseMm > 0 && baseMm <= PRODUCT_LIMITS.baseMm))
    refusals.baseMm = `Enter the base in mm, at most ${PRODUCT_LIMITS.baseMm}.`;
  if (tags && (tags.length > PRODUCT_LIMITS.tags || tags.some((tag) => !isTag(tag))))
    refusals.tags = `Use at most ${PRODUCT_LIMITS.tags} tags of at most ${PRODUCT_LIMITS.tag} characters.`;
  if (shelves && shelves.length > PRODUCT_LIMITS.shelves)
    refusals.shelves = `Put it on at most ${PRODUCT_LIMITS.shelves} shelves.`;
  return text.sale ? { ...refusals, ...saleRefusals(text.sale) } : refusals;
}

function saleRefusals({ percent, from, to }: Sale): { salePercent?: string; saleTo?: string } {
  const refusals: { salePercent?: string; saleTo?: string } = {};
  if (!Number.isInteger(percent) || percent < 5 || percent > 90)
    refusals.salePercent = 'Take between 5 and 90 % off.';
  if (!(to > from)) refusals.saleTo = 'The sale must end after it begins.';
  return refusals;
}

function isTag(tag: string): boolean {
  return tag.trim() !== '' && tag.length <= PRODUCT_LIMITS.tag;
}

/** Tags as they are typed, separated by commas: small, trimmed, each once. */
export function tagsFrom(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim().toLowerCase().replace(/\s+/g, ' '));
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

/** What a seller may ask of a product beside changing it. */
export const PRODUCT_VERBS = ['publish', 'schedule', 'unlist', 'withdraw', 'archive', 'restore'] as const;
export type ProductVerb = (typeof PRODUCT_VERBS)[number];

/** Which states each verb starts from, and where it leads. */
const MOVES: Record<ProductVerb, { from: readonly ProductState[]; to: ProductState }> = {
  publish: { from: ['draft', 'ready', 'scheduled', 'unlisted'], to: 'published' },
  schedule: { from: ['draft', 'ready', 'scheduled'], to: 'scheduled' },
  unlist: { from: ['published'], to: 'unlisted' },
  withdraw: { from: ['scheduled', 'published', 'unlisted'], to: 'ready' },
  archive: { from: ['draft', 'ready', 'scheduled', 'published', 'unlisted'], to: 'archived' },
  restore: { from: ['archived'], to: 'ready' },
};

export type StateChangeRefusal = 'suspended' | 'no-such-move' | 'not-in-future' | 'too-far';

export const STATE_CHANGE_REFUSAL_TEXTS: Record<StateChangeRefusal, string> = {
  suspended: PUBLISH_REFUSAL_TEXTS.suspended,
  'no-such-move': 'The product is elsewhere by now; load the page anew.',
  'not-in-future': 'Choose a moment that is still to come.',
  'too-far': 'Choose a moment within a year.',
};

/** A product may be announced for so far ahead. In ms. */
const AHEAD_MAX_MS = 366 * 24 * 60 * 60 * 1000;

/** Why a product cannot be led this way, or null. @param at when it shall appear; asked for `schedule` alone. */
export function stateChangeRefusal(
  state: ProductState,
  verb: ProductVerb,
  now: Instant,
  at: Instant | null = null,
): StateChangeRefusal | null {
  if (state === 'suspended') return 'suspended';
  if (!MOVES[verb].from.includes(state)) return 'no-such-move';
  if (verb !== 'schedule') return null;
  if (at === null || !(at > now)) return 'not-in-future';
  return at - now > AHEAD_MAX_MS ? 'too-far' : null;
}

/** Where a verb leads. */
export function stateAfter(verb: ProductVerb): ProductState {
  return MOVES[verb].to;
}

/** What the files of a product say of its facets, for those the seller has left open. */
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
  ).flatMap(([word, found]) => (found ? [word] : []));
  const scales = new Set(files.flatMap(({ scale }) => scale ?? []));
  const [only] = scales;
  const pieces = files.filter(({ role, mesh }) => role === 'unsupported' && mesh !== null);
  return {
    ...facets,
    supports: facets.supports.length > 0 ? facets.supports : supports,
    scale: facets.scale ?? (scales.size === 1 && isScale(only) ? only : null),
    parts: facets.parts ?? (pieces.length === 0 ? null : pieces.length === 1 ? 'single' : 'multipart'),
  };
}

function isScale(text: string | undefined): text is NonNullable<ProductFacets['scale']> {
  return text !== undefined && Object.hasOwn(FACETS.scale.values, text);
}

/** Facets in the order an editor asks for them. */
export const FACET_ORDER: readonly Facet[] = ['type', 'genre', 'scale', 'supports', 'printer', 'parts'];

/** What a product's list says in one word. */
export const PRODUCT_STATE_TEXTS: Record<ProductState, string> = {
  draft: 'Draft',
  processing: 'Being checked',
  ready: 'Ready',
  scheduled: 'Scheduled',
  published: 'Published',
  unlisted: 'Unlisted',
  archived: 'Archived',
  suspended: 'Suspended',
};
