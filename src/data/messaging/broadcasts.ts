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

/** Texts to many members, as they are kept and shown. */

/** Of the members meant those who can be written to: not banned, and where no state was asked for only who is in. */
export function writable({ states }: Pick<MemberSegment, 'states'>): string {
  const some =
    states.length > 0 ? "state != 'banned'" : `(${IN.map((state) => `state = '${state}'`).join(' || ')})`;
  return `user != '' && ${some}`;
}
const IN = MEMBER_STATES.filter(memberIsIn);
/** A filter of the backend takes at most 200 conditions. */
const PEOPLE_IN_A_FILTER = 100;
const BROADCASTS_SHOWN = 5;

/** How many of these members a letter of the store would reach, and who is left out. */
export async function broadcastReach(
  pb: PocketBase,
  guild: { id: string; storeId: string },
  meant: MemberSegment,
): Promise<BroadcastReach> {
  const those = memberSegmentFilter(pb, guild.id, meant);
  const count = async (filter: string) =>
    (await pb.collection('guild_members').getList(1, 1, { filter, fields: 'id' })).totalItems;
  const { storeId } = guild;
  const [reachable, banned, talks] = await Promise.all([
    count(`${those} && ${writable(meant)}`),
    count(`${those} && user != '' && state = 'banned'`),
    pb.collection('conversations').getFullList<{ buyer: string }>({
      filter: `${pb.filter('store = {:storeId}', { storeId })} && buyer != ''
        && (buyerBlocked = true || storeBlocked = true || buyerLeft = true)`,
      fields: 'buyer',
    }),
  ]);
  let shut = 0;
  for (let at = 0; at < talks.length; at += PEOPLE_IN_A_FILTER) {
    const some = talks.slice(at, at + PEOPLE_IN_A_FILTER);
    const anyOf = some.map(({ buyer }) => pb.filter('user = {:buyer}', { buyer })).join(' || ');
    shut += await count(`${those} && ${writable(meant)} && (${anyOf})`);
  }
  return { people: reachable - shut, shut, banned };
}

export interface NewBroadcast {
  guildId: string;
  authorId: string;
  /** As it is kept. */
  text: string;
  key: string;
  meant: MemberSegment;
  people: number;
}

/** Keeps a letter that is to be written. Refused where too many were within a day; again under its key it is the same. */
export async function storeBroadcast(
  pb: PocketBase,
  letter: NewBroadcast,
  now: Instant,
): Promise<'too-often' | null> {
  const { guildId, authorId, text, key, people, meant } = letter;
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
      search: meant.text,
      state: meant.states[0] ?? '',
      tier: meant.tierId ?? '',
      from: dateOf(meant.joinedFrom ?? null),
      people,
      now: dateOf(now),
      since: dateOf(now - BROADCAST_WINDOW_MS),
      most: BROADCASTS_PER_DAY,
    },
    { expect: 1, else: 'too-often' },
  );
  const word = await refusalOf(steps, ['too-often', 'conflict']);
  if (word === null || (await broadcastByKey(pb, guildId, key))) return null;
  return 'too-often';
}

/** The letter a page sent under a key, or null. */
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

/** A guild's newest letters; those of the last day are always among them. */
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
