import type { EntitlementSource, Revocation } from '../catalogue/entitlement.ts';
import type { Stars } from '../catalogue/rating.ts';
import type { Instant } from '../kernel/instant.ts';

/** How long each text may be, in characters, and how many photos go with one review. */
export const REVIEW_LIMITS = { text: 4000, answer: 2000, printer: 80, variant: 120, photos: 4 } as const;

export const MATERIALS = {
  resin: 'Resin',
  tough_resin: 'Tough or flexible resin',
  pla: 'PLA filament',
  petg: 'PETG filament',
  abs: 'ABS or ASA filament',
  other: 'Another material',
} as const;
export type Material = keyof typeof MATERIALS;

export const PRINT_OUTCOMES = {
  yes: 'Printed as it came',
  changes: 'Printed with changes',
  no: 'Did not print',
} as const;
export type PrintOutcome = keyof typeof PRINT_OUTCOMES;

/** What an owner says of a product. */
export interface ReviewText {
  stars: Stars;
  /** "" for stars alone. */
  text: string;
  /** The printer's name; "" where he does not say. */
  printer: string;
  material: Material | null;
  /** Which of the product's variants was printed; "" where he does not say. */
  variant: string;
  outcome: PrintOutcome | null;
}

/** A picture of a print. `print` is its id, `file` the picture's name in the backend. */
export interface PrintPhoto {
  id: string;
  file: string;
}

export interface Review extends ReviewText {
  id: string;
  productId: string;
  /** Null once the account is deleted. */
  author: string | null;
  /** How its author came to own it. */
  source: EntitlementSource;
  writtenAt: Instant;
  /** When it was last changed, later than people correct a slip; null where never. */
  editedAt: Instant | null;
  photos: PrintPhoto[];
  answer: ReviewAnswer | null;
}

export interface ReviewAnswer {
  text: string;
  at: Instant;
  edited: boolean;
}

/** How pages order reviews. */
export const REVIEW_SORTS = {
  newest: 'Newest',
  highest: 'Highest rating',
  lowest: 'Lowest rating',
  photos: 'With photos',
} as const;
export type ReviewSort = keyof typeof REVIEW_SORTS;

export function isReviewSort(value: unknown): value is ReviewSort {
  return typeof value === 'string' && Object.hasOwn(REVIEW_SORTS, value);
}

/** Grants after whose end somebody has had the product all the same; of the others he has his money back or never paid. */
const STAYS_OWNER: readonly Revocation[] = ['takedown'];

/** What is known of somebody who wants to review a product. */
export interface Reviewer {
  /** His grants of this product, ended ones too. */
  grants: readonly { revokedAt: Instant | null; revocation: Revocation | null }[];
  /** Whether he sells it. */
  sells: boolean;
  /** Whether he reviewed it. */
  reviewed: boolean;
}

export type ReviewRefusal = 'not-owned' | 'own-product' | 'reviewed' | 'hidden' | 'no-review' | 'photos-full';

export const REVIEW_REFUSAL_TEXTS: Record<ReviewRefusal, string> = {
  'not-owned': 'Only people who own this model can review it.',
  'own-product': 'You cannot review a model of your own store.',
  reviewed: 'You have reviewed this model already. Change your review instead.',
  hidden:
    'This review is out of sight: it was reported, or waits to be looked at. It can be neither changed nor taken back.',
  'no-review': 'There is no such review, or it was taken back.',
  'photos-full': `A review holds at most ${REVIEW_LIMITS.photos} photos. Take one away first.`,
};

/** Whether somebody has or had this product, his money not given back. */
export function ownedForReview(grants: Reviewer['grants']): boolean {
  return grants.some(
    ({ revokedAt, revocation }) =>
      revokedAt === null || (revocation !== null && STAYS_OWNER.includes(revocation)),
  );
}

/** Why somebody cannot review a product, or null. */
export function reviewRefusal({ grants, sells, reviewed }: Reviewer): ReviewRefusal | null {
  if (sells) return 'own-product';
  if (!ownedForReview(grants)) return 'not-owned';
  return reviewed ? 'reviewed' : null;
}

/** Changes this soon after writing are slips put right, and not marked. */
export const SLIP_MS = 10 * 60_000;

/** Whether a change of something written at `writtenAt` is to be marked. */
export function marksEdited(writtenAt: Instant, now: Instant): boolean {
  return now - writtenAt > SLIP_MS;
}

/** What somebody reads of how the author came to own it. */
export function ownerWords(source: EntitlementSource): string {
  if (source === 'purchase') return 'Bought it';
  if (source === 'free') return 'Got it free';
  if (source === 'gift') return 'Got it as a gift';
  if (source === 'access_group') return 'Backed it';
  return source === 'operator' ? 'Owns it' : 'Got it with a guild';
}

/** The printer, material and variant in one line; "" where none was said. */
export function printWords({
  printer,
  material,
  variant,
}: Pick<ReviewText, 'printer' | 'material' | 'variant'>): string {
  return [printer, material === null ? '' : MATERIALS[material], variant]
    .filter((part) => part !== '')
    .join(' · ');
}

/** What a review is called where a name is wanted and the account is gone. */
export const NOBODY = 'A former member';
