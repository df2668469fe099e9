import type { EntitlementSource, Revocation } from '../catalogue/entitlement.ts';
import {
  PRINTER_NAME_MAX,
  type PrintSettings,
  printSettingsLine,
} from '../catalogue/print/print-settings.ts';
import type { Stars } from '../catalogue/rating.ts';
import type { Instant } from '../kernel/instant.ts';

/** Maximum lengths in characters, and the maximum number of photos per review. */
export const REVIEW_LIMITS = {
  text: 4000,
  answer: 2000,
  printer: PRINTER_NAME_MAX,
  variant: 120,
  photos: 4,
} as const;

export const PRINT_OUTCOMES = {
  yes: 'Printed as supplied',
  changes: 'Printed with changes',
  no: 'Did not print',
} as const;
export type PrintOutcome = keyof typeof PRINT_OUTCOMES;

/** What the owner of a product writes about it. */
export interface ReviewText extends PrintSettings {
  stars: Stars;
  /** "" for stars alone. */
  text: string;
  /** Which of the product's variants was printed; "" if not given. */
  variant: string;
  outcome: PrintOutcome | null;
}

/** A photo of a print. `file` is its name in the backend. */
export interface PrintPhoto {
  id: string;
  file: string;
}

export interface Review extends ReviewText {
  id: string;
  productId: string;
  /** Null once the account is deleted. */
  author: string | null;
  /** How the author got the product. */
  source: EntitlementSource;
  writtenAt: Instant;
  /** When it was last changed after the first TYPO_WINDOW_MS; null if never. */
  editedAt: Instant | null;
  photos: PrintPhoto[];
  answer: ReviewAnswer | null;
}

export interface ReviewAnswer {
  text: string;
  at: Instant;
  edited: boolean;
}

/** Sort orders of reviews. */
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

/** Revocations after which the former owner can still review: in all other cases they were refunded or never paid. */
const STAYS_OWNER: readonly Revocation[] = ['takedown'];

/** A user in relation to a product they want to review. */
export interface Reviewer {
  /** Their grants of this product, revoked ones included. */
  grants: readonly { revokedAt: Instant | null; revocation: Revocation | null }[];
  /** Whether they sell it. */
  sells: boolean;
  /** Whether they have reviewed it. */
  reviewed: boolean;
}

export type ReviewRefusal = 'not-owned' | 'own-product' | 'reviewed' | 'hidden' | 'no-review' | 'photos-full';

export const REVIEW_REFUSAL_TEXTS: Record<ReviewRefusal, string> = {
  'not-owned': 'Only people who own this model can review it.',
  'own-product': 'You cannot review a model of your own store.',
  reviewed: 'You have reviewed this model already. Change your review instead.',
  hidden:
    'This review is hidden because it was reported, is waiting to be checked, or its purchase was returned. It cannot be changed or deleted now.',
  'no-review': 'This review does not exist, or it was deleted.',
  'photos-full': `A review holds at most ${REVIEW_LIMITS.photos} photos. Remove one first.`,
};

/** Whether the user owns the product, or owned it without getting a refund. */
export function ownedForReview(grants: Reviewer['grants']): boolean {
  return grants.some(
    ({ revokedAt, revocation }) =>
      revokedAt === null || (revocation !== null && STAYS_OWNER.includes(revocation)),
  );
}

/** Why a user cannot review a product, or null. */
export function reviewRefusal({ grants, sells, reviewed }: Reviewer): ReviewRefusal | null {
  if (sells) return 'own-product';
  if (!ownedForReview(grants)) return 'not-owned';
  return reviewed ? 'reviewed' : null;
}

/** Changes within this time after writing, in ms, are typo fixes and are not marked as edits. */
export const TYPO_WINDOW_MS = 10 * 60_000;

/** Whether a change at `now` of a text written at `writtenAt` is marked as an edit. */
export function marksEdited(writtenAt: Instant, now: Instant): boolean {
  return now - writtenAt > TYPO_WINDOW_MS;
}

/** Label that says how the author got the product. */
export function ownershipLabel(source: EntitlementSource): string {
  if (source === 'purchase') return 'Bought it';
  if (source === 'free') return 'Got it free';
  if (source === 'gift') return 'Got it as a gift';
  if (source === 'access_group') return 'Backed it';
  return source === 'operator' ? 'Owns it' : 'Got it with a guild';
}

/** The print settings and the variant in one line; "" if none is given. */
export function printSummary(print: PrintSettings & Pick<ReviewText, 'variant'>): string {
  return [printSettingsLine(print), print.variant].filter((part) => part !== '').join(' · ');
}

/** Shown in place of the author's name once the account is deleted. */
export const FORMER_MEMBER = 'A former member';
