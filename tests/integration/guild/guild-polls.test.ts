import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pollsOfGuild, recordVote, startPoll } from '../../../src/data/guild/guild-polls.ts';
import { POLL_LIMITS, POLL_REFUSAL_TEXTS, VOTE_REFUSAL_TEXTS } from '../../../src/domain/guild/guild-poll.ts';
import {
  askMembers,
  closePoll,
  memberPolls,
  sellerPolls,
  vote,
} from '../../../src/server/guild/guild-polls.ts';
import { type GuildBackend, openGuildBackend, type TestGuild } from '../../data/guild/guild-backend.ts';

let backend: GuildBackend;
beforeAll(async () => {
  backend = await openGuildBackend();
});
afterAll(() => backend.close());

const NOW = Date.UTC(2026, 10, 15, 12);
const DAY_MS = 86_400_000;
const DRAFT = {
  question: 'What comes next?',
  options: ['A dragon', 'A keep', 'A knight'],
  weighted: false,
  days: 7,
};

async function asked(guild: TestGuild, more: Partial<typeof DRAFT> = {}): Promise<string> {
  const answer = await askMembers(backend.pb, { id: guild.id, state: 'live' }, { ...DRAFT, ...more }, NOW);
  return 'id' in answer ? answer.id : expect.fail('the poll was refused');
}
async function voter(guild: TestGuild, tier?: string): Promise<{ member: string; user: string }> {
  const { id } = await backend.member(guild, tier);
  const { user } = await backend.pb.collection('guild_members').getOne(id);
  return { member: id, user: String(user) };
}
const votes = (user: string, pollId: string, choice: number, at = NOW) =>
  vote(backend.pb, user, { pollId, choice }, at);

describe('a poll of a guild', () => {
  it('counts each member once, by their last vote, and shows the result to who has voted', async () => {
    const guild = await backend.guild();
    const pollId = await asked(guild);
    const [one, other, silent] = [await voter(guild), await voter(guild), await voter(guild)];
    expect(await votes(one.user, pollId, 0)).toBeNull();
    expect(await votes(one.user, pollId, 2)).toBeNull();
    expect(await votes(other.user, pollId, 2)).toBeNull();
    const seen = async (user: string, at = NOW) => (await memberPolls(backend.pb, guild.id, user, at))?.[0];
    expect(await seen(one.user)).toMatchObject({ mine: 2, result: { votes: [0, 0, 2], people: 2 } });
    expect(await seen(silent.user)).toMatchObject({ mine: null, result: null });
    expect(await seen(silent.user, NOW + 7 * DAY_MS)).toMatchObject({ result: { people: 2 } });
    expect(await sellerPolls(backend.pb, guild.id)).toMatchObject([
      { id: pollId, result: { votes: [0, 0, 2] } },
    ]);
  });

  it('counts higher tiers for more where the artist wants it', async () => {
    const guild = await backend.guild();
    const pollId = await asked(guild, { weighted: true });
    const [low, merchant] = [await voter(guild, guild.low), await voter(guild, guild.merchant)];
    expect([await votes(low.user, pollId, 0), await votes(merchant.user, pollId, 1)]).toEqual([null, null]);
    expect((await sellerPolls(backend.pb, guild.id))[0]?.result).toEqual({ votes: [1, 3, 0], people: 2 });
  });

  it('is not found by who is not in the guild; who leaves votes no more, and their vote counts', async () => {
    const guild = await backend.guild();
    const pollId = await asked(guild);
    const [stranger, leaving] = [await voter(await backend.guild()), await voter(guild)];
    expect(await votes(stranger.user, pollId, 0)).toBe('not-found');
    expect(await memberPolls(backend.pb, guild.id, stranger.user, NOW)).toBeNull();
    expect(await votes(leaving.user, pollId, 1)).toBeNull();
    await backend.pb.collection('guild_members').update(leaving.member, { state: 'left' });
    expect(await votes(leaving.user, pollId, 0)).toBe('not-found');
    expect(await recordVote(backend.pb, { pollId, userId: leaving.user, choice: 0, weight: 1 }, NOW)).toBe(
      false,
    );
    expect((await sellerPolls(backend.pb, guild.id))[0]?.result.votes).toEqual([0, 1, 0]);
  });

  it('takes no vote after its end, and none while the guild is on hold, by what the database holds', async () => {
    const guild = await backend.guild();
    const pollId = await asked(guild);
    const { user } = await voter(guild);
    const stored = (at: number) => recordVote(backend.pb, { pollId, userId: user, choice: 0, weight: 1 }, at);
    await backend.pb.collection('stores').update(guild.storeId, { state: 'suspended' });
    expect(await votes(user, pollId, 0)).toEqual({ sentence: VOTE_REFUSAL_TEXTS['on-hold'] });
    expect(await stored(NOW)).toBe(false);
    await backend.pb.collection('stores').update(guild.storeId, { state: 'open' });
    expect(await closePoll(backend.pb, (await backend.guild()).id, pollId, NOW + 1)).toBe('not-found');
    expect(await closePoll(backend.pb, guild.id, pollId, NOW + 1)).toBeNull();
    expect(await votes(user, pollId, 0, NOW + 1)).toEqual({ sentence: VOTE_REFUSAL_TEXTS.ended });
    expect(await stored(NOW + 1)).toBe(false);
    expect(await closePoll(backend.pb, guild.id, pollId, NOW + 2)).toEqual({
      sentence: VOTE_REFUSAL_TEXTS.ended,
    });
  });

  it('is one of a few that run at once, also where several are started at the same moment', async () => {
    const guild = await backend.guild();
    const { question, options, weighted } = DRAFT;
    const started = await Promise.all(
      Array.from({ length: POLL_LIMITS.running + 2 }, () =>
        startPoll(backend.pb, guild.id, { question, options, weighted, endsAt: NOW + DAY_MS }, NOW),
      ),
    );
    expect(started.filter((id) => id !== null)).toHaveLength(POLL_LIMITS.running);
    expect(await askMembers(backend.pb, { id: guild.id, state: 'live' }, DRAFT, NOW)).toEqual({
      refusal: { sentence: POLL_REFUSAL_TEXTS['too-many-running'] },
    });
    expect(await pollsOfGuild(backend.pb, guild.id, 10)).toHaveLength(POLL_LIMITS.running);
  });

  it('keeps the vote of a deleted account without a name', async () => {
    const guild = await backend.guild();
    const pollId = await asked(guild);
    const { user } = await voter(guild);
    await votes(user, pollId, 1);
    await backend.pb.collection('users').delete(user);
    const rows = await backend.rows('guild_poll_votes', 'poll = {:pollId}', { pollId });
    expect(rows).toMatchObject([{ user: '', choice: 1 }]);
  });
});
