import type PocketBase from 'pocketbase';
import { type GuildPoll, POLL_LIMITS, type PollResult } from '../../domain/guild/guild-poll.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf, textsOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { isRecordId, NEW_ID_SQL, newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { number } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';
import { isMember } from './guild-members.ts';

const o = tables.guildPolls.as('o');
const v = tables.guildPollVotes.as('v');
const g = tables.guilds.as('g');
const m = tables.guildMembers.as('m');

const POLL = {
  id: o.id,
  question: o.question,
  options: o.options.as(textsOf),
  weighted: o.weighted,
  endsAt: o.endsAt.or(0),
};
const POLL_ROW = shape(POLL);
const ASKED = shape({ poll: POLL, guildId: o.guild });
const COUNTED = shape({
  poll: v.poll,
  choice: v.choice,
  votes: value(sql`sum(v.weight)`, number),
  people: value(sql`count(*)`, number),
});
const MINE = shape({ poll: v.poll, choice: v.choice });
const STANDING = shape({ state: g.state, heldAt: g.heldAt, tierId: m.tier.orNull });

/** The polls of a guild, those that end last first. */
export async function pollsOfGuild(pb: PocketBase, guildId: string, limit: number): Promise<GuildPoll[]> {
  const [rows] = await ask(
    pb,
    select(
      POLL_ROW,
      sql`SELECT ${POLL_ROW} FROM guild_polls o WHERE o.guild = {:guildId} ORDER BY o.endsAt DESC, o.id LIMIT {:limit}`,
      { guildId, limit },
    ),
  );
  return rows;
}

/** A poll with its guild; null for none. */
export async function pollById(
  pb: PocketBase,
  id: string,
): Promise<{ poll: GuildPoll; guildId: string } | null> {
  if (!isRecordId(id)) return null;
  const [rows] = await ask(
    pb,
    select(ASKED, sql`SELECT ${ASKED} FROM guild_polls o WHERE o.id = {:id}`, { id }),
  );
  return rows[0] ?? null;
}

/** What was voted in these polls, by the poll's id; one without votes is all 0. */
export async function resultsOf(
  pb: PocketBase,
  polls: readonly GuildPoll[],
): Promise<Map<string, PollResult>> {
  const ids = polls.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const [rows] = await ask(
    pb,
    select(
      COUNTED,
      sql`SELECT ${COUNTED} FROM guild_poll_votes v WHERE v.poll IN (SELECT value FROM json_each({:ids}))
        GROUP BY v.poll, v.choice`,
      { ids },
    ),
  );
  return new Map(
    polls.map(({ id, options }) => {
      const own = rows.filter(({ poll }) => poll === id);
      const of = (place: number) => own.find(({ choice }) => choice === place)?.votes ?? 0;
      return [
        id,
        {
          votes: options.map((_, place) => of(place)),
          people: own.reduce((sum, { people }) => sum + people, 0),
        },
      ];
    }),
  );
}

/** What a person chose in these polls, by the poll's id. */
export async function choicesOf(
  pb: PocketBase,
  userId: string,
  polls: readonly Pick<GuildPoll, 'id'>[],
): Promise<Map<string, number>> {
  const ids = polls.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const [rows] = await ask(
    pb,
    select(
      MINE,
      sql`SELECT ${MINE} FROM guild_poll_votes v WHERE v.poll IN (SELECT value FROM json_each({:ids}))
        AND v.[[user]] = {:userId} AND v.[[user]] <> ''`,
      { ids, userId },
    ),
  );
  return new Map(rows.map(({ poll, choice }) => [poll, choice]));
}

/** How a person stands to a guild as a voter: its state, whether it is on hold, and their tier; null for who is not in it. */
export async function voterStanding(pb: PocketBase, guildId: string, userId: string) {
  const [rows] = await ask(
    pb,
    select(
      STANDING,
      sql`SELECT ${STANDING} FROM guilds g LEFT JOIN guild_members m ON m.guild = g.id AND m.[[user]] = {:userId}
          AND m.[[user]] <> '' AND ${isMember(m)}
        WHERE g.id = {:guildId} LIMIT 1`,
      { guildId, userId },
    ),
  );
  return rows[0] ?? null;
}

/** Starts a poll and answers its id; null where as many run or are there as there may be. */
export async function startPoll(
  pb: PocketBase,
  guildId: string,
  poll: Omit<GuildPoll, 'id'>,
  at: Instant,
): Promise<string | null> {
  const id = newRecordId();
  const steps = transaction(pb).exec(
    sql`INSERT INTO guild_polls (id, guild, question, options, weighted, endsAt, created, updated)
      SELECT {:id}, g.id, {:question}, {:options}, {:weighted}, {:endsAt}, {:now}, {:now} FROM guilds g
      WHERE g.id = {:guildId} AND g.state IN ('live', 'paused')
        AND (SELECT count(*) FROM guild_polls o WHERE o.guild = g.id) < {:most}
        AND (SELECT count(*) FROM guild_polls o WHERE o.guild = g.id AND o.endsAt > {:now}) < {:running}`,
    {
      ...{ id, guildId, question: poll.question, options: JSON.stringify(poll.options) },
      ...{ weighted: poll.weighted, endsAt: dateOf(poll.endsAt), now: dateOf(at) },
      ...{ most: POLL_LIMITS.polls, running: POLL_LIMITS.running },
    },
    { expect: 1, else: 'full' },
  );
  return (await refusalOf(steps, ['full'])) === null ? id : null;
}

/** Ends a poll that runs now. Returns false if the guild has no such poll. */
export async function endPoll(pb: PocketBase, guildId: string, id: string, at: Instant): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE guild_polls SET endsAt = {:now}, updated = {:now}
      WHERE id = {:id} AND guild = {:guildId} AND endsAt > {:now}`,
    { id, guildId, now: dateOf(at) },
    { expect: 1, else: 'over' },
  );
  return (await refusalOf(steps, ['over'])) === null;
}

/**
 * Records what a member votes, in place of what they voted before. Returns false if the poll has ended, the guild is on hold,
 * or they are not in it, by what the database holds at this moment.
 */
export async function recordVote(
  pb: PocketBase,
  { pollId, userId, choice, weight }: { pollId: string; userId: string; choice: number; weight: number },
  at: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`INSERT INTO guild_poll_votes (id, poll, [[user]], choice, weight, created, updated)
      SELECT ${NEW_ID_SQL}, o.id, {:userId}, {:choice}, {:weight}, {:now}, {:now}
      FROM guild_polls o CROSS JOIN guilds g ON g.id = o.guild
      WHERE o.id = {:pollId} AND o.endsAt > {:now} AND {:choice} < json_array_length(o.options)
        AND g.heldAt = '' AND g.state IN ('live', 'paused', 'closing')
        AND EXISTS (SELECT 1 FROM guild_members m
          WHERE m.guild = g.id AND m.[[user]] = {:userId} AND m.[[user]] <> '' AND ${isMember(m)})
      ON CONFLICT (poll, [[user]]) WHERE [[user]] <> ''
        DO UPDATE SET choice = excluded.choice, weight = excluded.weight, updated = excluded.updated`,
    { pollId, userId, choice, weight, now: dateOf(at) },
    { expect: 1, else: 'refused' },
  );
  return (await refusalOf(steps, ['refused'])) === null;
}
