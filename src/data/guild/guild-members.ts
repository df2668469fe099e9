import type PocketBase from 'pocketbase';
import type { Billing } from '../../domain/guild/guild.ts';
import type { MemberState } from '../../domain/guild/member.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, type QueryParams, select } from '../kernel/query.ts';
import { isRecordId, newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { number, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import { IN_SEGMENT, type MemberSegment, segmentValues, WITH_TEXT } from './member-segment.ts';

const m = tables.guildMembers.as('m');
const g = tables.guilds.as('g');
const t = tables.guildTiers.as('t');
const u = tables.users.as('u');

const MEMBER = {
  id: m.id,
  guildId: m.guild,
  userId: m.user,
  tierId: m.tier,
  state: m.state,
  billing: m.billing,
  priceCents: m.priceCents,
  since: m.since,
  joinedAt: m.joinedAt,
  nextChargeAt: m.nextChargeAt,
  nextTierId: m.nextTier.orNull,
  failedSince: m.failedSince,
  streak: m.streak,
  months: m.months,
  tenureMonths: m.tenureMonths,
};
const STORED = {
  ...MEMBER,
  subscriptionId: m.subscriptionId,
  customerId: m.customerId,
  subscriptionItemId: m.subscriptionItemId,
  stripePriceId: m.stripePriceId,
  /** Key of the member's public licence page; "" without a merchant licence. */
  licenceKey: m.licenceKey,
  /** The day of the last dunning mail plus one; 0 for none. */
  dunned: m.dunned,
  /** Time of the last write, to the millisecond, so that stale data never overwrites newer data. */
  seen: value(sql`m.updated`, text),
};
const OF_SELLER = {
  ...MEMBER,
  username: u.username.or(''),
  email: u.email.or(''),
  note: m.note,
  /** Whether they have a subscription; else their months were given. */
  pays: m.subscriptionId.as((id) => id !== ''),
};
const STORED_ROW = shape(STORED);
const OF_SELLER_ROW = shape(OF_SELLER);
const OF_USER = shape({
  member: STORED,
  guildName: g.name.or(''),
  storeId: g.store.or(''),
  tierName: t.name.or(''),
});
const COUNT = shape({ state: m.state, count: value(sql`count(*)`, number) });

/** Who is a current member, as `memberIsIn` says it. */
export const isMember = (member: { state: Sql }) =>
  sql`${member.state} IN ('trialing', 'active', 'past_due', 'cancelling')`;

/** A member with server-only fields, such as the provider's ids. */
export type StoredMember = RowOf<typeof STORED>;

/** A member as the seller sees them, without the provider's ids and the licence key. */
export type MemberRow = RowOf<typeof OF_SELLER>;

/** A user's current or former membership in a guild; null for none. */
export async function membershipOfUser(
  pb: PocketBase,
  userId: string,
  guildId: string,
): Promise<StoredMember | null> {
  return firstMember(pb, sql`m.[[user]] = {:userId} AND m.guild = {:guildId} AND m.[[user]] <> ''`, {
    userId,
    guildId,
  });
}

/** One of a guild's members; null if it has no such member. */
export async function memberOfGuild(
  pb: PocketBase,
  guildId: string,
  memberId: string,
): Promise<StoredMember | null> {
  if (!isRecordId(memberId)) return null;
  return firstMember(pb, sql`m.id = {:memberId} AND m.guild = {:guildId}`, { memberId, guildId });
}

/** A user's current and former memberships, newest first, with the names a page needs. */
export async function membershipsOfUser(
  pb: PocketBase,
  userId: string,
): Promise<(StoredMember & { guildName: string; storeId: string; tierName: string })[]> {
  const [rows] = await ask(
    pb,
    select(
      OF_USER,
      sql`SELECT ${OF_USER} FROM guild_members m
          LEFT JOIN guilds g ON g.id = m.guild LEFT JOIN guild_tiers t ON t.id = m.tier
        WHERE m.[[user]] = {:userId} AND m.[[user]] <> '' ORDER BY m.joinedAt DESC, m.id`,
      { userId },
    ),
  );
  return rows.map(({ member, ...names }) => ({ ...member, ...names }));
}

async function firstMember(pb: PocketBase, which: Sql, params: QueryParams): Promise<StoredMember | null> {
  return first(
    pb,
    select(STORED_ROW, sql`SELECT ${STORED_ROW} FROM guild_members m WHERE ${which} LIMIT 1`, params),
  );
}

export interface MembersQuery extends MemberSegment {
  /** The last row of the previous page; null for the first page. */
  after: { joinedAt: Instant; id: string } | null;
  limit: number;
}

/** A page of a guild's members, last joined first. `more` says whether there are further pages. */
export async function membersOfGuild(
  pb: PocketBase,
  guildId: string,
  { after, limit, ...segment }: MembersQuery,
): Promise<{ members: MemberRow[]; more: boolean }> {
  const [found] = await ask(
    pb,
    select(
      OF_SELLER_ROW,
      // Both backwards, as the index is read: many members of an imported guild joined at one moment.
      sql`SELECT ${OF_SELLER_ROW} FROM guild_members m LEFT JOIN users u ON u.id = m.[[user]]
        WHERE ${IN_SEGMENT} AND ${segment.states.length === 1 ? sql`m.state = {:state}` : sql`TRUE`}
          AND ${segment.text === '' ? sql`TRUE` : WITH_TEXT} AND (m.joinedAt, m.id) < ({:at}, {:id})
        ORDER BY m.joinedAt DESC, m.id DESC LIMIT {:limit}`,
      {
        ...segmentValues(guildId, segment),
        state: segment.states[0] ?? '',
        at: after === null ? '~' : dateOf(after.joinedAt),
        id: after?.id ?? '',
        limit: limit + 1,
      },
    ),
  );
  return { members: found.slice(0, limit), more: found.length > limit };
}

/** One of a guild's members as the seller sees them; null if it has no such member. */
export async function memberRowOfGuild(
  pb: PocketBase,
  guildId: string,
  memberId: string,
): Promise<MemberRow | null> {
  return first(
    pb,
    select(
      OF_SELLER_ROW,
      sql`SELECT ${OF_SELLER_ROW} FROM guild_members m LEFT JOIN users u ON u.id = m.[[user]]
        WHERE m.id = {:memberId} AND m.guild = {:guildId}`,
      { memberId, guildId },
    ),
  );
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
        SELECT {:id}, {:guild}, {:user}, {:tier}, {:state}, {:billing}, {:price}, {:joined}, {:joined}, {:next},
          {:nextTier}, {:failed}, 0, FALSE, 0, 0, 0, '', {:customer}, {:subscription}, {:item}, {:priceId}, '', {:now}, {:now}
        WHERE EXISTS (SELECT 1 FROM users u WHERE u.id = {:user})
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
    select(
      COUNT,
      sql`SELECT ${COUNT} FROM guild_members m WHERE m.guild = {:guildId} AND m.state <> '' GROUP BY m.state`,
      {
        guildId,
      },
    ),
  );
  return Object.fromEntries(counts.map(({ state, count }) => [state, count]));
}
