import {
  checkoutsToClose,
  type HeldMember,
  heldGuilds,
  membersToHold,
  membersToRelease,
  type OpenReturn,
  openReturns,
  paymentsInHold,
  recordMemberHold,
  recordMemberRelease,
  recordReturn,
  recordReturnTried,
} from '../../data/guild/guild-holds.ts';
import { pendingMembershipCheckout } from '../../data/guild/membership-checkouts.ts';
import { settingNow } from '../../data/kernel/site-settings.ts';
import { PAUSE_NOTICE_MS } from '../../domain/guild/guild.ts';
import { GUILD_HOLDS, holdReturn } from '../../domain/guild/guild-hold.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { PaymentsUnavailable } from '../adapters/stripe/payments.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { holdSellers } from '../payments/seller-holds.ts';
import { syncGuildPayment } from './member-admin.ts';
import { expireMembershipCheckout } from './membership-checkout.ts';
import { notifyOfHold, notifyOfReopening, notifyOfReturnedTime } from './membership-notifications.ts';
import { syncMembership } from './memberships.ts';

/** What a store that is not open means for its guild's members: a closed, suspended or resting store charges nobody. */

/** Members per run; the next run goes on with the others. */
const AT_ONCE = 500;
/** A return without an answer is tried again after this, in ms. */
const RETRY_MS = 10 * 60_000;
const EVERY_MS = 60_000;

/**
 * Pauses payments of members whose guild is on hold, closes payment pages that are open for it, resumes payments when the
 * store is open again, and gives back what was paid for the time of a long hold. Members are told once for each hold and
 * each end. Safe to run twice, also at once: every step is one wish with one key at the provider.
 */
export async function applyGuildHolds(commerce: CommerceContext): Promise<void> {
  const { pb, onError } = commerce;
  const terms = await settingNow(pb, GUILD_HOLDS);
  for (const one of await checkoutsToClose(pb, AT_ONCE)) await closePage(commerce, one).catch(onError);
  for (const member of await membersToHold(pb, AT_ONCE)) await hold(commerce, member).catch(onError);
  for (const guild of await heldGuilds(pb)) await notifyOfHold(commerce, guild, terms).catch(onError);
  const released = await membersToRelease(pb, AT_ONCE);
  for (const guildId of new Set(released.map((member) => member.guildId)))
    await notifyOfReopening(commerce, guildId).catch(onError);
  for (const member of released) await release(commerce, member).catch(onError);
  await giveBackHeldTime(commerce).catch(onError);
  await holdSellers(commerce).catch(onError);
}

async function closePage(
  commerce: CommerceContext,
  { userId, guildId }: { userId: string; guildId: string },
): Promise<void> {
  const open = await pendingMembershipCheckout(commerce.pb, userId, guildId);
  if (open) await expireMembershipCheckout(commerce, open);
}

/** Pauses a member's payments until further notice. What a bank has refused so far is not tried again. */
async function hold(commerce: CommerceContext, member: HeldMember): Promise<void> {
  const { pb, payments } = commerce;
  const now = commerce.now();
  const subscription = await payments.subscription(member.subscriptionId);
  const until = subscription?.pausedUntil ?? null;
  const skipsUntil = until !== null && Number.isFinite(until) && until > now ? until : null;
  await recordMemberHold(pb, member.id, skipsUntil, now);
  if (subscription && subscription.endedAt === null) {
    if (until !== Number.POSITIVE_INFINITY)
      await payments.pauseUntil(
        subscription.id,
        Number.POSITIVE_INFINITY,
        `guild-hold:${subscription.id}:${member.turn}`,
      );
    await payments.voidOpenInvoices(subscription.id);
  }
  await syncMembership(commerce, member);
}

/**
 * Resumes a member's payments. A month that they had skipped stays skipped, and nothing is charged within the notice that
 * members get.
 */
async function release(commerce: CommerceContext, member: HeldMember): Promise<void> {
  const { pb, payments } = commerce;
  const now = commerce.now();
  await recordMemberRelease(pb, member.id, false, now);
  const subscription =
    member.subscriptionId === '' ? null : await payments.subscription(member.subscriptionId);
  if (subscription && subscription.endedAt === null)
    await payments.pauseUntil(
      subscription.id,
      resumesAt(subscription.periodEnd, member.skipsUntil, now),
      `guild-open:${subscription.id}:${member.turn}`,
    );
  await recordMemberRelease(pb, member.id, true, now);
  if (member.userId !== '') await syncMembership(commerce, member);
}

function resumesAt(periodEnd: Instant, skipsUntil: Instant | null, now: Instant): Instant | null {
  const notice = now + PAUSE_NOTICE_MS;
  const until = Math.max(skipsUntil ?? 0, periodEnd < notice ? notice : 0);
  return until > now ? until : null;
}

/** Gives back what members paid for the time of holds, once for each payment and stretch of time. */
export async function giveBackHeldTime(commerce: CommerceContext): Promise<void> {
  const { pb } = commerce;
  const now = commerce.now();
  const terms = await settingNow(pb, GUILD_HOLDS);
  const heldBefore = now - terms.returnAfterDays * 86_400_000;
  for (const payment of await paymentsInHold(pb, heldBefore, now, AT_ONCE)) {
    const back = holdReturn(payment, payment.heldAt, terms, now);
    if (!back) continue;
    const key = `guild-return:${payment.invoiceId}:${back.until}`;
    await recordReturn(pb, payment, { ...back, key }, now);
  }
  for (const open of await openReturns(pb, now, now - RETRY_MS, AT_ONCE))
    await giveBack(commerce, open).catch(commerce.onError);
}

async function giveBack(commerce: CommerceContext, open: OpenReturn): Promise<void> {
  const { pb } = commerce;
  const now = commerce.now();
  const { paymentId, cents, key } = open;
  try {
    await commerce.payments.refund({ paymentId, amountCents: cents, lineId: null, key, isResumed: true });
  } catch (reason) {
    // Refused, or not reached: it is tried again, the others go on.
    if (reason instanceof PaymentsUnavailable) await recordReturnTried(pb, open, false, now);
    throw reason;
  }
  await recordReturnTried(pb, open, true, now);
  await syncGuildPayment(commerce, paymentId);
  if (open.userId !== '') await notifyOfReturnedTime(commerce, open);
}

/** Applies holds now, when woken, and every minute. */
export function openGuildHolds(commerce: CommerceContext): PeriodicJob {
  return openPeriodicJob(() => applyGuildHolds(commerce), EVERY_MS, commerce.onError);
}
