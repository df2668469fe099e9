import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, type QueryParams, select } from '../kernel/query.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

/** Memberships that the periodic jobs have to sync or end. */

const m = tables.guildMembers.as('m');
const g = tables.guilds.as('g');

const TO_SYNC = {
  id: m.id,
  userId: m.user,
  guildId: m.guild,
  subscription: { id: m.subscriptionId, customerId: m.customerId },
  /** When the guild's announced pause ends; null for none. */
  resumesAt: g.resumesAt,
  /** Changes with the row: what is decided on one state of the membership is one wish. */
  seen: value(sql`m.updated`, text),
};
const TO_SYNC_ROW = shape(TO_SYNC);

/** Members by the time of their last sync, or guild by guild. */
const BY_SYNC = sql`guild_members m CROSS JOIN guilds g ON g.id = m.guild`;
const BY_GUILD = sql`guilds g CROSS JOIN guild_members m ON m.guild = g.id`;

/** A membership to sync with the payment provider. */
export type MembershipToSync = RowOf<typeof TO_SYNC>;

/**
 * Paid memberships whose last sync is too old: before `open` if a payment failed or is due or the member is banned but
 * still charged, before `settled` for the others.
 */
export async function staleMemberships(
  pb: PocketBase,
  before: { open: Instant; settled: Instant },
  now: Instant,
  limit: number,
): Promise<MembershipToSync[]> {
  return membersWhere(
    pb,
    BY_SYNC,
    sql`m.askedAt >= '' AND m.askedAt < {:latest} AND ((m.state = 'past_due' AND m.askedAt < {:open})
      OR (m.nextChargeAt <> '' AND m.nextChargeAt < {:now} AND m.askedAt < {:open})
      OR (m.state = 'banned' AND m.askedAt < {:open} AND m.nextChargeAt <> '')
      OR (m.state IN ('active', 'trialing', 'cancelling') AND m.askedAt < {:settled}))`,
    {
      ...{ open: dateOf(before.open), settled: dateOf(before.settled), now: dateOf(now), limit },
      latest: dateOf(Math.max(before.open, before.settled)),
    },
  );
}

/** Members whose next known payment falls into their guild's pause. */
export async function membersChargedInPause(
  pb: PocketBase,
  now: Instant,
  limit: number,
): Promise<MembershipToSync[]> {
  return membersWhere(
    pb,
    BY_GUILD,
    // Only a guild that is live or paused has a pause.
    sql`g.state IN ('live', 'paused') AND g.pausesAt <> '' AND g.resumesAt > {:now} AND m.nextChargeAt <> ''
      AND m.state IN ('active', 'trialing') AND m.nextChargeAt >= g.pausesAt AND m.nextChargeAt < g.resumesAt`,
    { now: dateOf(now), limit },
  );
}

/** Members of closing guilds who would be charged again. */
export async function membersChargedThoughClosing(
  pb: PocketBase,
  limit: number,
): Promise<MembershipToSync[]> {
  return membersWhere(pb, BY_GUILD, sql`g.state = 'closing' AND m.state IN ('active', 'trialing')`, {
    limit,
  });
}

/** Members of a guild who are not charged before a pause ends; some of them may just pay yearly. */
export async function membersPausedWith(
  pb: PocketBase,
  guildId: string,
  resumesAt: Instant,
): Promise<MembershipToSync[]> {
  return membersWhere(pb, BY_GUILD, sql`g.id = {:guildId} AND m.nextChargeAt >= {:resumesAt}`, {
    guildId,
    resumesAt: dateOf(resumesAt),
    limit: 100_000,
  });
}

/** Members with a subscription, those who were synced longest ago first. */
async function membersWhere(
  pb: PocketBase,
  among: Sql,
  which: Sql,
  params: QueryParams,
): Promise<MembershipToSync[]> {
  const [rows] = await ask(
    pb,
    select(
      TO_SYNC_ROW,
      sql`SELECT ${TO_SYNC_ROW} FROM ${among}
        WHERE m.subscriptionId <> '' AND m.[[user]] <> '' AND ${which} ORDER BY m.askedAt, m.id LIMIT {:limit}`,
      params,
    ),
  );
  return rows;
}

/** Records the time of the sync before it starts, so that a membership that always fails does not block the others. */
export async function recordMembershipSync(pb: PocketBase, memberId: string, at: Instant): Promise<void> {
  await transaction(pb)
    .exec(sql`UPDATE guild_members SET askedAt = {:now} WHERE id = {:id}`, { id: memberId, now: dateOf(at) })
    .run();
}

/**
 * How long somebody without a subscription and without any month is left alone after their row was written, in ms: they become
 * a member first, and their months are given a moment later.
 */
const BEING_GIVEN_MS = 60_000;

/** Ends the memberships of members without a subscription whose given months are over. */
export async function endGiftedMemberships(pb: PocketBase, now: Instant): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE guild_members SET state = 'left', updated = {:now} WHERE state = 'active' AND subscriptionId = ''
        AND NOT EXISTS (SELECT 1 FROM membership_periods p WHERE p.member = guild_members.id
          AND p.kind IN ('paid', 'gift') AND p.endsAt > {:now})
        AND (updated <= {:before} OR EXISTS (SELECT 1 FROM membership_periods p WHERE p.member = guild_members.id))`,
      { now: dateOf(now), before: dateOf(now - BEING_GIVEN_MS) },
    )
    .run();
}

/** Keeps somebody in who is given months, should their membership have been ended before the months were there. */
export function withGivenMember(steps: Transaction, memberId: string, now: Instant): void {
  steps.exec(
    sql`UPDATE guild_members SET state = 'active', updated = {:now}
      WHERE id = {:id} AND state = 'left' AND subscriptionId = ''`,
    { id: memberId, now: dateOf(now) },
  );
}
