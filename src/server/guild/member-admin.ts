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
  unfinishedGuildRefunds,
} from '../../data/guild/guild-payments.ts';
import { tierOfGuild } from '../../data/guild/guild-tiers.ts';
import { guildById } from '../../data/guild/guilds.ts';
import { coverMonths } from '../../data/guild/membership-periods.ts';
import { memberIsIn, memberVerbRefusal } from '../../domain/guild/member.ts';
import { instantMonthsLater } from '../../domain/kernel/month.ts';
import { PaymentsUnavailable } from '../adapters/stripe/payments.ts';
import { licenceTexts } from '../catalogue/licence-texts.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { notifyMember } from './membership-notifications.ts';
import { syncMemberSubscription, syncMembership } from './memberships.ts';

/** What a seller does for and about a member of the guild. Members are found through the guild only. */

export type MemberAdminRefusal =
  | 'no-such-member'
  | 'not-now'
  | 'nothing-paid'
  | 'given-already'
  | 'refused-by-provider';

export const MEMBER_ADMIN_REFUSAL_TEXTS: Record<MemberAdminRefusal, string> = {
  'no-such-member': 'The guild has no such member; load the page anew.',
  'not-now': 'This is not possible in the membership’s current state. Reload the page.',
  'nothing-paid': 'There is no payment of this member that could be given back.',
  'given-already': 'This month was given already.',
  'refused-by-provider':
    'The payment provider refused. Your balance there may be too small to give the money back.',
};

/** Months a seller gives at once, at most. */
export const MONTHS_GIVEN_MOST = 12;

/** Gives one of a guild's members months of their tier. @param gift as for `giveMonths` */
export async function giveMemberMonths(
  commerce: CommerceContext,
  guildId: string,
  memberId: string,
  months: number,
  gift: string,
): Promise<MemberAdminRefusal | null> {
  const member = await memberOfGuild(commerce.pb, guildId, memberId);
  // Somebody whose account is gone can be given nothing.
  if (!member || member.userId === '') return 'no-such-member';
  return giveMonths(commerce, guildId, { userId: member.userId, tierId: member.tierId, months }, gift);
}

/**
 * Gives somebody months of a tier for nothing: a member, or whoever is to be one. They are the next that he has not.
 * @param gift names this gift, so that a second click gives nothing more.
 */
export async function giveMonths(
  commerce: CommerceContext,
  guildId: string,
  to: { userId: string; tierId: string; months: number },
  gift: string,
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
      id: `gift:${gift}`,
      kind: 'gift',
      tierId: tier.id,
      paidCents: 0,
      from: now,
      until: instantMonthsLater(now, months),
      joinedAt: isIn ? member.joinedAt : now,
    },
    licenceTexts(),
    now,
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
 * Bans a member: what he received stays, he is charged no more, and cannot join again until it is lifted.
 * @throws PaymentsUnavailable where he is banned and the provider could not be told; the reconciler tells it then.
 */
export async function setMemberBan(
  commerce: CommerceContext,
  guildId: string,
  memberId: string,
  banned: boolean,
): Promise<MemberAdminRefusal | null> {
  const { pb } = commerce;
  const member = await memberOfGuild(pb, guildId, memberId);
  if (!member) return 'no-such-member';
  if (memberVerbRefusal(member.state, banned ? 'ban' : 'lift-ban')) return 'not-now';
  if (!(await setBan(pb, guildId, memberId, banned, commerce.now()))) return 'no-such-member';
  if (member.subscriptionId !== '' && member.userId !== '')
    await syncMembership(commerce, { userId: member.userId, guildId });
  return null;
}

/**
 * Gives back a member's last payment whole, the seller's part from the seller, the commission from the marketplace. What that
 * payment brought, and nothing else, is taken out of his library.
 * @throws PaymentsUnavailable where the provider cannot be reached; the reconciler tries again then.
 */
export async function refundLastPayment(
  commerce: CommerceContext,
  guildId: string,
  memberId: string,
): Promise<MemberAdminRefusal | null> {
  const { pb } = commerce;
  const member = await memberOfGuild(pb, guildId, memberId);
  if (!member) return 'no-such-member';
  const payment = await lastGuildPayment(pb, memberId);
  if (!payment) return 'nothing-paid';
  // The key is written before the provider is asked: who goes on after an end in between asks for the same refund.
  const key = payment.refundKey || `guild-refund:${payment.invoiceId}`;
  if (payment.refundKey === '') await recordGuildRefundRequest(pb, payment.id, key, commerce.now());
  return giveBack(commerce, { ...payment, refundKey: key });
}

async function giveBack(
  commerce: CommerceContext,
  payment: StoredGuildPayment,
): Promise<MemberAdminRefusal | null> {
  try {
    await commerce.payments.refundShared(payment.paymentId, payment.refundKey);
  } catch (reason) {
    if (!(reason instanceof PaymentsUnavailable) || reason.temporary) throw reason;
    await dropGuildRefundRequest(commerce.pb, payment.refundKey, commerce.now());
    commerce.onError(reason);
    return 'refused-by-provider';
  }
  await syncGuildPayment(commerce, payment.paymentId);
  return null;
}

/** Asks again for refunds that were written down and never answered; their key makes them happen once. */
export async function finishGuildRefunds(commerce: CommerceContext, before: number): Promise<void> {
  for (const payment of await unfinishedGuildRefunds(commerce.pb, before, 200))
    await giveBack(commerce, payment).catch(commerce.onError);
}

/** Makes what a payment brought follow its money. False where it is no guild's. @throws PaymentsUnavailable */
export async function syncGuildPayment(commerce: CommerceContext, paymentId: string): Promise<boolean> {
  const { pb, payments } = commerce;
  const booked = await guildPaymentByPayment(pb, paymentId);
  const subscriptionId = booked?.subscriptionId ?? (await payments.subscriptionOfPayment(paymentId));
  const truth = subscriptionId === null ? null : await payments.subscription(subscriptionId);
  if (!truth) return false;
  return (await syncMemberSubscription(commerce, truth, { paymentId })) !== null;
}
