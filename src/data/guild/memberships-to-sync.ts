import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import type { GuildMembersRecord, GuildsRecord } from '../kernel/records.ts';
import { sql } from '../kernel/sql.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

/** Memberships that the periodic jobs have to sync or end. */

/** A membership to sync with the payment provider. */
export interface MembershipToSync {
  id: string;
  userId: string;
  guildId: string;
  subscription: { id: string; customerId: string };
  /** When the guild's announced pause ends; null for none. */
  resumesAt: Instant | null;
  /** Changes with the row: what is decided on one state of the membership is one wish. */
  seen: string;
}

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
    pb.filter(
      `subscriptionId != '' && user != '' && (
        (state = 'past_due' && askedAt < {:open})
        || (nextChargeAt != '' && nextChargeAt < {:now} && askedAt < {:open})
        || (state = 'banned' && askedAt < {:open} && nextChargeAt != '')
        || ((state = 'active' || state = 'trialing' || state = 'cancelling') && askedAt < {:settled}))`,
      { open: dateOf(before.open), settled: dateOf(before.settled), now: dateOf(now) },
    ),
    limit,
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
    pb.filter(
      `subscriptionId != '' && user != '' && nextChargeAt != '' && (state = 'active' || state = 'trialing')
        && guild.pausesAt != '' && guild.resumesAt > {:now} && nextChargeAt >= guild.pausesAt
        && nextChargeAt < guild.resumesAt`,
      { now: dateOf(now) },
    ),
    limit,
  );
}

/** Members of closing guilds who would be charged again. */
export async function membersChargedThoughClosing(
  pb: PocketBase,
  limit: number,
): Promise<MembershipToSync[]> {
  return membersWhere(
    pb,
    "subscriptionId != '' && user != '' && guild.state = 'closing' && (state = 'active' || state = 'trialing')",
    limit,
  );
}

/** Members of a guild who are not charged before a pause ends; some of them may just pay yearly. */
export async function membersPausedWith(
  pb: PocketBase,
  guildId: string,
  resumesAt: Instant,
): Promise<MembershipToSync[]> {
  return membersWhere(
    pb,
    pb.filter("guild = {:guildId} && subscriptionId != '' && user != '' && nextChargeAt >= {:resumesAt}", {
      guildId,
      resumesAt: dateOf(resumesAt),
    }),
    100_000,
  );
}

async function membersWhere(pb: PocketBase, filter: string, limit: number): Promise<MembershipToSync[]> {
  type Row = GuildMembersRecord & { expand?: { guild?: GuildsRecord } };
  const found: MembershipToSync[] = [];
  const size = Math.min(limit, 500);
  for (let page = 1; found.length < limit; page += 1) {
    const { items } = await pb.collection('guild_members').getList<Row>(page, size, {
      filter,
      sort: 'askedAt,id',
      expand: 'guild',
      skipTotal: true,
    });
    for (const { id, user, guild, subscriptionId, customerId, updated, expand } of items)
      found.push({
        id,
        userId: user,
        guildId: guild,
        subscription: { id: subscriptionId, customerId },
        resumesAt: instantOf(expand?.guild?.resumesAt ?? ''),
        seen: updated,
      });
    if (items.length < size) break;
  }
  return found;
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
