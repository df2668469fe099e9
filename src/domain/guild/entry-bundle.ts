import type { Instant } from '../kernel/instant.ts';

/** Ending a bundle takes nothing away; it is only that nobody gets it for joining any more. */
export const ENTRY_BUNDLE_STATES = ['draft', 'active', 'ended'] as const;
export type EntryBundleState = (typeof ENTRY_BUNDLE_STATES)[number];

/** How a person reads each state. */
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

/** What somebody gets for joining, once, whatever happens afterwards. */
export interface EntryBundle {
  id: string;
  guildId: string;
  name: string;
  /** Markdown. */
  description: string;
  productIds: string[];
  tierIds: string[];
  /** It is for who joins from and before these moments; null is open-ended. */
  validFrom: Instant | null;
  validTo: Instant | null;
  /** Months that must be paid before it comes, 1 to 24; 0 also serves months given by the artist. */
  minPaidPeriods: number;
  state: EntryBundleState;
  /** When it was made active, and when it was ended. */
  startedAt: Instant | null;
  endedAt: Instant | null;
}

/** What a seller writes about a bundle. */
export type EntryBundleDraft = Omit<EntryBundle, 'id' | 'guildId' | 'state' | 'startedAt' | 'endedAt'>;

/** What is wrong with a bundle as it was written, a sentence a field; empty where it can be kept. */
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
  'no-such-move': 'The bundle cannot go there from where it is now; load the page anew.',
  'no-product': 'Put at least one model into the bundle.',
  'no-tier': 'Choose at least one tier that gets it.',
  over: 'The last day for joining has passed. Choose a later one first.',
};

const MOVES: Record<EntryBundleState, readonly EntryBundleState[]> = {
  draft: ['active'],
  active: ['ended'],
  ended: [],
};

/** Why a bundle cannot come to this state now, or null. */
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

/** Whether a bundle is for who joined at this moment. It looks at nothing else, so that it never depends on when it is asked. */
export function bundleIsFor(
  bundle: Pick<EntryBundle, 'validFrom' | 'validTo' | 'startedAt' | 'endedAt'>,
  joinedAt: Instant,
): boolean {
  if (bundle.startedAt === null || joinedAt < bundle.startedAt) return false;
  if (bundle.endedAt !== null && joinedAt >= bundle.endedAt) return false;
  if (bundle.validFrom !== null && joinedAt < bundle.validFrom) return false;
  return bundle.validTo === null || joinedAt < bundle.validTo;
}
