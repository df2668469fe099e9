import type PocketBase from 'pocketbase';
import { MEMBER_STATES, memberIsIn } from '../../domain/guild/member.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  BROADCAST_WINDOW_MS,
  BROADCASTS_PER_DAY,
  type Broadcast,
  type BroadcastReach,
} from '../../domain/messaging/broadcast.ts';
import type { MemberSegment } from '../guild/member-segment.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { newRecordId } from '../kernel/record-id.ts';
import type { GuildLettersRecord } from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';

/** A filter for members who can be written to: not banned, and current members only unless a state is selected. */
export function writable({ states }: Pick<MemberSegment, 'states'>): string {
  const allowed =
    states.length > 0
      ? "state != 'banned'"
      : `(${CURRENT_STATES.map((state) => `state = '${state}'`).join(' || ')})`;
  return `user != '' && ${allowed}`;
}
const CURRENT_STATES = MEMBER_STATES.filter(memberIsIn);
const BROADCASTS_SHOWN = 5;

/** Members `m` of a segment, as `memberSegmentFilter` says it. */
const IN_SEGMENT = sql`m.guild = {:guild} AND m.[[user]] <> ''
  AND ({:tier} = '' OR m.tier = {:tier}) AND ({:from} = '' OR m.joinedAt >= {:from})
  AND ({:anyState} OR m.state IN (SELECT value FROM json_each({:states})))`;
const WITH_TEXT = sql`EXISTS (SELECT 1 FROM users u WHERE u.id = m.[[user]]
  AND (u.username LIKE {:text} ESCAPE '!' OR u.email LIKE {:text} ESCAPE '!'))`;
/** What of it is written to; `banned` members are counted apart. */
const MAY_HEAR = sql`m.state IN (SELECT value FROM json_each({:writable}))`;
/** Conversations in which one of the two wants nothing more, along an index of theirs. */
const IS_SHUT = sql`c.store = {:store} AND (c.buyerBlocked = 1 OR c.storeBlocked = 1 OR c.buyerLeft = 1)`;

/** By the segment's other fields alone, all of which an index has; by words in names, members are looked at. */
const SEGMENTS = { any: IN_SEGMENT, text: sql`${IN_SEGMENT} AND ${WITH_TEXT}` } as const;

/**
 * How many members of the segment are in each state. Triggers keep these numbers by tier and state; where a day or words are
 * given too, members are counted by state along an index: a look at the state of each takes three times as long.
 */
const IN_STATES = {
  kept: sql`SELECT m.state, sum(m.members) AS count FROM guild_member_counts m
    WHERE m.guild = {:guild} AND ({:tier} = '' OR m.tier = {:tier})
      AND ({:anyState} OR m.state IN (SELECT value FROM json_each({:states}))) GROUP BY m.state`,
  any: sql`SELECT m.state, count(*) AS count FROM guild_members m WHERE ${IN_SEGMENT} GROUP BY m.state`,
  text: sql`SELECT m.state, count(*) AS count FROM guild_members m WHERE ${IN_SEGMENT} AND ${WITH_TEXT}
    GROUP BY m.state`,
} as const;

/** How many of these members a broadcast would reach, and how many are left out. */
export async function broadcastReach(
  pb: PocketBase,
  guild: { id: string; storeId: string },
  { text, states, tierId, joinedFrom = null }: MemberSegment,
): Promise<BroadcastReach> {
  const which = text === '' ? 'any' : 'text';
  const params = {
    ...{ guild: guild.id, store: guild.storeId, tier: tierId ?? '', from: dateOf(joinedFrom) },
    ...{ anyState: states.length === 0, states },
    writable: (states.length > 0 ? MEMBER_STATES : CURRENT_STATES).filter((state) => state !== 'banned'),
    text: `%${text.replace(/[!%_]/g, '!$&')}%`,
  };
  const [members, [shut]] = await ask(
    pb,
    query<{ state: string; count: number }>(
      IN_STATES[text === '' && joinedFrom === null ? 'kept' : which],
      params,
      ['state', 'count'],
    ),
    query<{ count: number }>(
      sql`SELECT count(*) AS count FROM conversations c JOIN guild_members m ON m.[[user]] = c.buyer
        WHERE ${IS_SHUT} AND ${SEGMENTS[which]} AND ${MAY_HEAR}`,
      params,
      ['count'],
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
  const record = await orNull(
    pb
      .collection('guild_letters')
      .getFirstListItem<GuildLettersRecord>(
        pb.filter('guild = {:guildId} && letterKey = {:key}', { guildId, key }),
      ),
  );
  return record && broadcastOf(record);
}

/** A guild's newest letters; members of the last day are always among them. */
export async function broadcastsOfGuild(pb: PocketBase, guildId: string): Promise<Broadcast[]> {
  const list = await pb.collection('guild_letters').getList<GuildLettersRecord>(1, BROADCASTS_SHOWN, {
    filter: pb.filter('guild = {:guildId}', { guildId }),
    sort: '-created',
    skipTotal: true,
  });
  return list.items.map(broadcastOf);
}

function broadcastOf(record: GuildLettersRecord): Broadcast {
  const { id, text, people, reached, leftOut } = record;
  const state = record.state === 'sent' ? 'sent' : 'sending';
  return { id, text, at: instantOf(record.created) ?? 0, state, people, reached, leftOut };
}
