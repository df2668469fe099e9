import {
  announcePause,
  changeGuildState,
  guildById,
  guildsClosing,
  guildsWithPauseAhead,
  guildsWithPauseChange,
  statusOfGuild,
} from '../../data/guild/guilds.ts';
import {
  type MembershipToSync,
  membersChargedInPause,
  membersChargedThoughClosing,
  membersPausedWith,
} from '../../data/guild/memberships-to-sync.ts';
import { guildStateAt } from '../../domain/guild/guild.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { notifyOfClosing, notifyOfPause } from './membership-notifications.ts';
import { syncMembership } from './memberships.ts';

/** What a guild's pause and its closing do to what members are charged. */

const AT_ONCE = 500;

/**
 * Leads guilds into and out of announced pauses, tells their members of them, and sees that nobody is charged for a month that begins in one, or once
 * his guild closes. Members are told to the provider one by one, as soon as their next payment would be such a one, so
 * that an end in the middle only leaves some for the next round.
 */
export async function applyGuildPauses(commerce: CommerceContext): Promise<void> {
  const { pb, payments } = commerce;
  const now = commerce.now();
  const each = async (
    members: readonly MembershipToSync[],
    tell: (member: MembershipToSync) => Promise<void>,
  ) => {
    for (const member of members)
      await tell(member)
        .then(() => syncMembership(commerce, member))
        .catch(commerce.onError);
  };
  for (const guild of await guildsWithPauseChange(pb, now)) {
    const state = guildStateAt(guild, now);
    if (state !== guild.state) await changeGuildState(pb, guild, state, now);
    // A pause nobody was there to begin is over all the same.
    else if (guild.resumesAt !== null && guild.resumesAt <= now) await announcePause(pb, guild.id, null, now);
  }
  for (const guildId of await guildsWithPauseAhead(pb, now)) await notifyOfPause(commerce, guildId);
  await each(await membersChargedInPause(pb, now, AT_ONCE), async ({ subscription, resumesAt }) => {
    if (resumesAt !== null) await payments.pauseUntil(subscription.id, resumesAt);
  });
  await each(await membersChargedThoughClosing(pb, AT_ONCE), ({ subscription }) =>
    payments.setEnding(subscription.id, true),
  );
  for (const guild of await guildsClosing(pb)) {
    await notifyOfClosing(commerce, guild.id);
    await closeGuild(commerce, guild, now);
  }
}

/** A guild that closes is closed once the last month that was paid is over. */
async function closeGuild(
  { pb }: CommerceContext,
  guild: { id: string; state: 'closing'; members: number },
  now: Instant,
): Promise<void> {
  const { lastMonthEnds } = await statusOfGuild(pb, guild.id);
  if (guild.members === 0 && (lastMonthEnds === null || lastMonthEnds <= now))
    await changeGuildState(pb, guild, 'closed', now);
}

/**
 * Calls an announced pause off: members are charged again as ever. False where none is announced, or it has begun.
 * @throws PaymentsUnavailable where the provider cannot be reached; members it was not told of are charged later.
 */
export async function cancelPause(commerce: CommerceContext, guildId: string): Promise<boolean> {
  const { pb } = commerce;
  const guild = await guildById(pb, guildId);
  if (!guild || guild.pausesAt === null || guild.resumesAt === null) return false;
  if (guildStateAt(guild, commerce.now()) !== 'live') return false;
  // First the guild, so that nobody is paused anew meanwhile.
  if (!(await announcePause(pb, guildId, null, commerce.now()))) return false;
  await resumeCharges(commerce, guildId, guild.resumesAt);
  return true;
}

/**
 * Tells the provider of every member who is not charged before a pause would have ended that he is again, for a pause
 * that ends early.
 */
export async function resumeCharges(
  commerce: CommerceContext,
  guildId: string,
  resumesAt: Instant,
): Promise<void> {
  const { pb, payments } = commerce;
  for (const member of await membersPausedWith(pb, guildId, resumesAt)) {
    const truth = await payments.subscription(member.subscription.id);
    if (truth?.pausedUntil !== Math.floor(resumesAt / 1000) * 1000) continue;
    await payments.pauseUntil(truth.id, null);
    await syncMembership(commerce, member);
  }
}
