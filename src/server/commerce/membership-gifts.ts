import { storeOfOwner } from '../../data/catalogue/stores.ts';
import {
  claimMembershipGift,
  recordMembershipGiftStart,
} from '../../data/commerce/membership-gift-writing.ts';
import {
  type MembershipGift,
  membershipGiftByHash,
  membershipGiftOfOrder,
} from '../../data/commerce/membership-gifts.ts';
import { membershipOfUser } from '../../data/guild/guild-members.ts';
import { periodsOfMember, restorePayment, revokePayment } from '../../data/guild/membership-periods.ts';
import {
  type MembershipGiftRefusal,
  membershipGiftDue,
  membershipGiftPaymentId,
  membershipGiftRefusal,
} from '../../domain/commerce/membership-gift.ts';
import type { BuyerOrder } from '../../domain/commerce/order.ts';
import { guildStateAt } from '../../domain/guild/guild.ts';
import { licenceTexts } from '../catalogue/licence-texts.ts';
import { giveMonths } from '../guild/member-admin.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { giftTokenHash } from './gift-tokens.ts';
import { membershipGiftClaimedMail } from './membership-gift-mails.ts';

/** Gifts of memberships after the payment: redeemed, turned into months, and taken back when the payment is. */

/** The gift of a membership that an order pays for; null for an order of products. */
export async function membershipGiftPaidBy(
  { pb }: Pick<CommerceContext, 'pb'>,
  { id, lines }: Pick<BuyerOrder, 'id' | 'lines'>,
): Promise<MembershipGift | null> {
  // Also an order whose products were all deleted has no product in its lines.
  return lines.some(({ productId }) => productId !== null) ? null : membershipGiftOfOrder(pb, id);
}

/** The gift behind a link, and why this user cannot redeem it now, or null. @param userId null for somebody signed out */
export async function membershipGiftOf(
  commerce: CommerceContext,
  token: string,
  userId: string | null,
): Promise<{ gift: MembershipGift | null; refusal: MembershipGiftRefusal | null }> {
  const { pb } = commerce;
  const gift = /^[\w-]{20,60}$/.test(token) ? await membershipGiftByHash(pb, giftTokenHash(token)) : null;
  if (!gift) return { gift, refusal: 'unknown' };
  const now = commerce.now();
  const [store, member] =
    userId === null
      ? [null, null]
      : await Promise.all([storeOfOwner(pb, userId), membershipOfUser(pb, userId, gift.guild.id)]);
  const user = userId === null ? null : { id: userId, ownsStore: store?.id === gift.guild.storeId, member };
  const facts = { ...gift, guildState: guildStateAt(gift.guild, now) };
  return { gift, refusal: membershipGiftRefusal(facts, user, now) };
}

/** Redeems a gift: its months become the user's, once. No refusal for the user who redeemed it before. */
export async function takeMembershipGift(
  commerce: CommerceContext,
  token: string,
  userId: string,
): Promise<{ guildId: string } | { refusal: MembershipGiftRefusal }> {
  const { gift, refusal } = await membershipGiftOf(commerce, token, userId);
  if (!gift) return { refusal: 'unknown' };
  const done = { guildId: gift.guild.id };
  if (refusal) return refusal === 'taken' && gift.claimedBy === userId ? done : { refusal };
  const mail = gift.giver ? membershipGiftClaimedMail(commerce, gift, gift.giver) : null;
  if (!(await claimMembershipGift(commerce.pb, gift.id, userId, mail, commerce.now())))
    return { refusal: 'taken' };
  commerce.mailQueued();
  // It is redeemed: what fails from here on is done by the job.
  await startMembershipGift(commerce, { ...gift, claimedBy: userId }).catch(commerce.onError);
  return done;
}

/** Gives the months of a redeemed gift, once, also where several processes do it at once. */
export async function startMembershipGift(commerce: CommerceContext, gift: MembershipGift): Promise<void> {
  const { pb } = commerce;
  if (gift.claimedBy !== null) {
    const to = { userId: gift.claimedBy, tierId: gift.tier.id, months: gift.months };
    const source = { id: membershipGiftPaymentId(gift.orderId), kind: 'paid' as const };
    const refusal = await giveMonths(commerce, gift.guild.id, to, source);
    if (refusal !== null && refusal !== 'given-already')
      commerce.onError(new Error(`the months of the gift ${gift.id} could not be given: ${refusal}`));
  }
  await recordMembershipGiftStart(pb, gift.id, commerce.now());
  // It may have been refunded since it was redeemed.
  await settleMonths(commerce, gift.orderId);
}

/** Takes the months of a redeemed gift away when its payment is refunded or disputed, and gives them back when a dispute is won. */
export async function settleMembershipGift(
  commerce: CommerceContext,
  order: Pick<BuyerOrder, 'id' | 'lines'>,
): Promise<void> {
  if (await membershipGiftPaidBy(commerce, order)) await settleMonths(commerce, order.id);
}

async function settleMonths(commerce: CommerceContext, orderId: string): Promise<void> {
  const { pb } = commerce;
  const gift = await membershipGiftOfOrder(pb, orderId);
  if (!gift?.claimedBy) return;
  const member = await membershipOfUser(pb, gift.claimedBy, gift.guild.id);
  if (!member) return;
  const paymentId = membershipGiftPaymentId(orderId);
  const months = (await periodsOfMember(pb, member.id)).filter((period) => period.paymentId === paymentId);
  if (months.length === 0) return;
  const due = membershipGiftDue(
    gift.orderState,
    months.every(({ kind }) => kind === 'refunded'),
  );
  if (due === null) return;
  if (due === 'restore') return restorePayment(pb, paymentId, licenceTexts(), commerce.now());
  const why = due === 'revoke-dispute' ? 'dispute' : 'refund';
  await revokePayment(pb, paymentId, why, licenceTexts(), commerce.now());
}
