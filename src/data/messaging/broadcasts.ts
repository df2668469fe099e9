import type PocketBase from 'pocketbase';
import { MEMBER_STATES, memberIsIn } from '../../domain/guild/member.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  BROADCAST_WINDOW_MS,
  BROADCASTS_PER_DAY,
  type Broadcast,
  type BroadcastReach,
} from '../../domain/messaging/broadcast.ts';
import { type MemberSegment, memberSegmentFilter } from '../guild/member-segment.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
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
/** A PocketBase filter takes at most 200 conditions. */
const USERS_PER_FILTER = 100;
const BROADCASTS_SHOWN = 5;

/** How many of these members a broadcast would reach, and how many are left out. */
export async function broadcastReach(
  pb: PocketBase,
  guild: { id: string; storeId: string },
  segment: MemberSegment,
): Promise<BroadcastReach> {
  const members = memberSegmentFilter(pb, guild.id, segment);
  const count = async (filter: string) =>
    (await pb.collection('guild_members').getList(1, 1, { filter, fields: 'id' })).totalItems;
  const { storeId } = guild;
  const [reachable, banned, closed] = await Promise.all([
    count(`${members} && ${writable(segment)}`),
    count(`${members} && user != '' && state = 'banned'`),
    pb.collection('conversations').getFullList<{ buyer: string }>({
      filter: `${pb.filter('store = {:storeId}', { storeId })} && buyer != ''
        && (buyerBlocked = true || storeBlocked = true || buyerLeft = true)`,
      fields: 'buyer',
    }),
  ]);
  let shut = 0;
  for (let at = 0; at < closed.length; at += USERS_PER_FILTER) {
    const users = closed.slice(at, at + USERS_PER_FILTER);
    const anyOf = users.map(({ buyer }) => pb.filter('user = {:buyer}', { buyer })).join(' || ');
    shut += await count(`${members} && ${writable(segment)} && (${anyOf})`);
  }
  return { people: reachable - shut, shut, banned };
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
