import type { Instant } from '../kernel/instant.ts';
import { readFields, type SettingGroup } from '../kernel/setting-group.ts';

/** The marketplace's review of new sellers' products before they are published. */

export const REVIEW_SCOPES = {
  none: 'No product',
  three: 'The first three products of each store',
  all: 'Every product',
} as const;
export type ReviewScope = keyof typeof REVIEW_SCOPES;

/** Which products are reviewed before they are published. */
export const PRODUCT_REVIEW: SettingGroup<{ scope: ReviewScope }> = {
  name: 'product-review',
  fallback: { scope: 'none' },
  check(value) {
    const fields = readFields(value);
    const scopes = Object.keys(REVIEW_SCOPES) as ReviewScope[];
    return fields.checked({ scope: fields.choice('scope', 'none', scopes) });
  },
};

/** With the scope `three`, a store is trusted once so many of its products have been published. */
export const REVIEWED_FIRST = 3;
/** Longest reason for sending a product back, in characters. */
export const REVIEW_NOTE_MAX = 1000;

/**
 * Whether a product waits for review instead of being published.
 * @param publishedAt when it was published first: what was public once is not reviewed again
 * @param published how many products of its store were ever published; counting up to `REVIEWED_FIRST` is enough
 */
export function needsReview(scope: ReviewScope, publishedAt: Instant | null, published: number): boolean {
  if (scope === 'none' || publishedAt !== null) return false;
  return scope === 'all' || published < REVIEWED_FIRST;
}

/** Why a guild or an access group cannot hand out a product that was not reviewed. */
export function reviewHoldText(name: string): string {
  return `“${name}” is reviewed before anybody gets it. Publish it in your store first: that sends it for review. Afterwards you may unlist it.`;
}

/** Why a product cannot be sent back with this reason, or null. */
export function reviewNoteRefusal(note: string): string | null {
  const { length } = note.trim();
  if (length < 3) return 'Say what the seller has to change.';
  return length > REVIEW_NOTE_MAX ? `Use at most ${REVIEW_NOTE_MAX} characters.` : null;
}
