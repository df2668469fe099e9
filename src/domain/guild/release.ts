import type { Picture, ProductState } from '../catalogue/product.ts';
import type { Instant } from '../kernel/instant.ts';
import { markdownRefusal } from '../kernel/markdown-text.ts';
import { type Cents, MAXIMUM_PRICE_CENTS, MINIMUM_PRICE_CENTS, priceText } from '../kernel/money.ts';
import { isMonth, type Month } from '../kernel/month.ts';

/**
 * `publishing`: granted to its members step by step; `published`: all of them have it. `archived`: no longer shown, but
 * members who pay for its month still get it.
 */
export const RELEASE_STATES = ['draft', 'scheduled', 'publishing', 'published', 'archived'] as const;
export type ReleaseState = (typeof RELEASE_STATES)[number];

/** Labels of the states. */
export const RELEASE_STATE_TEXTS: Record<ReleaseState, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  publishing: 'Publishing',
  published: 'Published',
  archived: 'Archived',
};

export const RELEASE_LIMITS = { title: 100, description: 10_000, products: 100 } as const;

/** What members get for a month. */
export interface Release {
  id: string;
  guildId: string;
  title: string;
  month: Month;
  cover: Picture | null;
  /** Markdown. */
  description: string;
  productIds: string[];
  /** Tiers it is for; tiers that include lower ones get it too. */
  tierIds: string[];
  /** When it is scheduled to be published; null for a draft without a date. */
  publishAt: Instant | null;
  /** When it was published: its members get it from then on. */
  publishedAt: Instant | null;
  state: ReleaseState;
  /** Price of the whole release for buyers who were not members in its month; null when not sold. */
  backCents: Cents | null;
  /** Members who have it, and how many were due to get it when publishing began. */
  reached: number;
  toReach: number;
}

/** The fields of a release that a seller edits. */
export type ReleaseDraft = Pick<
  Release,
  'title' | 'month' | 'description' | 'productIds' | 'tierIds' | 'publishAt' | 'backCents'
>;

/** Validation errors of a release by field; empty when it can be stored as a draft. */
export function releaseRefusals(release: ReleaseDraft): Partial<Record<keyof ReleaseDraft, string>> {
  const refusals: ReturnType<typeof releaseRefusals> = {};
  if (release.title.trim() === '' || release.title.length > RELEASE_LIMITS.title)
    refusals.title = `Use between 1 and ${RELEASE_LIMITS.title} characters.`;
  if (!isMonth(release.month)) refusals.month = 'Choose a month.';
  const description = markdownRefusal(release.description, RELEASE_LIMITS.description);
  if (description) refusals.description = description;
  if (release.productIds.length > RELEASE_LIMITS.products)
    refusals.productIds = `Choose at most ${RELEASE_LIMITS.products} models.`;
  if (release.publishAt !== null && !Number.isFinite(release.publishAt))
    refusals.publishAt = 'Enter a day and a time.';
  const { backCents } = release;
  if (
    backCents !== null &&
    !(Number.isInteger(backCents) && backCents >= MINIMUM_PRICE_CENTS && backCents <= MAXIMUM_PRICE_CENTS)
  )
    refusals.backCents = `Enter a price from ${priceText(MINIMUM_PRICE_CENTS)} to ${priceText(MAXIMUM_PRICE_CENTS)}, or nothing.`;
  return refusals;
}

export type ReleaseMoveRefusal =
  | 'no-such-move'
  | 'no-product'
  | 'product-not-ready'
  | 'no-tier'
  | 'no-moment'
  | 'moment-passed'
  | 'guild-not-open';

export const RELEASE_MOVE_REFUSAL_TEXTS: Record<ReleaseMoveRefusal, string> = {
  'no-such-move': 'The release cannot change to that state now. Reload the page.',
  'no-product': 'Add at least one model to the release.',
  'product-not-ready': 'One of its models is suspended, archived or has no files yet.',
  'no-tier': 'Choose at least one tier that gets it.',
  'no-moment': 'Choose when to publish it.',
  'moment-passed': 'This time has already passed. Publish it now or choose a later time.',
  'guild-not-open': 'The guild is not live. Make it live first.',
};

const RELEASE_MOVES: Record<ReleaseState, readonly ReleaseState[]> = {
  draft: ['scheduled', 'publishing'],
  scheduled: ['draft', 'scheduled', 'publishing'],
  publishing: ['published'],
  published: ['archived', 'publishing'],
  archived: ['published'],
};

/** What the rules need to know about one of a release's models. */
export interface ReleaseProduct {
  id: string;
  state: ProductState;
  files: number;
}

/**
 * Why a release cannot change to this state now, or null. The seller or the schedule starts `publishing`; a closing guild
 * still publishes, because its last months are paid.
 */
export function releaseMoveRefusal(
  release: Pick<Release, 'state' | 'tierIds' | 'publishAt'> & { products: readonly ReleaseProduct[] },
  to: ReleaseState,
  guild: { state: 'draft' | 'live' | 'paused' | 'closing' | 'closed' },
  now: Instant,
): ReleaseMoveRefusal | null {
  if (!RELEASE_MOVES[release.state].includes(to)) return 'no-such-move';
  if (to !== 'scheduled' && to !== 'publishing') return null;
  if (release.products.length === 0) return 'no-product';
  if (release.products.some((product) => !mayBeReleased(product))) return 'product-not-ready';
  if (release.tierIds.length === 0) return 'no-tier';
  if (to === 'scheduled') {
    if (release.publishAt === null) return 'no-moment';
    return release.publishAt <= now ? 'moment-passed' : null;
  }
  return guild.state === 'live' || guild.state === 'closing' ? null : 'guild-not-open';
}

/** Whether a model can be released to members. Drafts can: a release often is a model's first appearance. */
export function mayBeReleased(product: Pick<ReleaseProduct, 'state' | 'files'>): boolean {
  return product.state !== 'suspended' && product.state !== 'archived' && product.files > 0;
}

export type ReleaseChangeRefusal = 'keeps-products' | 'keeps-tiers' | 'keeps-month';

export const RELEASE_CHANGE_REFUSAL_TEXTS: Record<ReleaseChangeRefusal, string> = {
  'keeps-products': 'Members already have these models. You can add models but not remove them.',
  'keeps-tiers': 'Members of these tiers already have it. You can add tiers but not remove them.',
  'keeps-month': 'Members got it for this month, so the month cannot change.',
};

/** Why an edit is not allowed, or null: once a release reaches members it can only grow. */
export function releaseChangeRefusal(
  before: Pick<Release, 'state' | 'productIds' | 'tierIds' | 'month'>,
  after: Pick<Release, 'productIds' | 'tierIds' | 'month'>,
): ReleaseChangeRefusal | null {
  if (before.state === 'draft' || before.state === 'scheduled') return null;
  if (before.productIds.some((id) => !after.productIds.includes(id))) return 'keeps-products';
  if (before.tierIds.some((id) => !after.tierIds.includes(id))) return 'keeps-tiers';
  return before.month === after.month ? null : 'keeps-month';
}

/** Progress of publishing, in whole percent. */
export function publishedPercent({ reached, toReach }: Pick<Release, 'reached' | 'toReach'>): number {
  return toReach <= 0 ? 100 : Math.min(100, Math.floor((reached * 100) / toReach));
}
