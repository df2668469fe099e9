import type PocketBase from 'pocketbase';
import type { Billing } from '../../domain/guild/guild.ts';
import type { Member, MemberState } from '../../domain/guild/member.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf, orAbsent } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { isRecordId, newRecordId } from '../kernel/record-id.ts';
import type { GuildMembersRecord, GuildsRecord, GuildTiersRecord, UsersRecord } from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import { type MemberSegment, memberSegmentFilter } from './member-segment.ts';

/** A member with server-only fields, such as the provider's ids. */
export interface StoredMember extends Member {
  customerId: string;
  subscriptionItemId: string;
  stripePriceId: string;
  /** Key of the member's public licence page; "" without a merchant licence. */
  licenceKey: string;
  /** The day of the last dunning mail plus one; 0 for none. */
  dunned: number;
  /** Time of the last write, to the millisecond, so that stale data never overwrites newer data. */
  seen: string;
}

/** A member as the seller sees them, without the provider's ids and the licence key. */
export interface MemberRow extends Omit<Member, 'subscriptionId'> {
  username: string;
  email: string;
  note: string;
  /** Whether they have a subscription; else their months were given. */
  pays: boolean;
}

/** A user's current or former membership in a guild; null for none. */
export async function membershipOfUser(
  pb: PocketBase,
  userId: string,
  guildId: string,
): Promise<StoredMember | null> {
  return firstMember(
    pb,
    pb.filter("user = {:userId} && guild = {:guildId} && user != ''", { userId, guildId }),
  );
}

/** One of a guild's members; null if it has no such member. */
export async function memberOfGuild(
  pb: PocketBase,
  guildId: string,
  memberId: string,
): Promise<StoredMember | null> {
  if (!isRecordId(memberId)) return null;
  return firstMember(pb, pb.filter('id = {:memberId} && guild = {:guildId}', { memberId, guildId }));
}

/** A user's current and former memberships, newest first, with the names a page needs. */
export async function membershipsOfUser(
  pb: PocketBase,
  userId: string,
): Promise<(StoredMember & { guildName: string; storeId: string; tierName: string })[]> {
  type Row = GuildMembersRecord & { expand?: { guild?: GuildsRecord; tier?: GuildTiersRecord } };
  const records = await pb.collection('guild_members').getFullList<Row>({
    filter: pb.filter("user = {:userId} && user != ''", { userId }),
    sort: '-joinedAt,id',
    expand: 'guild,tier',
  });
  return records.map((record) => ({
    ...memberOf(record),
    guildName: record.expand?.guild?.name ?? '',
    storeId: record.expand?.guild?.store ?? '',
    tierName: record.expand?.tier?.name ?? '',
  }));
}

async function firstMember(pb: PocketBase, filter: string): Promise<StoredMember | null> {
  const record = await orNull(pb.collection('guild_members').getFirstListItem<GuildMembersRecord>(filter));
  return record && memberOf(record);
}

function memberOf(record: GuildMembersRecord): StoredMember {
  return {
    id: record.id,
    guildId: record.guild,
    userId: record.user,
    tierId: record.tier,
    state: record.state === '' ? 'left' : record.state,
    billing: record.billing === 'annual' ? 'annual' : 'monthly',
    priceCents: record.priceCents,
    since: instantOf(record.since) ?? 0,
    joinedAt: instantOf(record.joinedAt) ?? 0,
    nextChargeAt: instantOf(record.nextChargeAt),
    nextTierId: orAbsent(record.nextTier),
    failedSince: instantOf(record.failedSince),
    streak: record.streak,
    months: record.months,
    tenureMonths: record.tenureMonths,
    subscriptionId: record.subscriptionId,
    customerId: record.customerId,
    subscriptionItemId: record.subscriptionItemId,
    stripePriceId: record.stripePriceId,
    licenceKey: record.licenceKey,
    dunned: record.dunned,
    seen: record.updated,
  };
}

type MemberWithUser = GuildMembersRecord & { expand?: { user?: UsersRecord } };

/** An allow-list: a new field of the record reaches the seller only if it is named here. */
function memberRowOf(record: MemberWithUser): MemberRow {
  const member = memberOf(record);
  return {
    id: member.id,
    guildId: member.guildId,
    userId: member.userId,
    tierId: member.tierId,
    state: member.state,
    billing: member.billing,
    priceCents: member.priceCents,
    since: member.since,
    joinedAt: member.joinedAt,
    nextChargeAt: member.nextChargeAt,
    nextTierId: member.nextTierId,
    failedSince: member.failedSince,
    streak: member.streak,
    months: member.months,
    tenureMonths: member.tenureMonths,
    username: record.expand?.user?.username ?? '',
    email: record.expand?.user?.email ?? '',
    note: record.note,
    pays: member.subscriptionId !== '',
  };
}

export interface MembersQuery extends MemberSegment {
  /** Only this member. */
  memberId?: string;
  /** The last row of the previous page; null for the first page. */
  after: { joinedAt: Instant; id: string } | null;
  limit: number;
}

/** A page of a guild's members, last joined first. `more` says whether there are further pages. */
export async function membersOfGuild(
  pb: PocketBase,
  guildId: string,
  { memberId, after, limit, ...segment }: MembersQuery,
): Promise<{ members: MemberRow[]; more: boolean }> {
  const filters = [memberSegmentFilter(pb, guildId, segment)];
  if (memberId !== undefined) filters.push(pb.filter('id = {:memberId}', { memberId }));
  if (after !== null)
    filters.push(
      pb.filter('(joinedAt < {:at} || (joinedAt = {:at} && id < {:id}))', {
        at: dateOf(after.joinedAt),
        id: after.id,
      }),
    );
  const list = await pb.collection('guild_members').getList<MemberWithUser>(1, limit + 1, {
    filter: filters.join(' && '),
    // Both backwards, as the index is read: many members of an imported guild joined at one moment.
    sort: '-joinedAt,-id',
    expand: 'user',
    skipTotal: true,
  });
  const members = list.items.slice(0, limit).map(memberRowOf);
  return { members, more: list.items.length > limit };
}

/** One of a guild's members as the seller sees them; null if it has no such member. */
export async function memberRowOfGuild(
  pb: PocketBase,
  guildId: string,
  memberId: string,
): Promise<MemberRow | null> {
  const query = { text: '', states: [], tierId: null, memberId, after: null, limit: 1 };
  return (await membersOfGuild(pb, guildId, query)).members[0] ?? null;
}

/** The current state of a membership, computed from the payment provider's data. */
export interface MembershipSnapshot {
  guildId: string;
  userId: string;
  tierId: string;
  state: MemberState;
  billing: Billing;
  priceCents: number;
  /** Start of this stay: the start of the subscription. */
  joinedAt: Instant;
  nextChargeAt: Instant | null;
  nextTierId: string | null;
  failedSince: Instant | null;
  customerId: string;
  subscriptionId: string;
  subscriptionItemId: string;
  stripePriceId: string;
}

/**
 * Stores a membership's snapshot and returns its id. Idempotent. Snapshots of an older stay change nothing once a newer
 * one has begun; a ban stays until it is lifted.
 */
export async function saveMembership(
  pb: PocketBase,
  snapshot: MembershipSnapshot,
  at: Instant,
): Promise<string> {
  await membershipUpsert(pb, snapshot, at, sql`TRUE`).run();
  const member = await membershipOfUser(pb, snapshot.userId, snapshot.guildId);
  if (!member) throw new Error(`the membership of ${snapshot.userId} in ${snapshot.guildId} was not stored`);
  return member.id;
}

/**
 * Stores a snapshot if the row is unchanged since it was read; else returns null, because the snapshot may be stale.
 * @param seen `seen` of the row that was read; null if there was none.
 */
export async function saveMembershipIfUnchanged(
  pb: PocketBase,
  snapshot: MembershipSnapshot,
  seen: string | null,
  at: Instant,
): Promise<string | null> {
  const steps = membershipUpsert(pb, snapshot, at, sql`guild_members.updated = {:seen}`, seen);
  if ((await refusalOf(steps, ['changed-meanwhile'])) !== null) return null;
  return (await membershipOfUser(pb, snapshot.userId, snapshot.guildId))?.id ?? null;
}

function membershipUpsert(
  pb: PocketBase,
  snapshot: MembershipSnapshot,
  at: Instant,
  unchanged: Sql,
  seen?: string | null,
): Transaction {
  const params = {
    id: newRecordId(),
    guild: snapshot.guildId,
    user: snapshot.userId,
    tier: snapshot.tierId,
    state: snapshot.state,
    billing: snapshot.billing,
    price: snapshot.priceCents,
    joined: dateOf(snapshot.joinedAt),
    next: dateOf(snapshot.nextChargeAt),
    nextTier: snapshot.nextTierId ?? '',
    failed: dateOf(snapshot.failedSince),
    customer: snapshot.customerId,
    subscription: snapshot.subscriptionId,
    item: snapshot.subscriptionItemId,
    priceId: snapshot.stripePriceId,
    now: dateOf(at),
    // Matches no row.
    seen: seen ?? '-',
  };
  return transaction(pb).exec(
    sql`INSERT INTO guild_members (id, guild, [[user]], tier, state, billing, priceCents, since, joinedAt, nextChargeAt,
          nextTier, failedSince, dunned, banned, streak, months, tenureMonths, note, customerId, subscriptionId,
          subscriptionItemId, stripePriceId, licenceKey, created, updated)
        VALUES ({:id}, {:guild}, {:user}, {:tier}, {:state}, {:billing}, {:price}, {:joined}, {:joined}, {:next},
          {:nextTier}, {:failed}, 0, FALSE, 0, 0, 0, '', {:customer}, {:subscription}, {:item}, {:priceId}, '', {:now}, {:now})
        ON CONFLICT (guild, [[user]]) WHERE [[user]] <> '' DO UPDATE SET tier = excluded.tier,
          state = CASE WHEN guild_members.banned THEN 'banned' ELSE excluded.state END,
          billing = excluded.billing, priceCents = excluded.priceCents, joinedAt = excluded.joinedAt,
          since = min(guild_members.since, excluded.since), nextChargeAt = excluded.nextChargeAt,
          nextTier = excluded.nextTier, failedSince = excluded.failedSince,
          dunned = CASE excluded.failedSince WHEN guild_members.failedSince THEN guild_members.dunned ELSE 0 END,
          customerId = excluded.customerId, subscriptionId = excluded.subscriptionId,
          subscriptionItemId = excluded.subscriptionItemId, stripePriceId = excluded.stripePriceId, updated = {:now}
        WHERE ${unchanged} AND (guild_members.subscriptionId = excluded.subscriptionId
          OR guild_members.joinedAt <= excluded.joinedAt)`,
    params,
    ...(seen === undefined ? [] : [{ expect: 1, else: 'changed-meanwhile' }]),
  );
}

/**
 * Bans a member or lifts the ban. Members keep what they received; the subscription is ended by `syncMembership`. After
 * the ban is lifted the state is `left`, and they may join again. Returns false if there is no such member.
 */
export async function setBan(
  pb: PocketBase,
  guildId: string,
  memberId: string,
  banned: boolean,
  at: Instant,
): Promise<boolean> {
  const steps = transaction(pb);
  const changed = steps.count(
    sql`UPDATE guild_members SET banned = {:banned}, updated = {:now},
          state = CASE WHEN {:banned} THEN 'banned' WHEN state = 'banned' THEN 'left' ELSE state END
        WHERE id = {:memberId} AND guild = {:guildId}`,
    { memberId, guildId, banned, now: dateOf(at) },
  );
  await steps.run();
  return changed.rows === 1;
}

/** Stores a seller's note about a member and the member's imported months. */
export async function saveMemberNote(
  pb: PocketBase,
  guildId: string,
  memberId: string,
  change: { note?: string; tenureMonths?: number },
): Promise<boolean> {
  const steps = transaction(pb)
    .exec(
      sql`UPDATE guild_members SET updated = updated WHERE id = {:memberId} AND guild = {:guildId}`,
      { memberId, guildId },
      { expect: 1, else: 'gone' },
    )
    .update('guild_members', memberId, { ...change });
  return (await refusalOf(steps, ['gone'])) === null;
}

/** Records that the dunning mail of a day was queued. Returns false if it already was. */
export async function recordDunningMail(
  pb: PocketBase,
  memberId: string,
  day: number,
  at: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE guild_members SET dunned = {:next}, updated = {:now}
      WHERE id = {:memberId} AND dunned < {:next} AND failedSince <> ''`,
    { memberId, next: day + 1, now: dateOf(at) },
    { expect: 1, else: 'written' },
  );
  return (await refusalOf(steps, ['written'])) === null;
}

/** The number of a guild's members in each state; states without members are left out. */
export async function memberCounts(
  pb: PocketBase,
  guildId: string,
): Promise<Partial<Record<MemberState, number>>> {
  const [counts] = await ask(
    pb,
    query<{ state: MemberState; count: number }>(
      sql`SELECT state, count(*) AS count FROM guild_members WHERE guild = {:guildId} AND state <> '' GROUP BY state`,
      { guildId },
      ['state', 'count'],
    ),
  );
  return Object.fromEntries(counts.map(({ state, count }) => [state, count]));
}
