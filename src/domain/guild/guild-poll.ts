import type { Instant } from '../kernel/instant.ts';
import type { GuildState } from './guild.ts';
import { guildIsVisible } from './guild.ts';
import type { Tier } from './tier.ts';

/** The most polls that run at once and that a guild has at all; texts in characters; days from 1. */
export const POLL_LIMITS = {
  ...{ running: 3, polls: 200, question: 140, option: 80 },
  ...{ optionsLeast: 2, optionsMost: 6, daysMost: 60 },
} as const;

/** A question that an artist asks the members of their guild. */
export interface GuildPoll {
  id: string;
  question: string;
  /** 2 to 6, in the artist's order. */
  options: string[];
  /** Whether the vote of a higher tier counts for more. */
  weighted: boolean;
  endsAt: Instant;
}

/** What was voted, by option: the sums of the weights, and how many people voted. */
export interface PollResult {
  votes: number[];
  people: number;
}

/** What an artist writes. `days` from now until the poll ends. */
export interface PollDraft {
  question: string;
  options: string[];
  weighted: boolean;
  days: number;
}

/** Validation errors of a poll by field; texts are cleaned before. */
export function pollRefusals(draft: PollDraft): Partial<Record<'question' | 'options' | 'days', string>> {
  const { optionsLeast, optionsMost, daysMost } = POLL_LIMITS;
  const refusals: ReturnType<typeof pollRefusals> = {};
  if (draft.question === '' || draft.question.length > POLL_LIMITS.question)
    refusals.question = `Use between 1 and ${POLL_LIMITS.question} characters.`;
  const names = new Set(draft.options.map((option) => option.toLowerCase()));
  if (draft.options.length < optionsLeast || draft.options.length > optionsMost)
    refusals.options = `Give ${optionsLeast} to ${optionsMost} answers to choose from.`;
  else if (draft.options.some((option) => option === '' || option.length > POLL_LIMITS.option))
    refusals.options = `Each answer has between 1 and ${POLL_LIMITS.option} characters.`;
  else if (names.size < draft.options.length) refusals.options = 'Two answers are the same.';
  if (!Number.isInteger(draft.days) || draft.days < 1 || draft.days > daysMost)
    refusals.days = `Choose 1 to ${daysMost} days.`;
  return refusals;
}

/** Whether members still vote. */
export function pollRuns({ endsAt }: Pick<GuildPoll, 'endsAt'>, now: Instant): boolean {
  return now < endsAt;
}

export type PollRefusal = 'guild-not-open' | 'too-many-running' | 'too-many';
export const POLL_REFUSAL_TEXTS: Record<PollRefusal, string> = {
  'guild-not-open': 'Members are asked once the guild is live.',
  'too-many-running': `At most ${POLL_LIMITS.running} polls run at once. End one first.`,
  'too-many': `A guild has at most ${POLL_LIMITS.polls} polls.`,
};

/** Why a guild cannot ask another question, or null. */
export function pollStartRefusal(
  guild: { state: GuildState },
  polls: readonly Pick<GuildPoll, 'endsAt'>[],
  now: Instant,
): PollRefusal | null {
  if (guild.state !== 'live' && guild.state !== 'paused') return 'guild-not-open';
  if (polls.length >= POLL_LIMITS.polls) return 'too-many';
  return polls.filter((poll) => pollRuns(poll, now)).length >= POLL_LIMITS.running
    ? 'too-many-running'
    : null;
}

export type VoteRefusal = 'ended' | 'not-a-member' | 'on-hold' | 'no-such-option';
export const VOTE_REFUSAL_TEXTS: Record<VoteRefusal, string> = {
  ended: 'This poll has ended.',
  'not-a-member': 'Members of the guild vote. You are not one at the moment.',
  'on-hold': 'The guild is on hold. Vote again when its store is open.',
  'no-such-option': 'Choose one of the answers.',
};

/**
 * Why somebody cannot vote, or null. A vote can be changed until the end. Who has left the guild votes no more; what they
 * voted counts.
 * @param isHeld whether the guild is on hold, because its store is closed, suspended or on vacation.
 */
export function voteRefusal(
  poll: Pick<GuildPoll, 'endsAt' | 'options'>,
  voter: { isMember: boolean; isHeld: boolean; guildState: GuildState },
  choice: number,
  now: Instant,
): VoteRefusal | null {
  if (!pollRuns(poll, now)) return 'ended';
  if (!voter.isMember) return 'not-a-member';
  if (voter.isHeld || !guildIsVisible(voter.guildState)) return 'on-hold';
  return Number.isInteger(choice) && choice >= 0 && choice < poll.options.length ? null : 'no-such-option';
}

/**
 * How many votes a member of a tier has: one, or by the tier's place from the lowest where the artist weights them.
 * Drafts have no members and no place.
 */
export function voteWeight(
  { weighted }: Pick<GuildPoll, 'weighted'>,
  ladder: readonly Pick<Tier, 'id' | 'position' | 'state'>[],
  tierId: string,
): number {
  const mine = ladder.find(({ id }) => id === tierId);
  if (!weighted || !mine) return 1;
  return 1 + ladder.filter(({ state, position }) => state !== 'draft' && position < mine.position).length;
}

/** Whether a member may see the result: after their vote, or after the end. Before it might sway them. */
export function resultIsShown(poll: Pick<GuildPoll, 'endsAt'>, mine: number | null, now: Instant): boolean {
  return mine !== null || !pollRuns(poll, now);
}

/** The share of each option in whole percent, rounded; all 0 where nobody voted. */
export function pollShares({ votes }: Pick<PollResult, 'votes'>): number[] {
  const all = votes.reduce((sum, count) => sum + count, 0);
  return votes.map((count) => (all === 0 ? 0 : Math.round((count * 100) / all)));
}
