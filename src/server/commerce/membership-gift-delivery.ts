import {
  deliverMembershipGift,
  endMembershipGift,
  recordMembershipGiftRefund,
  remindOfMembershipGift,
} from '../../data/commerce/membership-gift-writing.ts';
import {
  type MembershipGift,
  membershipGiftOfOrder,
  membershipGiftsOver,
  membershipGiftsToDeliver,
  membershipGiftsToRefund,
  membershipGiftsToRemind,
  membershipGiftsToStart,
} from '../../data/commerce/membership-gifts.ts';
import { addressedMailsAreStopped } from '../../data/notifications/addressed-mails.ts';
import {
  MEMBERSHIP_GIFT_LIMITS,
  type MembershipGiftEnd,
  membershipGiftState,
} from '../../domain/commerce/membership-gift.ts';
import { mailboxOf } from '../../domain/notifications/addressed-mail.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { giftTokenHash, newGiftToken } from './gift-tokens.ts';
import {
  membershipGiftEndedMails,
  membershipGiftMail,
  membershipGiftReminderMail,
} from './membership-gift-mails.ts';
import { startMembershipGift } from './membership-gifts.ts';
import { refundOrder } from './refunds.ts';

/** What happens to gifts of memberships by the clock: the link is mailed, the recipient reminded, an unused gift refunded. */

const DAY_MS = 86_400_000;
const AT_ONCE = 100;
/** Younger ones are left to the request that redeems them, in ms. */
const GRACE_MS = 2 * 60_000;
const EVERY_MS = 60_000;

/** Mails the link of the gift that an order paid for, if its day has come. */
export async function deliverDueMembershipGift(commerce: CommerceContext, orderId: string): Promise<void> {
  const gift = await membershipGiftOfOrder(commerce.pb, orderId);
  if (gift && membershipGiftState(gift) === 'waiting' && gift.deliverAt <= commerce.now())
    await deliver(commerce, gift);
}

async function deliver(commerce: CommerceContext, gift: MembershipGift): Promise<void> {
  const token = newGiftToken();
  // Without an address, because the account of the recipient is deleted, it ends after its year.
  const mail = gift.to === '' ? null : membershipGiftMail(commerce, gift, token);
  if (await deliverMembershipGift(commerce.pb, gift.id, giftTokenHash(token), mail, commerce.now()))
    commerce.mailQueued();
}

async function remind(commerce: CommerceContext, gift: MembershipGift): Promise<void> {
  const token = newGiftToken();
  const mail = (await mayWrite(commerce, gift)) ? membershipGiftReminderMail(commerce, gift, token) : null;
  if (await remindOfMembershipGift(commerce.pb, gift.id, giftTokenHash(token), mail, commerce.now()))
    commerce.mailQueued();
}

/** Whether a further mail may go to the recipient: they may have stopped mails about gifts since the first. */
async function mayWrite({ pb }: CommerceContext, { to, giver }: MembershipGift): Promise<boolean> {
  if (to === '') return false;
  const sender = giver && { id: giver.id, name: giver.name };
  return (await addressedMailsAreStopped(pb, { kind: 'gift', recipient: mailboxOf(to), sender })) === null;
}

async function end(commerce: CommerceContext, gift: MembershipGift): Promise<void> {
  const reason: MembershipGiftEnd = commerce.now() >= gift.expiresAt ? 'expired' : 'closed';
  const state = membershipGiftState(gift);
  const isTold = state === 'sent' || state === 'waiting';
  const toRecipient = state === 'sent' && (await mayWrite(commerce, gift));
  const mails = isTold ? membershipGiftEndedMails(commerce, gift, reason, toRecipient) : [];
  if (!(await endMembershipGift(commerce.pb, gift.id, reason, mails, commerce.now()))) return;
  commerce.mailQueued();
  await refund(commerce, gift);
}

/** Refunds what is left of the payment of a gift. What the provider refuses stays with the operator, who is told. */
async function refund(commerce: CommerceContext, gift: MembershipGift): Promise<void> {
  const { orderId, endReason } = gift;
  const reason = `gift of a membership not redeemed${endReason === null ? '' : `: ${endReason}`}`;
  const wish = { orderId, lineId: null, amountCents: null, reason };
  const refusal = await refundOrder(commerce, { by: 'operator' }, wish);
  // Asked again by the next run.
  if (refusal === 'changed-meanwhile' || refusal === 'disputed') return;
  if (refusal === 'refused-by-provider')
    commerce.onError(new Error(`the gift ${gift.id} ended and could not be refunded; write to its giver`));
  await recordMembershipGiftRefund(commerce.pb, gift.id, commerce.now());
}

/** Does what is due for gifts of memberships. Safe to run twice and in two processes at once. */
export async function advanceMembershipGifts(commerce: CommerceContext): Promise<void> {
  const { pb } = commerce;
  const now = commerce.now();
  const each = async (
    gifts: readonly MembershipGift[],
    handle: (commerce: CommerceContext, gift: MembershipGift) => Promise<void>,
  ) => {
    for (const gift of gifts) await handle(commerce, gift).catch(commerce.onError);
  };
  await each(await membershipGiftsToStart(pb, now - GRACE_MS, AT_ONCE), startMembershipGift);
  await each(await membershipGiftsOver(pb, now, AT_ONCE), end);
  await each(await membershipGiftsToRefund(pb, AT_ONCE), refund);
  await each(await membershipGiftsToDeliver(pb, now, AT_ONCE), deliver);
  const soon = now + MEMBERSHIP_GIFT_LIMITS.remindDays * DAY_MS;
  await each(await membershipGiftsToRemind(pb, soon, AT_ONCE), remind);
}

/** Advances gifts of memberships now and every minute. */
export function openMembershipGifts(commerce: CommerceContext): PeriodicJob {
  return openPeriodicJob(() => advanceMembershipGifts(commerce), EVERY_MS, commerce.onError);
}
