import type { Picture } from '../catalogue/product.ts';
import type { Instant } from '../kernel/instant.ts';
import { type Cents, lessPercent, MINIMUM_PRICE_CENTS } from '../kernel/money.ts';
import type { BusinessAccountState } from '../payments/business-account.ts';
import type { ReleaseState } from './release.ts';
import type { TierState } from './tier.ts';

/** `closing` takes nobody in and charges nobody again; it is `closed` once the last paid month has run out. */
export const GUILD_STATES = ['draft', 'live', 'paused', 'closing', 'closed'] as const;
export type GuildState = (typeof GUILD_STATES)[number];

/** How a person reads each state. */
export const GUILD_STATE_TEXTS: Record<GuildState, string> = {
  draft: 'Draft',
  live: 'Live',
  paused: 'Paused',
  closing: 'Closing',
  closed: 'Closed',
};

/**
 * What a paid month gives: the releases of that month (`one_per_payment`), or also everything else that is published
 * while it runs (`all_while_active`).
 */
export const GRANT_RULES = ['one_per_payment', 'all_while_active'] as const;
export type GrantRule = (typeof GRANT_RULES)[number];

/** How often members pay; a guild may offer both. */
export const BILLINGS = ['monthly', 'annual'] as const;
export type Billing = (typeof BILLINGS)[number];

export const GUILD_LIMITS = {
  name: 80,
  tagline: 160,
  welcome: 5000,
  /** What a picture of the guild's, a tier's or a release's shows. */
  alt: 200,
  /** Percent that members pay less in the store. */
  memberDiscount: 50,
  /** Tiers, bundles and rewards of one guild, retired ones too. */
  tiers: 20,
  bundles: 50,
  rewards: 20,
  releases: 600,
} as const;

/** A store's guild. */
export interface Guild {
  id: string;
  storeId: string;
  name: string;
  tagline: string;
  cover: Picture | null;
  state: GuildState;
  grantRule: GrantRule;
  /** What is offered; never empty. */
  billings: Billing[];
  /** Whole percent that members pay less in the store, 0 for nothing. */
  memberDiscountPercent: number;
  /** Markdown; what somebody reads who has just joined. */
  welcome: string;
  /** From when to when nothing is charged and nothing is released; null where no pause is on or ahead. */
  pausesAt: Instant | null;
  resumesAt: Instant | null;
  wentLiveAt: Instant | null;
  closingAt: Instant | null;
  /** People who are in it now, whatever they pay. */
  members: number;
}

/** What a seller writes about a guild. */
export type GuildFront = Pick<
  Guild,
  'name' | 'tagline' | 'welcome' | 'grantRule' | 'billings' | 'memberDiscountPercent'
>;

/** What is wrong with what a seller wrote, a sentence a field; empty where all of it can be kept. */
export function guildFrontRefusals(front: Partial<GuildFront>): Partial<Record<keyof GuildFront, string>> {
  const refusals: ReturnType<typeof guildFrontRefusals> = {};
  if (
    front.name !== undefined &&
    (front.name.trim().length < 2 || front.name.trim().length > GUILD_LIMITS.name)
  )
    refusals.name = `Use between 2 and ${GUILD_LIMITS.name} characters.`;
  for (const field of ['tagline', 'welcome'] as const) {
    const text = front[field];
    if (text !== undefined && text.length > GUILD_LIMITS[field])
      refusals[field] = `Use at most ${GUILD_LIMITS[field]} characters.`;
  }
  const percent = front.memberDiscountPercent;
  if (
    percent !== undefined &&
    (!Number.isInteger(percent) || percent < 0 || percent > GUILD_LIMITS.memberDiscount)
  )
    refusals.memberDiscountPercent = `Enter a whole number from 0 to ${GUILD_LIMITS.memberDiscount}.`;
  if (front.billings?.length === 0) refusals.billings = 'Choose at least one way to pay.';
  return refusals;
}

export type LiveRefusal = 'no-public-tier' | 'no-release' | 'account-not-active';

export const LIVE_REFUSAL_TEXTS: Record<LiveRefusal, string> = {
  'no-public-tier': 'Make at least one tier public, then people have something to join.',
  'no-release': 'Schedule or publish a first release, then members know what comes.',
  'account-not-active': 'Finish your payment details first; members’ payments go to your account.',
};

/** Everything that stands between a guild and its members; empty when it may go live. */
export function liveRefusals(facts: {
  tiers: readonly { state: TierState }[];
  releases: readonly { state: ReleaseState }[];
  account: BusinessAccountState;
}): LiveRefusal[] {
  const refusals: LiveRefusal[] = [];
  if (!facts.tiers.some(({ state }) => state === 'public')) refusals.push('no-public-tier');
  if (!facts.releases.some(({ state }) => ['scheduled', 'publishing', 'published'].includes(state)))
    refusals.push('no-release');
  if (facts.account !== 'active') refusals.push('account-not-active');
  return refusals;
}

/** Where a seller may lead a guild. A pause is announced first (see `pauseRefusal`) and begins by the clock. */
const GUILD_MOVES: Record<GuildState, readonly GuildState[]> = {
  draft: ['live'],
  live: ['paused', 'closing'],
  paused: ['live', 'closing'],
  closing: ['closed'],
  closed: ['draft'],
};

export type GuildMoveRefusal = 'no-such-move' | 'months-running' | LiveRefusal;

export const GUILD_MOVE_REFUSAL_TEXTS: Record<GuildMoveRefusal, string> = {
  ...LIVE_REFUSAL_TEXTS,
  'no-such-move': 'The guild cannot go there from where it is now; load the page anew.',
  'months-running':
    'Some members have paid for months that are still to come. The guild closes after the last.',
};

/**
 * Why a guild cannot come to this state now, or null.
 * @param facts what `liveRefusals` wants, and when the last paid month ends; null where there is none.
 */
export function guildMoveRefusal(
  from: GuildState,
  to: GuildState,
  facts: Parameters<typeof liveRefusals>[0] & { lastMonthEnds: Instant | null },
  now: Instant,
): GuildMoveRefusal | null {
  if (!GUILD_MOVES[from].includes(to)) return 'no-such-move';
  if (to === 'live') return liveRefusals(facts)[0] ?? null;
  if (to === 'closed' && facts.lastMonthEnds !== null && facts.lastMonthEnds > now) return 'months-running';
  return null;
}

/** Members read of a pause so long before it begins, in ms: 72 hours. */
export const PAUSE_NOTICE_MS = 72 * 3_600_000;
/** The longest pause, in ms: longer than that is closing. */
export const PAUSE_MOST_MS = 184 * 86_400_000;

export type PauseRefusal = 'not-live' | 'too-soon' | 'too-long' | 'ends-before-it-begins' | 'no-moment';

export const PAUSE_REFUSAL_TEXTS: Record<PauseRefusal, string> = {
  'not-live': 'Only a guild that is live can be paused.',
  'too-soon': 'Choose a beginning at least 72 hours from now, so that nobody is surprised.',
  'too-long': 'Choose an end within half a year of the beginning.',
  'ends-before-it-begins': 'Choose an end that is after the beginning.',
  'no-moment': 'Enter a day and a time.',
};

/** Why a pause cannot be announced, or null. */
export function pauseRefusal(
  guild: Pick<Guild, 'state'>,
  pause: { from: Instant; to: Instant },
  now: Instant,
): PauseRefusal | null {
  if (guild.state !== 'live') return 'not-live';
  if (!Number.isFinite(pause.from) || !Number.isFinite(pause.to)) return 'no-moment';
  if (pause.from - now < PAUSE_NOTICE_MS) return 'too-soon';
  if (pause.to <= pause.from) return 'ends-before-it-begins';
  return pause.to - pause.from > PAUSE_MOST_MS ? 'too-long' : null;
}

/** The state by the clock: a pause that was announced begins and ends by itself. */
export function guildStateAt(
  guild: Pick<Guild, 'state' | 'pausesAt' | 'resumesAt'>,
  now: Instant,
): GuildState {
  if (guild.state !== 'live' && guild.state !== 'paused') return guild.state;
  if (guild.pausesAt === null) return guild.state;
  if (guild.resumesAt !== null && now >= guild.resumesAt) return 'live';
  return now >= guild.pausesAt ? 'paused' : 'live';
}

/** When something that is announced comes: what falls into a pause comes when it is over. Null where no moment is set. */
export function comesAt(
  guild: Pick<Guild, 'state' | 'pausesAt' | 'resumesAt'>,
  publishAt: Instant | null,
): Instant | null {
  const { state, pausesAt, resumesAt } = guild;
  if (publishAt === null || pausesAt === null || resumesAt === null) return publishAt;
  const pauses = state === 'live' || state === 'paused';
  return pauses && pausesAt <= publishAt && publishAt < resumesAt ? resumesAt : publishAt;
}

/** Whether the public may read about it. A guild that closes stays readable; what was received stays anyway. */
export function guildIsVisible(state: GuildState): boolean {
  return state === 'live' || state === 'paused' || state === 'closing';
}

/** What a member pays in the guild's store for something of this price; never below the least that can be charged. */
export function memberPriceCents(payCents: Cents, percent: number): Cents {
  if (percent === 0 || payCents === 0) return payCents;
  return Math.max(lessPercent(payCents, percent), Math.min(payCents, MINIMUM_PRICE_CENTS));
}
