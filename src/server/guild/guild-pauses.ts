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
import { ownStateAt } from '../../domain/guild/guild.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { notifyOfClosing, notifyOfPause } from './membership-notifications.ts';
import { syncMembership } from './memberships.ts';

/** How a guild's pause and its closing affect members' payments. */

const AT_ONCE = 500;

/**
 * Starts and ends announced pauses, notifies members, and makes sure that nobody is charged for a month that begins in a
 * pause or after the guild starts to close. Members are updated at the provider one by one; an interrupted run continues
 * with the next one.
 */
export async function applyGuildPauses(commerce: CommerceContext): Promise<void> {
  const { pb, payments } = commerce;
  const now = commerce.now();
  const each = async (
    members: readonly MembershipToSync[],
    update: (member: MembershipToSync) => Promise<void>,
  ) => {
    for (const member of members)
      await update(member)
        .then(() => syncMembership(commerce, member))
        .catch(commerce.onError);
  };
  for (const guild of await guildsWithPauseChange(pb, now)) {
    const state = ownStateAt(guild, now);
    if (state !== guild.state) await changeGuildState(pb, guild, state, now);
    // The whole pause has passed without a run of this job.
    else if (guild.resumesAt !== null && guild.resumesAt <= now) await announcePause(pb, guild.id, null, now);
  }
  for (const guildId of await guildsWithPauseAhead(pb, now)) await notifyOfPause(commerce, guildId);
  await each(await membersChargedInPause(pb, now, AT_ONCE), async ({ subscription, resumesAt, seen }) => {
    const key = `guild-pause:${subscription.id}:${resumesAt}:${seen}`;
    if (resumesAt !== null) await payments.pauseUntil(subscription.id, resumesAt, key);
  });
  await each(await membersChargedThoughClosing(pb, AT_ONCE), ({ subscription, seen }) =>
    payments.setEnding(subscription.id, true, `guild-closing:${subscription.id}:${seen}`),
  );
  for (const guild of await guildsClosing(pb)) {
    await notifyOfClosing(commerce, guild.id);
    await closeGuild(commerce, guild, now);
  }
}

/** Closes a closing guild once its last paid month is over. */
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
 * Cancels an announced pause, so that members are charged as usual. Returns false if none is announced or it has begun.
 * @throws PaymentsUnavailable if the provider cannot be reached; members not updated yet are charged after the pause.
 */
export async function cancelPause(commerce: CommerceContext, guildId: string): Promise<boolean> {
  const { pb } = commerce;
  const guild = await guildById(pb, guildId);
  if (!guild || guild.pausesAt === null || guild.resumesAt === null) return false;
  if (ownStateAt(guild, commerce.now()) !== 'live') return false;
  // First the guild, so that the job does not pause members again meanwhile.
  if (!(await announcePause(pb, guildId, null, commerce.now()))) return false;
  await resumeCharges(commerce, guildId, guild.resumesAt);
  return true;
}

/** Resumes payments at the provider for every member whose payments were paused until this moment. */
export async function resumeCharges(
  commerce: CommerceContext,
  guildId: string,
  resumesAt: Instant,
): Promise<void> {
  const { pb, payments } = commerce;
  for (const member of await membersPausedWith(pb, guildId, resumesAt)) {
    const subscription = await payments.subscription(member.subscription.id);
    if (subscription?.pausedUntil !== Math.floor(resumesAt / 1000) * 1000) continue;
    const key = `guild-resume:${subscription.id}:${resumesAt}:${member.seen}`;
    await payments.pauseUntil(subscription.id, null, key);
    await syncMembership(commerce, member);
  }
}
