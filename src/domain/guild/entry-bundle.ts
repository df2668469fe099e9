import type { Instant } from '../kernel/instant.ts';

/** Ending a bundle only stops it for new members; members who have it keep it. */
export const ENTRY_BUNDLE_STATES = ['draft', 'active', 'ended'] as const;
export type EntryBundleState = (typeof ENTRY_BUNDLE_STATES)[number];

/** Labels of the states. */
export const ENTRY_BUNDLE_STATE_TEXTS: Record<EntryBundleState, string> = {
  draft: 'Draft',
  active: 'Active',
  ended: 'Ended',
};

export const ENTRY_BUNDLE_LIMITS = {
  name: 80,
  description: 2000,
  products: 100,
  minPaidPeriods: 24,
} as const;

/** Models a member gets once for joining. Leaving does not take them back. */
export interface EntryBundle {
  id: string;
  guildId: string;
  name: string;
  /** Markdown. */
  description: string;
  productIds: string[];
  tierIds: string[];
  /** It is for members who join from `validFrom` and before `validTo`; null is open-ended. */
  validFrom: Instant | null;
  validTo: Instant | null;
  /** Paid months needed before it is granted, 1 to 24; with 0, months given by the artist count too. */
  minPaidPeriods: number;
  state: EntryBundleState;
  /** When it became active and when it ended. */
  startedAt: Instant | null;
  endedAt: Instant | null;
}

/** The fields of a bundle that a seller edits. */
export type EntryBundleDraft = Omit<EntryBundle, 'id' | 'guildId' | 'state' | 'startedAt' | 'endedAt'>;

/** Validation errors of a bundle by field; empty when it is valid. */
export function entryBundleRefusals(
  bundle: EntryBundleDraft,
): Partial<Record<keyof EntryBundleDraft, string>> {
  const refusals: ReturnType<typeof entryBundleRefusals> = {};
  const { name, description, products, minPaidPeriods } = ENTRY_BUNDLE_LIMITS;
  if (bundle.name.trim() === '' || bundle.name.length > name)
    refusals.name = `Use between 1 and ${name} characters.`;
  if (bundle.description.length > description)
    refusals.description = `Use at most ${description} characters.`;
  if (bundle.productIds.length > products) refusals.productIds = `Choose at most ${products} models.`;
  for (const field of ['validFrom', 'validTo'] as const)
    if (Number.isNaN(bundle[field])) refusals[field] = 'Enter a day and a time.';
  if (bundle.validFrom !== null && bundle.validTo !== null && bundle.validTo <= bundle.validFrom)
    refusals.validTo = 'Enter an end that is after the beginning.';
  const least = bundle.minPaidPeriods;
  if (!Number.isInteger(least) || least < 0 || least > minPaidPeriods)
    refusals.minPaidPeriods = `Enter a whole number from 0 to ${minPaidPeriods}.`;
  return refusals;
}

export type EntryBundleMoveRefusal = 'no-such-move' | 'no-product' | 'no-tier' | 'over';

export const ENTRY_BUNDLE_MOVE_REFUSAL_TEXTS: Record<EntryBundleMoveRefusal, string> = {
  'no-such-move': 'The bundle cannot change to that state now. Reload the page.',
  'no-product': 'Add at least one model to the bundle.',
  'no-tier': 'Choose at least one tier that gets it.',
  over: 'The last day for joining has passed. Choose a later one first.',
};

const MOVES: Record<EntryBundleState, readonly EntryBundleState[]> = {
  draft: ['active'],
  active: ['ended'],
  ended: [],
};

/** Why a bundle cannot change to this state now, or null. */
export function entryBundleMoveRefusal(
  bundle: Pick<EntryBundle, 'state' | 'productIds' | 'tierIds' | 'validTo'>,
  to: EntryBundleState,
  now: Instant,
): EntryBundleMoveRefusal | null {
  if (!MOVES[bundle.state].includes(to)) return 'no-such-move';
  if (to !== 'active') return null;
  if (bundle.productIds.length === 0) return 'no-product';
  if (bundle.tierIds.length === 0) return 'no-tier';
  return bundle.validTo !== null && bundle.validTo <= now ? 'over' : null;
}

/** Whether a bundle is for a member who joined at this moment. It depends on nothing else, so the answer never changes later. */
export function bundleIsFor(
  bundle: Pick<EntryBundle, 'validFrom' | 'validTo' | 'startedAt' | 'endedAt'>,
  joinedAt: Instant,
): boolean {
  if (bundle.startedAt === null || joinedAt < bundle.startedAt) return false;
  if (bundle.endedAt !== null && joinedAt >= bundle.endedAt) return false;
  if (bundle.validFrom !== null && joinedAt < bundle.validFrom) return false;
  return bundle.validTo === null || joinedAt < bundle.validTo;
}
