import type PocketBase from 'pocketbase';
import type { Instant } from '../domain/instant.ts';
import { dateOf } from './fields.ts';
import type { GuildMembersRecord } from './records.ts';
import { transaction } from './transaction.ts';

/** What of memberships waits for the clock. */

/** A membership to ask the payment provider about. */
export interface QuietMembership {
  id: string;
  userId: string;
  guildId: string;
  subscription: { id: string; customerId: string };
}

/**
 * Memberships that are paid for and were not asked about since: with a failed payment or one that was due since `open`,
 * the others since `settled`. Those of the banned as long as they are charged.
 */
export async function membershipsToAsk(
  pb: PocketBase,
  before: { open: Instant; settled: Instant },
  now: Instant,
  limit: number,
): Promise<QuietMembership[]> {
  const list = await pb.collection('guild_members').getList<GuildMembersRecord>(1, limit, {
    filter: pb.filter(
      `subscriptionId != '' && user != '' && (
        (state = 'past_due' && askedAt < {:open})
        || (nextChargeAt != '' && nextChargeAt < {:now} && askedAt < {:open})
        || (state = 'banned' && askedAt < {:open} && nextChargeAt != '')
        || ((state = 'active' || state = 'trialing' || state = 'cancelling') && askedAt < {:settled}))`,
      { open: dateOf(before.open), settled: dateOf(before.settled), now: dateOf(now) },
    ),
    sort: 'askedAt,id',
    skipTotal: true,
  });
  return list.items.map(({ id, user, guild, subscriptionId, customerId }) => ({
    id,
    userId: user,
    guildId: guild,
    subscription: { id: subscriptionId, customerId },
  }));
}

/** Notes that a membership is asked about now, so that one nobody can answer for does not keep the others waiting. */
export async function noteMembershipAsked(pb: PocketBase, memberId: string, at: Instant): Promise<void> {
  await transaction(pb)
    .exec('UPDATE guild_members SET askedAt = {:now} WHERE id = {:id}', { id: memberId, now: dateOf(at) })
    .run();
}

/** Those who paid nothing and whose given months are over have left. */
export async function endGiftedMemberships(pb: PocketBase, now: Instant): Promise<void> {
  await transaction(pb)
    .exec(
      `UPDATE guild_members SET state = 'left', updated = {:now} WHERE state = 'active' AND subscriptionId = ''
        AND NOT EXISTS (SELECT 1 FROM membership_periods p WHERE p.member = guild_members.id
          AND p.kind IN ('paid', 'gift') AND p.endsAt > {:now})`,
      { now: dateOf(now) },
    )
    .run();
}
