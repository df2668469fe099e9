import type PocketBase from 'pocketbase';
import {
  choicesOf,
  endPoll,
  pollById,
  pollsOfGuild,
  recordVote,
  resultsOf,
  startPoll,
  voterStanding,
} from '../../data/guild/guild-polls.ts';
import { tiersOfGuild } from '../../data/guild/guild-tiers.ts';
import type { Guild } from '../../domain/guild/guild.ts';
import {
  type GuildPoll,
  POLL_LIMITS,
  POLL_REFUSAL_TEXTS,
  type PollDraft,
  type PollResult,
  pollStartRefusal,
  resultIsShown,
  VOTE_REFUSAL_TEXTS,
  voteRefusal,
  voteWeight,
} from '../../domain/guild/guild-poll.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Refusal } from '../../domain/kernel/refusal.ts';

/** Polls of a guild: what its seller asks, and what its members vote. */

const DAY_MS = 86_400_000;
/** Polls that a member sees: those that run and the last that ended. */
const SHOWN_TO_MEMBERS = 6;

/** A poll as its seller sees it. */
export interface SellerPoll extends GuildPoll {
  result: PollResult;
}

/** A poll as a member sees it. */
export interface MemberPoll extends GuildPoll {
  /** The place of the option they chose; null if they have not voted. */
  mine: number | null;
  /** Null as long as it could sway them. */
  result: PollResult | null;
}

const NOBODY: PollResult = { votes: [], people: 0 };

/** All polls of a guild with what was voted so far, those that end last first. */
export async function sellerPolls(pb: PocketBase, guildId: string): Promise<SellerPoll[]> {
  const polls = await pollsOfGuild(pb, guildId, POLL_LIMITS.polls);
  const results = await resultsOf(pb, polls);
  return polls.map((poll) => ({ ...poll, result: results.get(poll.id) ?? NOBODY }));
}

/** Asks the members a question. */
export async function askMembers(
  pb: PocketBase,
  guild: Pick<Guild, 'id' | 'state'>,
  { days, ...draft }: PollDraft,
  now: Instant,
): Promise<{ id: string } | { refusal: Refusal }> {
  const polls = await pollsOfGuild(pb, guild.id, POLL_LIMITS.polls);
  const refusal = pollStartRefusal(guild, polls, now);
  if (refusal !== null) return { refusal: { sentence: POLL_REFUSAL_TEXTS[refusal] } };
  const id = await startPoll(pb, guild.id, { ...draft, endsAt: now + days * DAY_MS }, now);
  return id === null ? { refusal: 'changed-meanwhile' } : { id };
}

/** Ends a poll at this moment; its result is shown. */
export async function closePoll(
  pb: PocketBase,
  guildId: string,
  id: string,
  now: Instant,
): Promise<Refusal | null> {
  const found = await pollById(pb, id);
  if (found?.guildId !== guildId) return 'not-found';
  return (await endPoll(pb, guildId, id, now)) ? null : { sentence: VOTE_REFUSAL_TEXTS.ended };
}

/** The polls of a guild as one of its members sees them; null for who is not in it. */
export async function memberPolls(
  pb: PocketBase,
  guildId: string,
  userId: string,
  now: Instant,
): Promise<MemberPoll[] | null> {
  const [standing, polls] = await Promise.all([
    voterStanding(pb, guildId, userId),
    pollsOfGuild(pb, guildId, SHOWN_TO_MEMBERS),
  ]);
  if (standing?.tierId == null) return null;
  const [results, choices] = await Promise.all([resultsOf(pb, polls), choicesOf(pb, userId, polls)]);
  return polls.map((poll) => {
    const mine = choices.get(poll.id) ?? null;
    const result = results.get(poll.id) ?? NOBODY;
    return { ...poll, mine, result: resultIsShown(poll, mine, now) ? result : null };
  });
}

/** Votes in a poll, or changes a vote. Polls of guilds that somebody is not in are not found. */
export async function vote(
  pb: PocketBase,
  userId: string,
  { pollId, choice }: { pollId: string; choice: number },
  now: Instant,
): Promise<Refusal | null> {
  const found = await pollById(pb, pollId);
  if (!found) return 'not-found';
  const { poll, guildId } = found;
  const [standing, tiers] = await Promise.all([
    voterStanding(pb, guildId, userId),
    tiersOfGuild(pb, guildId),
  ]);
  if (standing?.tierId == null) return 'not-found';
  const voter = { isMember: true, isHeld: standing.heldAt !== null, guildState: standing.state };
  const refusal = voteRefusal(poll, voter, choice, now);
  if (refusal !== null) return { sentence: VOTE_REFUSAL_TEXTS[refusal] };
  const weight = voteWeight(poll, tiers, standing.tierId);
  return (await recordVote(pb, { pollId, userId, choice, weight }, now)) ? null : 'changed-meanwhile';
}
