import type { Picture, ProductState } from '../catalogue/product.ts';
import type { Instant } from '../kernel/instant.ts';
import { type Cents, MAXIMUM_PRICE_CENTS, MINIMUM_PRICE_CENTS, priceText } from '../kernel/money.ts';
import { isMonth, type Month } from '../kernel/month.ts';

/**
 * A release that is `publishing` reaches its members one after the other; `published` says that all of them have it.
 * An `archived` one is shown no more, but whoever has paid for its month still gets it.
 */
export const RELEASE_STATES = ['draft', 'scheduled', 'publishing', 'published', 'archived'] as const;
export type ReleaseState = (typeof RELEASE_STATES)[number];

/** How a person reads each state. */
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
  /** Tiers it is meant for; tiers that include lower ones get it too. */
  tierIds: string[];
  /** When it is to be published; null for a draft without a date. */
  publishAt: Instant | null;
  /** When it was, as far as anybody is concerned: its members get it from then on. */
  publishedAt: Instant | null;
  state: ReleaseState;
  /** What the whole release costs somebody who was no member in its month; null where it is not sold. */
  backCents: Cents | null;
  /** Members who have it, and how many of them there were to be when publishing began. */
  reached: number;
  toReach: number;
}

/** What a seller writes about a release. */
export type ReleaseDraft = Pick<
  Release,
  'title' | 'month' | 'description' | 'productIds' | 'tierIds' | 'publishAt' | 'backCents'
>;

/** What is wrong with a release as it was written, a sentence a field; empty where it can be kept as a draft. */
export function releaseRefusals(release: ReleaseDraft): Partial<Record<keyof ReleaseDraft, string>> {
  const refusals: ReturnType<typeof releaseRefusals> = {};
  if (release.title.trim() === '' || release.title.length > RELEASE_LIMITS.title)
    refusals.title = `Use between 1 and ${RELEASE_LIMITS.title} characters.`;
  if (!isMonth(release.month)) refusals.month = 'Choose a month.';
  if (release.description.length > RELEASE_LIMITS.description)
    refusals.description = `Use at most ${RELEASE_LIMITS.description} characters.`;
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
  'no-such-move': 'The release cannot go there from where it is now; load the page anew.',
  'no-product': 'Put at least one model into the release.',
  'product-not-ready': 'One of its models is suspended, archived or has no files yet. Members would miss it.',
  'no-tier': 'Choose at least one tier that gets it.',
  'no-moment': 'Say when it is to be published.',
  'moment-passed': 'This moment has passed already. Publish it now, or choose a later one.',
  'guild-not-open': 'The guild is not live, so there is nobody to publish for. Make it live first.',
};

const RELEASE_MOVES: Record<ReleaseState, readonly ReleaseState[]> = {
  draft: ['scheduled', 'publishing'],
  scheduled: ['draft', 'scheduled', 'publishing'],
  publishing: ['published'],
  published: ['archived', 'publishing'],
  archived: ['published'],
};

/** One of a release's models, as the rules look at it. */
export interface ReleaseProduct {
  id: string;
  state: ProductState;
  files: number;
}

/**
 * Why a release cannot come to this state now, or null. `publishing` may come from the seller or the clock; a guild that
 * closes still publishes, for its last months are paid.
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

/** Whether a model can be given to members. Drafts may: a release is often the first that anybody sees of them. */
export function mayBeReleased(product: Pick<ReleaseProduct, 'state' | 'files'>): boolean {
  return product.state !== 'suspended' && product.state !== 'archived' && product.files > 0;
}

export type ReleaseChangeRefusal = 'keeps-products' | 'keeps-tiers' | 'keeps-month';

export const RELEASE_CHANGE_REFUSAL_TEXTS: Record<ReleaseChangeRefusal, string> = {
  'keeps-products': 'Members have these models already. More can be added; none can be taken out.',
  'keeps-tiers': 'Members of these tiers have it already. More can be added; none can be taken out.',
  'keeps-month': 'Members got it for its month, so the month stays.',
};

/** Why a release cannot be changed so, or null: once it reaches members it only grows. */
export function releaseChangeRefusal(
  before: Pick<Release, 'state' | 'productIds' | 'tierIds' | 'month'>,
  after: Pick<Release, 'productIds' | 'tierIds' | 'month'>,
): ReleaseChangeRefusal | null {
  if (before.state === 'draft' || before.state === 'scheduled') return null;
  if (before.productIds.some((id) => !after.productIds.includes(id))) return 'keeps-products';
  if (before.tierIds.some((id) => !after.tierIds.includes(id))) return 'keeps-tiers';
  return before.month === after.month ? null : 'keeps-month';
}

/** How far publishing is, in whole percent. */
export function publishedPercent({ reached, toReach }: Pick<Release, 'reached' | 'toReach'>): number {
  return toReach <= 0 ? 100 : Math.min(100, Math.floor((reached * 100) / toReach));
}
