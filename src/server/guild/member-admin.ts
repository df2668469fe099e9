import type PocketBase from 'pocketbase';
import {
  memberOfGuild,
  membershipOfUser,
  setBan,
  saveMembership as writeMembership,
} from '../../data/guild/guild-members.ts';
import {
  dropGuildRefundRequest,
  guildPaymentByPayment,
  lastGuildPayment,
  recordGuildRefundRequest,
  type StoredGuildPayment,
  unevenGuildPayments,
  unfinishedGuildRefunds,
} from '../../data/guild/guild-payments.ts';
import { tierOfGuild } from '../../data/guild/guild-tiers.ts';
import { guildById } from '../../data/guild/guilds.ts';
import { coverMonths } from '../../data/guild/membership-periods.ts';
import { withGivenMember } from '../../data/guild/memberships-to-sync.ts';
import { memberIsIn, memberVerbRefusal } from '../../domain/guild/member.ts';
import { instantMonthsLater } from '../../domain/kernel/month.ts';
import { PaymentsUnavailable } from '../adapters/stripe/payments.ts';
import { licenceTexts } from '../catalogue/licence-texts.ts';
import { type AmountCheck, unchecked } from '../kernel/amount-check.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { syncPlanSubscription } from '../payments/seller-plans.ts';
import { syncMemberSubscription } from './member-subscriptions.ts';
import { notifyMember } from './membership-notifications.ts';
import { syncMembership } from './memberships.ts';

/** Sellers' actions on a member: gifts, bans, refunds. Members are found through the guild only. */

export type MemberAdminRefusal =
  | 'no-such-member'
  | 'not-now'
  | 'nothing-paid'
  | 'given-already'
  | 'refused-by-provider';

export const MEMBER_ADMIN_REFUSAL_TEXTS: Record<MemberAdminRefusal, string> = {
  'no-such-member': 'The guild has no such member. Reload the page.',
  'not-now': 'This is not possible in the membership’s current state. Reload the page.',
  'nothing-paid': 'This member has no payment that can be refunded.',
  'given-already': 'This month was already given.',
  'refused-by-provider': 'The payment provider refused. Your balance there may be too small for the refund.',
};

/** The most months a seller can give at once. */
export const MONTHS_GIVEN_MOST = 12;

/** Gives one of a guild's members months of their tier. @param gift id of this gift, so that a double click gives it once */
export async function giveMemberMonths(
  commerce: CommerceContext,
  guildId: string,
  memberId: string,
  months: number,
  gift: string,
): Promise<MemberAdminRefusal | null> {
  const member = await memberOfGuild(commerce.pb, guildId, memberId);
  // The account is deleted.
  if (!member || member.userId === '') return 'no-such-member';
  const to = { userId: member.userId, tierId: member.tierId, months };
  return giveMonths(commerce, guildId, to, { id: `gift:${gift}`, kind: 'gift' });
}

/**
 * Gives a user months of a tier without a subscription; the user becomes a member if they are none. The months are their
 * next free ones.
 * @param source what covers the months, once for each id: a gift of the artist, or one that somebody has paid for.
 */
export async function giveMonths(
  commerce: CommerceContext,
  guildId: string,
  to: { userId: string; tierId: string; months: number },
  source: { id: string; kind: 'gift' | 'paid' },
): Promise<MemberAdminRefusal | null> {
  const { pb } = commerce;
  const now = commerce.now();
  const months = Math.min(Math.max(Math.trunc(to.months), 1), MONTHS_GIVEN_MOST);
  const tier = await tierOfGuild(pb, guildId, to.tierId);
  const member = await membershipOfUser(pb, to.userId, guildId);
  if (!tier || tier.state === 'draft' || member?.state === 'banned') return 'not-now';
  const isIn = member !== null && memberIsIn(member.state);
  const memberId = isIn
    ? member.id
    : await writeMembership(
        pb,
        {
          guildId,
          userId: to.userId,
          tierId: tier.id,
          state: 'active',
          billing: 'monthly',
          priceCents: 0,
          joinedAt: now,
          nextChargeAt: null,
          nextTierId: null,
          failedSince: null,
          customerId: member?.customerId ?? '',
          subscriptionId: '',
          subscriptionItemId: '',
          stripePriceId: '',
        },
        now,
      );
  const given = await coverMonths(
    pb,
    { id: memberId, guildId },
    {
      id: source.id,
      kind: source.kind,
      tierId: tier.id,
      paidCents: 0,
      from: now,
      until: instantMonthsLater(now, months),
      joinedAt: isIn ? member.joinedAt : now,
    },
    licenceTexts(),
    now,
    (steps) => withGivenMember(steps, memberId, now),
  );
  if (given === 'known') return 'given-already';
  const [guild, receiver] = await Promise.all([
    guildById(pb, guildId),
    membershipOfUser(pb, to.userId, guildId),
  ]);
  if (guild && receiver) await notifyMember(commerce, guild, receiver);
  return null;
}

/**
 * Bans a member or lifts the ban. A banned member keeps what they received, is not charged again and cannot rejoin.
 * @param by the client in the hands of the seller
 * @throws PaymentsUnavailable if the ban is stored but the subscription could not be ended; the reconciler retries.
 */
export async function setMemberBan(
  commerce: CommerceContext,
  guildId: string,
  memberId: string,
  banned: boolean,
  by: PocketBase,
): Promise<MemberAdminRefusal | null> {
  const { pb } = commerce;
  const member = await memberOfGuild(pb, guildId, memberId);
  if (!member) return 'no-such-member';
  if (memberVerbRefusal(member.state, banned ? 'ban' : 'lift-ban')) return 'not-now';
  if (!(await setBan(by, guildId, memberId, banned, commerce.now()))) return 'no-such-member';
  if (member.subscriptionId !== '' && member.userId !== '')
    await syncMembership(commerce, { userId: member.userId, guildId });
  return null;
}

/**
 * Refunds a member's last payment in full: the seller's share from the seller, the commission from the marketplace. Only
 * what that payment brought is removed from the member's library.
 * @throws PaymentsUnavailable if the provider cannot be reached; the reconciler retries.
 */
export async function refundLastPayment(
  commerce: CommerceContext,
  guildId: string,
  memberId: string,
  check: AmountCheck = unchecked,
): Promise<MemberAdminRefusal | null> {
  const { pb } = commerce;
  const member = await memberOfGuild(pb, guildId, memberId);
  if (!member) return 'no-such-member';
  const payment = await lastGuildPayment(pb, memberId);
  if (!payment) return 'nothing-paid';
  await check(payment.paidCents + payment.taxCents);
  // The key is stored before the request, so that a retry after a crash requests the same refund. Each request has its own:
  // the provider repeats a refusal for a day to whoever asks with the same key.
  if (payment.refundKey === '')
    await recordGuildRefundRequest(
      pb,
      payment.id,
      `guild-refund:${payment.invoiceId}:${crypto.randomUUID()}`,
      commerce.now(),
    );
  // Of two who ask at once, both continue with the key that was stored.
  const stored = await guildPaymentByPayment(pb, payment.paymentId);
  if (!stored || stored.refundKey === '') return 'nothing-paid';
  return refund(commerce, stored);
}

async function refund(
  commerce: CommerceContext,
  payment: StoredGuildPayment,
): Promise<MemberAdminRefusal | null> {
  try {
    await commerce.payments.refundShared(payment.paymentId, payment.refundKey, commerce.now());
  } catch (reason) {
    if (!(reason instanceof PaymentsUnavailable) || reason.temporary) throw reason;
    await dropGuildRefundRequest(commerce.pb, payment.refundKey, commerce.now());
    commerce.onError(reason);
    return 'refused-by-provider';
  }
  await syncGuildPayment(commerce, payment.paymentId);
  return null;
}

/** Retries recorded refunds without an answer; their idempotency key makes them happen once. */
export async function finishGuildRefunds(commerce: CommerceContext, before: number): Promise<void> {
  for (const payment of await unfinishedGuildRefunds(commerce.pb, before, 200))
    await refund(commerce, payment).catch(commerce.onError);
}

/** Tries again to move money for payments of which the seller has more or less than they should. */
export async function evenOutGuildPayments(commerce: CommerceContext, before: number): Promise<void> {
  for (const { paymentId } of await unevenGuildPayments(commerce.pb, before, 100))
    await syncGuildPayment(commerce, paymentId).catch(commerce.onError);
}

/** Syncs the membership or seller plan of a payment. Returns false if it is for neither. @throws PaymentsUnavailable */
export async function syncGuildPayment(commerce: CommerceContext, paymentId: string): Promise<boolean> {
  const { pb, payments } = commerce;
  const booked = await guildPaymentByPayment(pb, paymentId);
  const subscriptionId = booked?.subscriptionId ?? (await payments.subscriptionOfPayment(paymentId));
  const subscription = subscriptionId === null ? null : await payments.subscription(subscriptionId);
  if (!subscription) return false;
  if (await syncPlanSubscription(commerce, subscription, paymentId)) return true;
  return (await syncMemberSubscription(commerce, subscription, { paymentId })) !== null;
}
