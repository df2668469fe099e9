import type { Picture } from '../catalogue/product.ts';
import type { Instant } from '../kernel/instant.ts';
import { type Cents, lessPercent, MINIMUM_PRICE_CENTS } from '../kernel/money.ts';
import type { BusinessAccountState } from '../payments/business-account.ts';
import type { ReleaseState } from './release.ts';
import type { TierState } from './tier.ts';

/** A `closing` guild takes no new members and no further payments; it is `closed` when the last paid month has ended. */
export const GUILD_STATES = ['draft', 'live', 'paused', 'closing', 'closed'] as const;
export type GuildState = (typeof GUILD_STATES)[number];

/** Labels of the states. */
export const GUILD_STATE_TEXTS: Record<GuildState, string> = {
  draft: 'Draft',
  live: 'Live',
  paused: 'Paused',
  closing: 'Closing',
  closed: 'Closed',
};

/**
 * What a paid month includes: the releases of that month (`one_per_payment`), or also everything else published while it
 * runs (`all_while_active`).
 */
export const GRANT_RULES = ['one_per_payment', 'all_while_active'] as const;
export type GrantRule = (typeof GRANT_RULES)[number];

/** How often members are billed; a guild may offer both. */
export const BILLINGS = ['monthly', 'annual'] as const;
export type Billing = (typeof BILLINGS)[number];

export const GUILD_LIMITS = {
  name: 80,
  tagline: 160,
  welcome: 5000,
  /** Alternative text of a picture of the guild, a tier or a release. */
  alt: 200,
  /** Members' discount in the store, in percent. */
  memberDiscount: 50,
  /** Tiers, bundles and rewards of one guild, including retired ones. */
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
  /** What the guild offers; never empty. */
  billings: Billing[];
  /** Members' discount in the store in whole percent, 0 for none. */
  memberDiscountPercent: number;
  /** Markdown; the welcome text for new members. */
  welcome: string;
  /** The pause, without payments or releases; null when none is running or announced. */
  pausesAt: Instant | null;
  resumesAt: Instant | null;
  /** Since when the store is not open, so that the guild is on hold; null while it is open. */
  heldAt: Instant | null;
  wentLiveAt: Instant | null;
  closingAt: Instant | null;
  /** Current members, paying or not. */
  members: number;
}

/** The number of members is public from this many on: below, it says only that a guild is young. */
export const MEMBERS_SHOWN_FROM = 10;

/** The number of members as text; null where there are too few to show. */
export function membersText(members: number): string | null {
  return members < MEMBERS_SHOWN_FROM ? null : members.toLocaleString('en-US');
}

/** The fields of a guild that a seller edits. */
export type GuildDraft = Pick<
  Guild,
  'name' | 'tagline' | 'welcome' | 'grantRule' | 'billings' | 'memberDiscountPercent'
>;

/** Validation errors of a guild's fields; empty when all are valid. */
export function guildDraftRefusals(front: Partial<GuildDraft>): Partial<Record<keyof GuildDraft, string>> {
  const refusals: ReturnType<typeof guildDraftRefusals> = {};
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

export type LiveRefusal = 'store-not-open' | 'no-public-tier' | 'no-release' | 'account-not-active';

export const LIVE_REFUSAL_TEXTS: Record<LiveRefusal, string> = {
  'store-not-open': 'Open your store first; while it is not open nobody can join or is charged.',
  'no-public-tier': 'Make at least one tier public, so that people can join.',
  'no-release': 'Schedule or publish a first release, so that members know what they get.',
  'account-not-active': 'Finish your payment details first; members’ payments go to your account.',
};

/** Everything a guild still needs to go live; empty when it may. */
export function liveRefusals(facts: {
  tiers: readonly { state: TierState }[];
  releases: readonly { state: ReleaseState }[];
  account: BusinessAccountState;
  isHeld: boolean;
}): LiveRefusal[] {
  const refusals: LiveRefusal[] = [];
  if (facts.isHeld) refusals.push('store-not-open');
  if (!facts.tiers.some(({ state }) => state === 'public')) refusals.push('no-public-tier');
  if (!facts.releases.some(({ state }) => ['scheduled', 'publishing', 'published'].includes(state)))
    refusals.push('no-release');
  if (facts.account !== 'active') refusals.push('account-not-active');
  return refusals;
}

/** Allowed changes of state. A pause is announced first (see `pauseRefusal`) and begins at its time. */
export const GUILD_MOVES: Record<GuildState, readonly GuildState[]> = {
  draft: ['live'],
  live: ['paused', 'closing'],
  paused: ['live', 'closing'],
  closing: ['closed'],
  closed: ['draft'],
};

export type GuildMoveRefusal = 'no-such-move' | 'months-running' | LiveRefusal;

export const GUILD_MOVE_REFUSAL_TEXTS: Record<GuildMoveRefusal, string> = {
  ...LIVE_REFUSAL_TEXTS,
  'no-such-move': 'The guild cannot change to that state now. Reload the page.',
  'months-running':
    'Some members have already paid for coming months. The guild closes after the last of them.',
};

/**
 * Why a guild cannot change to this state now, or null.
 * @param facts what `liveRefusals` needs, and when the last paid month ends; null when there is none.
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

/** Notice that members get before a pause, in ms: 72 hours. */
export const PAUSE_NOTICE_MS = 72 * 3_600_000;
/** The longest pause, in ms. */
export const PAUSE_MOST_MS = 184 * 86_400_000;

export type PauseRefusal = 'not-live' | 'too-soon' | 'too-long' | 'ends-before-it-begins' | 'no-moment';

export const PAUSE_REFUSAL_TEXTS: Record<PauseRefusal, string> = {
  'not-live': 'Only a guild that is live can be paused.',
  'too-soon': 'Choose a start at least 72 hours from now, so that members are not surprised.',
  'too-long': 'Choose an end within half a year of the start.',
  'ends-before-it-begins': 'Choose an end that is after the start.',
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

/** The state at this moment: an announced pause begins and ends without a write, and a guild on hold is paused. */
export function guildStateAt(
  guild: Pick<Guild, 'state' | 'pausesAt' | 'resumesAt' | 'heldAt'>,
  now: Instant,
): GuildState {
  const state = ownStateAt(guild, now);
  return state === 'live' && guild.heldAt !== null ? 'paused' : state;
}

/** The state that the seller gave the guild, whether or not it is on hold. */
export function ownStateAt(guild: Pick<Guild, 'state' | 'pausesAt' | 'resumesAt'>, now: Instant): GuildState {
  if (guild.state !== 'live' && guild.state !== 'paused') return guild.state;
  if (guild.pausesAt === null) return guild.state;
  if (guild.resumesAt !== null && now >= guild.resumesAt) return 'live';
  return now >= guild.pausesAt ? 'paused' : 'live';
}

/** Whether the seller has neither paused nor closed the guild: their store cannot close while it runs. */
export function guildRuns(
  guild: Pick<Guild, 'state' | 'pausesAt' | 'resumesAt'> | null,
  now: Instant,
): boolean {
  if (!guild) return false;
  const state = ownStateAt(guild, now);
  return state === 'live' || state === 'closing';
}

/** When a scheduled release comes out: one that falls into a pause waits for its end. Null when no time is set. */
export function releaseTimeOf(
  guild: Pick<Guild, 'state' | 'pausesAt' | 'resumesAt'>,
  publishAt: Instant | null,
): Instant | null {
  const { state, pausesAt, resumesAt } = guild;
  if (publishAt === null || pausesAt === null || resumesAt === null) return publishAt;
  const pauses = state === 'live' || state === 'paused';
  return pauses && pausesAt <= publishAt && publishAt < resumesAt ? resumesAt : publishAt;
}

/** Whether the guild has a public page. A closing guild still has one. */
export function guildIsVisible(state: GuildState): boolean {
  return state === 'live' || state === 'paused' || state === 'closing';
}

/** The member price of a product in the guild's store; never below the minimum charge. */
export function memberPriceCents(payCents: Cents, percent: number): Cents {
  if (percent === 0 || payCents === 0) return payCents;
  return Math.max(lessPercent(payCents, percent), Math.min(payCents, MINIMUM_PRICE_CENTS));
}
