import type PocketBase from 'pocketbase';
import type { MembershipGiftEnd } from '../../domain/commerce/membership-gift.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { dateOf } from '../kernel/fields.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import { type AddressedMail, withAddressedMail } from '../notifications/addressed-mails.ts';
import { withMail } from '../notifications/mails.ts';
import { isPaid } from './orders.ts';

const o = tables.orders.as('o');

/** Writes gifts of memberships: bought, paid, mailed, redeemed, ended. Each is one transaction with its own guards. */

export interface NewMembershipGift {
  orderId: string;
  guildId: string;
  tierId: string;
  months: number;
  giverId: string;
  recipientId: string | null;
  /** The address that the giver typed; "" where they named an account. */
  email: string;
  message: string;
  deliverAt: Instant;
  expiresAt: Instant;
}

/** Adds the gift that an order pays for to the transaction that places it. */
export function withMembershipGift(steps: Transaction, gift: NewMembershipGift, at: Instant): Transaction {
  return steps.exec(
    sql`INSERT INTO membership_gifts (id, [[order]], guild, tier, months, giver, recipient, email, message, deliverAt,
        expiresAt, paidAt, deliveredAt, tokenHash, claimedBy, claimedAt, startedAt, remindedAt, endedAt, endReason,
        refundedAt, created, updated)
      VALUES (${NEW_ID_SQL}, {:orderId}, {:guildId}, {:tierId}, {:months}, {:giverId}, {:recipient}, {:email}, {:message},
        {:deliver}, {:expires}, '', '', '', '', '', '', '', '', '', '', {:now}, {:now})`,
    {
      orderId: gift.orderId,
      guildId: gift.guildId,
      tierId: gift.tierId,
      months: gift.months,
      giverId: gift.giverId,
      recipient: gift.recipientId ?? '',
      email: gift.email,
      message: gift.message,
      deliver: dateOf(gift.deliverAt),
      expires: dateOf(gift.expiresAt),
      now: dateOf(at),
    },
  );
}

/** Marks the gift of an order as paid, in the transaction that does so with the order. */
export function withPaidMembershipGift(steps: Transaction, orderId: string, now: string): Transaction {
  return steps.exec(
    sql`UPDATE membership_gifts SET paidAt = {:now}, updated = {:now} WHERE [[order]] = {:order}`,
    {
      order: orderId,
      now,
    },
  );
}

/** Runs a step that is done once, as its refusal `done` says, with the mails about it. False if it was done before. */
async function onceWithMails(steps: Transaction, mails: readonly Mail[], at: Instant): Promise<boolean> {
  for (const mail of mails) withMail(steps, mail, at);
  return (await refusalOf(steps, ['done'])) === null;
}

/** Mails the link of a gift, once. False if that was done, or the gift ended meanwhile. */
export async function deliverMembershipGift(
  pb: PocketBase,
  id: string,
  tokenHash: string,
  mail: Mail | null,
  at: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE membership_gifts SET deliveredAt = {:now}, tokenHash = {:tokenHash}, updated = {:now}
      WHERE id = {:id} AND deliveredAt = '' AND endedAt = ''`,
    { id, tokenHash, now: dateOf(at) },
    { expect: 1, else: 'done' },
  );
  return onceWithMails(steps, mail ? [mail] : [], at);
}

/**
 * Mails the link of a gift once more, or corrects its address before the first mail. Its earlier link is replaced.
 * @param change.email the address from now on; null leaves it
 * @param mail null where the link was not mailed yet
 * @returns why not: it was redeemed or ended, or the mail may not be sent
 */
export async function resendMembershipGift(
  pb: PocketBase,
  id: string,
  change: { email: string | null; tokenHash: string },
  mail: { mail: Mail; addressed: AddressedMail } | null,
  at: Instant,
): Promise<'changed' | 'addressed' | null> {
  const steps = transaction(pb).exec(
    sql`UPDATE membership_gifts SET updated = {:now}, email = CASE WHEN {:email} <> '' THEN {:email} ELSE email END,
        tokenHash = CASE WHEN deliveredAt <> '' THEN {:tokenHash} ELSE '' END
      WHERE id = {:id} AND claimedAt = '' AND endedAt = '' AND (deliveredAt <> '') = {:wasSent}`,
    {
      id,
      email: change.email ?? '',
      tokenHash: change.tokenHash,
      wasSent: mail !== null,
      now: dateOf(at),
    },
    { expect: 1, else: 'changed' },
  );
  if (mail) withMail(withAddressedMail(steps, mail.addressed, at), mail.mail, at);
  return (await refusalOf(steps, ['changed', 'addressed'])) as 'changed' | 'addressed' | null;
}

/** Reminds of a gift, once. Its earlier link is replaced by that of the mail. False if that was done. */
export async function remindOfMembershipGift(
  pb: PocketBase,
  id: string,
  tokenHash: string,
  mail: Mail | null,
  at: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE membership_gifts SET remindedAt = {:now}, updated = {:now},
        tokenHash = CASE WHEN {:hasMail} THEN {:tokenHash} ELSE tokenHash END
      WHERE id = {:id} AND remindedAt = '' AND claimedAt = '' AND endedAt = ''`,
    { id, tokenHash, hasMail: mail !== null, now: dateOf(at) },
    { expect: 1, else: 'done' },
  );
  return onceWithMails(steps, mail ? [mail] : [], at);
}

/** Redeems a gift for a user, once. False if it is redeemed, ended or no longer paid. */
export async function claimMembershipGift(
  pb: PocketBase,
  id: string,
  userId: string,
  mail: Mail | null,
  at: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE membership_gifts SET claimedBy = {:userId}, claimedAt = {:now}, updated = {:now}
      WHERE id = {:id} AND claimedAt = '' AND endedAt = '' AND expiresAt > {:now} AND recipient IN ('', {:userId})
        AND EXISTS (SELECT 1 FROM orders o WHERE o.id = membership_gifts.[[order]] AND ${isPaid(o)})`,
    { id, userId, now: dateOf(at) },
    { expect: 1, else: 'done' },
  );
  return onceWithMails(steps, mail ? [mail] : [], at);
}

/** Records that the months of a redeemed gift were given. */
export async function recordMembershipGiftStart(pb: PocketBase, id: string, at: Instant): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE membership_gifts SET startedAt = {:now}, updated = {:now} WHERE id = {:id} AND startedAt = ''`,
      { id, now: dateOf(at) },
    )
    .run();
}

/** Ends a gift that nobody redeemed, with the mails about it. False if it was redeemed or ended meanwhile. */
export async function endMembershipGift(
  pb: PocketBase,
  id: string,
  reason: MembershipGiftEnd,
  mails: readonly Mail[],
  at: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE membership_gifts SET endedAt = {:now}, endReason = {:reason}, updated = {:now}
      WHERE id = {:id} AND claimedAt = '' AND endedAt = ''`,
    { id, reason, now: dateOf(at) },
    { expect: 1, else: 'done' },
  );
  return onceWithMails(steps, mails, at);
}

/** Records that the refund of an ended gift was asked for. */
export async function recordMembershipGiftRefund(pb: PocketBase, id: string, at: Instant): Promise<void> {
  await transaction(pb)
    .exec(sql`UPDATE membership_gifts SET refundedAt = {:now}, updated = {:now} WHERE id = {:id}`, {
      id,
      now: dateOf(at),
    })
    .run();
}
