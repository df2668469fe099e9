import type { Licence, Picture } from '../catalogue/product.ts';
import type { Instant } from '../kernel/instant.ts';
import { markdownRefusal } from '../kernel/markdown-text.ts';
import { type Cents, MAXIMUM_PRICE_CENTS, MINIMUM_PRICE_CENTS, priceText } from '../kernel/money.ts';
import { TRIAL_DAYS } from './free-trial.ts';

/**
 * `hidden` can be joined by its direct link; `sold_out` cannot be joined until the seller opens it again; `retired` never
 * takes new members again. Members of each keep their tier and price.
 */
export const TIER_STATES = ['draft', 'public', 'hidden', 'sold_out', 'retired'] as const;
export type TierState = (typeof TIER_STATES)[number];

/** Labels of the states. */
export const TIER_STATE_TEXTS: Record<TierState, string> = {
  draft: 'Draft',
  public: 'Public',
  hidden: 'Hidden',
  sold_out: 'Sold out',
  retired: 'Retired',
};

export const TIER_LIMITS = {
  name: 60,
  description: 2000,
  benefit: 120,
  benefits: 12,
  seats: 100_000,
  earlyBirdPercent: 90,
} as const;

/** A lower price for early members, who keep it like any price. */
export interface EarlyBird {
  /** Whole percent, 1 to 90. */
  percent: number;
  /** End of the offer (exclusive); null when only seats end it. */
  until: Instant | null;
  /** Number of members at which the offer ends; null for no limit. At least one of the two is set. */
  seats: number | null;
}

/** A tier of a guild. */
export interface Tier {
  id: string;
  guildId: string;
  name: string;
  /** Markdown. */
  description: string;
  image: Picture | null;
  /** Price of one month. */
  monthlyCents: Cents;
  /** Price of twelve months; null when there is no yearly billing. */
  annualCents: Cents | null;
  /** The most members it may have; null for no limit. */
  seats: number | null;
  /** Current members. */
  members: number;
  /** Rank from 0: a tier that includes lower ones gets everything of smaller positions. */
  position: number;
  benefits: string[];
  licence: Licence;
  includesLower: boolean;
  earlyBird: EarlyBird | null;
  /** Days that somebody who was never a member pays nothing for, one of `TRIAL_DAYS`; 0 for no trial. */
  trialDays: number;
  state: TierState;
}

/** The fields of a tier that a seller edits. */
export type TierDraft = Omit<Tier, 'id' | 'guildId' | 'image' | 'members' | 'position' | 'state'>;
export type TierField = keyof TierDraft;

/** Validation errors of a tier by field; empty when it is valid. */
export function tierRefusals(tier: TierDraft): Partial<Record<TierField, string>> {
  const refusals: ReturnType<typeof tierRefusals> = {};
  if (tier.name.trim() === '' || tier.name.length > TIER_LIMITS.name)
    refusals.name = `Use between 1 and ${TIER_LIMITS.name} characters.`;
  const description = markdownRefusal(tier.description, TIER_LIMITS.description);
  if (description) refusals.description = description;
  if (!isWithin(tier.monthlyCents, MINIMUM_PRICE_CENTS, MAXIMUM_PRICE_CENTS))
    refusals.monthlyCents = `Enter a price from ${priceText(MINIMUM_PRICE_CENTS)} to ${priceText(MAXIMUM_PRICE_CENTS)}.`;
  const { annualCents } = tier;
  if (annualCents !== null) {
    if (!isWithin(annualCents, MINIMUM_PRICE_CENTS, MAXIMUM_PRICE_CENTS))
      refusals.annualCents = `Enter a price from ${priceText(MINIMUM_PRICE_CENTS)} to ${priceText(MAXIMUM_PRICE_CENTS)}.`;
    else if (annualCents > tier.monthlyCents * 12)
      refusals.annualCents = `A year may not cost more than twelve months, ${priceText(tier.monthlyCents * 12)}.`;
  }
  if (tier.seats !== null && !isWithin(tier.seats, 1, TIER_LIMITS.seats))
    refusals.seats = 'Enter a whole number from 1, or leave it empty.';
  if (
    tier.benefits.length > TIER_LIMITS.benefits ||
    tier.benefits.some((benefit) => benefit.trim() === '' || benefit.length > TIER_LIMITS.benefit)
  )
    refusals.benefits = `Use at most ${TIER_LIMITS.benefits} lines of ${TIER_LIMITS.benefit} characters.`;
  if (!TRIAL_DAYS.includes(tier.trialDays)) refusals.trialDays = 'Choose one of the lengths on offer.';
  if (tier.earlyBird) {
    const { percent, until, seats } = tier.earlyBird;
    if (!isWithin(percent, 1, TIER_LIMITS.earlyBirdPercent))
      refusals.earlyBird = `Enter a whole number from 1 to ${TIER_LIMITS.earlyBirdPercent} percent.`;
    else if (until === null && seats === null)
      refusals.earlyBird = 'Enter an end date or a number of members for the early price.';
    else if (until !== null && !Number.isFinite(until)) refusals.earlyBird = 'Enter a day and a time.';
    else if (seats !== null && !isWithin(seats, 1, TIER_LIMITS.seats))
      refusals.earlyBird = 'Enter a whole number of members from 1, or leave it empty.';
  }
  return refusals;
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

/** Allowed changes of state. A retired tier stays retired. */
const TIER_MOVES: Record<TierState, readonly TierState[]> = {
  draft: ['public', 'hidden'],
  public: ['hidden', 'sold_out', 'retired'],
  hidden: ['public', 'sold_out', 'retired'],
  sold_out: ['public', 'hidden', 'retired'],
  retired: [],
};

export type TierMoveRefusal = 'no-such-move' | 'last-public-tier';

export const TIER_MOVE_REFUSAL_TEXTS: Record<TierMoveRefusal, string> = {
  'no-such-move': 'The tier cannot change to that state now. Reload the page.',
  'last-public-tier': 'The guild is live and this is its only public tier. Make another one public first.',
};

/**
 * Why a tier cannot change to this state, or null.
 * @param guild whether the guild is live, and how many of its other tiers are public.
 */
export function tierMoveRefusal(
  from: TierState,
  to: TierState,
  guild: { live: boolean; otherPublicTiers: number },
): TierMoveRefusal | null {
  if (!TIER_MOVES[from].includes(to)) return 'no-such-move';
  const leaves = from === 'public' && to !== 'sold_out';
  return leaves && guild.live && guild.otherPublicTiers === 0 ? 'last-public-tier' : null;
}

/** Free seats; null when there is no limit. */
export function seatsLeft(tier: Pick<Tier, 'seats' | 'members'>): number | null {
  return tier.seats === null ? null : Math.max(0, tier.seats - tier.members);
}

export type SeatRefusal = 'not-open' | 'sold-out';

export const SEAT_REFUSAL_TEXTS: Record<SeatRefusal, string> = {
  'not-open': 'This tier is not open to new members at the moment.',
  'sold-out': 'Every seat in this tier is taken. Try again later or choose another tier.',
};

/** Why the tier has no seat to take now, or null. */
export function seatRefusal(tier: Pick<Tier, 'state' | 'seats' | 'members'>): SeatRefusal | null {
  if (tier.state === 'sold_out') return 'sold-out';
  if (tier.state !== 'public' && tier.state !== 'hidden') return 'not-open';
  return seatsLeft(tier) === 0 ? 'sold-out' : null;
}

/** Whether the early price applies to a member who joins now. */
export function earlyBirdApplies(tier: Pick<Tier, 'earlyBird' | 'members'>, now: Instant): boolean {
  const bird = tier.earlyBird;
  if (!bird) return false;
  return (bird.until === null || now < bird.until) && (bird.seats === null || tier.members < bird.seats);
}

/**
 * What each payment costs a member who joins now; null when the tier has no yearly price.
 * @returns rounded half up to a whole cent, at least the minimum charge.
 */
export function joinPriceCents(
  tier: Pick<Tier, 'monthlyCents' | 'annualCents' | 'earlyBird' | 'members'>,
  billing: 'monthly' | 'annual',
  now: Instant,
): Cents | null {
  const listCents = billing === 'annual' ? tier.annualCents : tier.monthlyCents;
  if (listCents === null) return null;
  if (!tier.earlyBird || !earlyBirdApplies(tier, now)) return listCents;
  const cents = Math.floor((listCents * (100 - tier.earlyBird.percent) + 50) / 100);
  return Math.max(cents, Math.min(listCents, MINIMUM_PRICE_CENTS));
}

/** Whether something for certain tiers is also for this one: it is among them, or includes a lower one of them. */
export function tierReceives(
  tier: Pick<Tier, 'id' | 'position' | 'includesLower'>,
  tiers: readonly Pick<Tier, 'id' | 'position'>[],
): boolean {
  return tiers.some(({ id, position }) => id === tier.id || (tier.includesLower && position < tier.position));
}
