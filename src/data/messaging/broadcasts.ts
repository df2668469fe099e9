import type PocketBase from 'pocketbase';
import { MEMBER_STATES, type MemberState, memberIsIn } from '../../domain/guild/member.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  BROADCAST_WINDOW_MS,
  BROADCASTS_PER_DAY,
  type Broadcast,
  type BroadcastReach,
} from '../../domain/messaging/broadcast.ts';
import { IN_SEGMENT, type MemberSegment, segmentValues, WITH_TEXT } from '../guild/member-segment.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { number } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

const m = tables.guildMembers.as('m');
const l = tables.guildLetters.as('l');

const IN_STATE = shape({ state: m.state, count: value(sql`count(*)`, number) });
const KEPT = shape({ state: m.state, count: value(sql`sum(m.members)`, number) });
const SHUT = shape({ count: value(sql`count(*)`, number) });
const BROADCAST = shape({
  ...{ id: l.id, text: l.text, at: l.created, state: l.state },
  ...{ people: l.people, reached: l.reached, leftOut: l.leftOut },
});

/** The states that can be written to: not banned, and current members only unless a state is selected. */
export const writableStates = ({ states }: Pick<MemberSegment, 'states'>): MemberState[] =>
  (states.length > 0 ? MEMBER_STATES : CURRENT_STATES).filter((state) => state !== 'banned');
const CURRENT_STATES = MEMBER_STATES.filter(memberIsIn);
const BROADCASTS_SHOWN = 5;

/** What of it is written to, by `writableStates`; `banned` members are counted apart. */
export const MAY_HEAR = sql`m.state IN (SELECT value FROM json_each({:writable}))`;
/** Conversations in which one of the two wants nothing more, along an index of theirs. */
const IS_SHUT = sql`c.store = {:store} AND (c.buyerBlocked = 1 OR c.storeBlocked = 1 OR c.buyerLeft = 1)`;

/** By the segment's other fields alone, all of which an index has; by words in names, members are looked at. */
export const SEGMENTS = {
  any: sql`${IN_SEGMENT} AND m.[[user]] <> ''`,
  text: sql`${IN_SEGMENT} AND m.[[user]] <> '' AND ${WITH_TEXT}`,
} as const;

/**
 * How many members of the segment are in each state. Triggers keep these numbers by tier and state; where a day or words are
 * given too, members are counted by state along an index: a look at the state of each takes three times as long.
 */
const IN_STATES = {
  kept: sql`SELECT ${KEPT} FROM guild_member_counts m
    WHERE m.guild = {:guild} AND ({:tier} = '' OR m.tier = {:tier})
      AND ({:anyState} OR m.state IN (SELECT value FROM json_each({:states}))) GROUP BY m.state`,
  any: sql`SELECT ${IN_STATE} FROM guild_members m WHERE ${SEGMENTS.any} GROUP BY m.state`,
  text: sql`SELECT ${IN_STATE} FROM guild_members m WHERE ${SEGMENTS.text} GROUP BY m.state`,
} as const;

/** How many of these members a broadcast would reach, and how many are left out. */
export async function broadcastReach(
  pb: PocketBase,
  guild: { id: string; storeId: string },
  segment: MemberSegment,
): Promise<BroadcastReach> {
  const { text, joinedFrom = null } = segment;
  const which = text === '' ? 'any' : 'text';
  const params = {
    ...segmentValues(guild.id, segment),
    ...{ store: guild.storeId, writable: writableStates(segment) },
  };
  const isKept = text === '' && joinedFrom === null;
  const [members, [shut]] = await ask(
    pb,
    isKept ? select(KEPT, IN_STATES.kept, params) : select(IN_STATE, IN_STATES[which], params),
    select(
      SHUT,
      sql`SELECT ${SHUT} FROM conversations c JOIN guild_members m ON m.[[user]] = c.buyer
        WHERE ${IS_SHUT} AND ${SEGMENTS[which]} AND ${MAY_HEAR}`,
      params,
    ),
  );
  const closed = shut?.count ?? 0;
  const countOf = (wanted: readonly string[]) =>
    members.reduce((sum, { state, count }) => (wanted.includes(state) ? sum + count : sum), 0);
  return { people: countOf(params.writable) - closed, shut: closed, banned: countOf(['banned']) };
}

export interface NewBroadcast {
  guildId: string;
  authorId: string;
  /** Cleaned, as stored. */
  text: string;
  key: string;
  segment: MemberSegment;
  people: number;
}

/** Stores a broadcast to be sent. `too-often` beyond the daily limit; storing the same key again changes nothing. */
export async function storeBroadcast(
  pb: PocketBase,
  broadcast: NewBroadcast,
  now: Instant,
): Promise<'too-often' | null> {
  const { guildId, authorId, text, key, people, segment } = broadcast;
  const steps = transaction(pb).exec(
    sql`INSERT INTO guild_letters (id, guild, author, text, letterKey, search, memberState, tierId, joinedFrom, state,
        reachedTo, people, reached, leftOut, created, updated)
      SELECT {:id}, {:guildId}, {:authorId}, {:text}, {:key}, {:search}, {:state}, {:tier}, {:from}, 'sending', '',
        {:people}, 0, 0, {:now}, {:now}
      WHERE (SELECT COUNT(*) FROM guild_letters WHERE guild = {:guildId} AND created > {:since}) < {:most}`,
    {
      id: newRecordId(),
      guildId,
      authorId,
      text,
      key,
      search: segment.text,
      state: segment.states[0] ?? '',
      tier: segment.tierId ?? '',
      from: dateOf(segment.joinedFrom ?? null),
      people,
      now: dateOf(now),
      since: dateOf(now - BROADCAST_WINDOW_MS),
      most: BROADCASTS_PER_DAY,
    },
    { expect: 1, else: 'too-often' },
  );
  const refusal = await refusalOf(steps, ['too-often', 'conflict']);
  if (refusal === null || (await broadcastByKey(pb, guildId, key))) return null;
  return 'too-often';
}

/** The broadcast with this idempotency key, or null. */
export async function broadcastByKey(
  pb: PocketBase,
  guildId: string,
  key: string,
): Promise<Broadcast | null> {
  return first(
    pb,
    select(
      BROADCAST,
      sql`SELECT ${BROADCAST} FROM guild_letters l WHERE l.guild = {:guildId} AND l.letterKey = {:key}`,
      { guildId, key },
    ),
  );
}

/** A guild's newest letters; members of the last day are always among them. */
export async function broadcastsOfGuild(pb: PocketBase, guildId: string): Promise<Broadcast[]> {
  const [broadcasts] = await ask(
    pb,
    select(
      BROADCAST,
      sql`SELECT ${BROADCAST} FROM guild_letters l WHERE l.guild = {:guildId} ORDER BY l.created DESC LIMIT {:most}`,
      { guildId, most: BROADCASTS_SHOWN },
    ),
  );
  return broadcasts;
}
