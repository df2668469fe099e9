import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import type { GuildMembersRecord, GuildsRecord } from '../kernel/records.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';

/** What of memberships waits for the clock. */

/** A membership to ask the payment provider about. */
export interface MembershipToSync {
  id: string;
  userId: string;
  guildId: string;
  subscription: { id: string; customerId: string };
  /** When its guild's pause ends; null where none is announced. */
  resumesAt: Instant | null;
}

/**
 * Memberships that are paid for and were not asked about since: with a failed payment or one that was due since `open`,
 * the others since `settled`. Those of the banned as long as they are charged.
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

/** Members whose next payment would fall into the pause of their guild, so far as is known. */
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

/** Members who would be charged again though their guild closes. */
export async function membersChargedThoughClosing(pb: PocketBase, limit: number): Promise<MembershipToSync[]> {
  return membersWhere(
    pb,
    "subscriptionId != '' && user != '' && guild.state = 'closing' && (state = 'active' || state = 'trialing')",
    limit,
  );
}

/** Members of a guild who are not charged before a pause ends; among them may be some who pay by the year. */
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
    for (const { id, user, guild, subscriptionId, customerId, expand } of items)
      found.push({
        id,
        userId: user,
        guildId: guild,
        subscription: { id: subscriptionId, customerId },
        resumesAt: instantOf(expand?.guild?.resumesAt ?? ''),
      });
    if (items.length < size) break;
  }
  return found;
}

/** Notes that a membership is asked about now, so that one nobody can answer for does not keep the others waiting. */
export async function recordMembershipSync(pb: PocketBase, memberId: string, at: Instant): Promise<void> {
  await transaction(pb)
    .exec(sql`UPDATE guild_members SET askedAt = {:now} WHERE id = {:id}`, { id: memberId, now: dateOf(at) })
    .run();
}

/** Those who paid nothing and whose given months are over have left. */
export async function endGiftedMemberships(pb: PocketBase, now: Instant): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE guild_members SET state = 'left', updated = {:now} WHERE state = 'active' AND subscriptionId = ''
        AND NOT EXISTS (SELECT 1 FROM membership_periods p WHERE p.member = guild_members.id
          AND p.kind IN ('paid', 'gift') AND p.endsAt > {:now})`,
      { now: dateOf(now) },
    )
    .run();
}
