import type PocketBase from 'pocketbase';
import type { MembershipGiftDates, MembershipGiftEnd } from '../../domain/commerce/membership-gift.ts';
import type { OrderState } from '../../domain/commerce/order.ts';
import type { Guild, GuildState } from '../../domain/guild/guild.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { dateOf, instantOf, orAbsent } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { isRecordId, NEW_ID_SQL } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import { type AddressedMail, withAddressedMail } from '../notifications/addressed-mails.ts';
import { withMail } from '../notifications/mails.ts';

/** Gifts of memberships: months of a tier that somebody paid for another person. */

/** A gift with all that its mails and its rules need. */
export interface MembershipGift extends MembershipGiftDates {
  id: string;
  orderId: string;
  months: number;
  guild: Pick<Guild, 'id' | 'storeId' | 'name' | 'state' | 'pausesAt' | 'resumesAt'>;
  tier: { id: string; name: string };
  store: { name: string; ownerId: string };
  /** Null once the account is deleted. */
  giver: { id: string; name: string; email: string } | null;
  /** The account that alone may redeem it; null where the giver wrote an address. */
  recipientId: string | null;
  /** Whom it is for, in the giver's words: the name of the account, or the address. */
  shownRecipient: string;
  /** Where its mails go: the address that was typed, or that of the recipient; "" where their account is deleted. */
  to: string;
  message: string;
  claimedBy: string | null;
  startedAt: Instant | null;
  endReason: MembershipGiftEnd | null;
}

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

type Row = { [column in (typeof COLUMNS)[number]]: string | number };
const COLUMNS = [
  'id',
  'orderId',
  'orderState',
  'months',
  'guild',
  'guildName',
  'guildState',
  'pausesAt',
  'resumesAt',
  'store',
  'storeName',
  'owner',
  'tier',
  'tierName',
  'giver',
  'giverName',
  'giverEmail',
  'recipient',
  'recipientName',
  'sendTo',
  'message',
  'deliverAt',
  'expiresAt',
  'deliveredAt',
  'claimedBy',
  'claimedAt',
  'startedAt',
  'endedAt',
  'endReason',
] as const;

const GIFTS = sql`SELECT m.id AS id, m.[[order]] AS orderId, o.state AS orderState, m.months AS months, m.guild AS guild,
    g.name AS guildName, g.state AS guildState, g.pausesAt AS pausesAt, g.resumesAt AS resumesAt, g.store AS store,
    s.name AS storeName, s.owner AS owner, m.tier AS tier, t.name AS tierName, coalesce(u.id, '') AS giver,
    coalesce(u.username, '') AS giverName, coalesce(u.email, '') AS giverEmail, m.recipient AS recipient, coalesce(r.username, '') AS recipientName,
    CASE WHEN m.recipient = '' THEN m.email ELSE coalesce(r.email, '') END AS sendTo, m.message AS message,
    m.deliverAt AS deliverAt, m.expiresAt AS expiresAt, m.deliveredAt AS deliveredAt, m.claimedBy AS claimedBy,
    m.claimedAt AS claimedAt, m.startedAt AS startedAt, m.endedAt AS endedAt, m.endReason AS endReason
  FROM membership_gifts m CROSS JOIN orders o ON o.id = m.[[order]] JOIN guilds g ON g.id = m.guild
    JOIN stores s ON s.id = g.store JOIN guild_tiers t ON t.id = m.tier LEFT JOIN users u ON u.id = m.giver
    LEFT JOIN users r ON r.id = m.recipient AND m.recipient <> ''`;

async function giftsWhere(
  pb: PocketBase,
  condition: Sql,
  params: Record<string, string | number>,
): Promise<MembershipGift[]> {
  const [rows] = await ask(pb, query<Row>(sql`${GIFTS} WHERE ${condition}`, params, COLUMNS));
  return rows.map(giftOf);
}

function giftOf(row: Row): MembershipGift {
  const text = (column: (typeof COLUMNS)[number]) => String(row[column]);
  const at = (column: (typeof COLUMNS)[number]) => instantOf(text(column));
  return {
    id: text('id'),
    orderId: text('orderId'),
    orderState: text('orderState') as OrderState,
    months: Number(row.months),
    guild: {
      id: text('guild'),
      storeId: text('store'),
      name: text('guildName'),
      state: text('guildState') as GuildState,
      pausesAt: at('pausesAt'),
      resumesAt: at('resumesAt'),
    },
    tier: { id: text('tier'), name: text('tierName') },
    store: { name: text('storeName'), ownerId: text('owner') },
    giver:
      text('giver') === '' ? null : { id: text('giver'), name: text('giverName'), email: text('giverEmail') },
    recipientId: orAbsent(text('recipient')),
    shownRecipient: text('recipient') === '' ? text('sendTo') : text('recipientName'),
    to: text('sendTo'),
    message: text('message'),
    deliverAt: at('deliverAt') ?? 0,
    expiresAt: at('expiresAt') ?? 0,
    deliveredAt: at('deliveredAt'),
    claimedBy: orAbsent(text('claimedBy')),
    claimedAt: at('claimedAt'),
    startedAt: at('startedAt'),
    endedAt: at('endedAt'),
    endReason: orAbsent(text('endReason') as MembershipGiftEnd | ''),
  };
}

/** The gift that an order pays for; null where it is for something else. */
export async function membershipGiftOfOrder(pb: PocketBase, orderId: string): Promise<MembershipGift | null> {
  if (!isRecordId(orderId)) return null;
  return (await giftsWhere(pb, sql`m.[[order]] = {:orderId}`, { orderId }))[0] ?? null;
}

/** The gift with this hash of its link's token; null for none. */
export async function membershipGiftByHash(pb: PocketBase, hash: string): Promise<MembershipGift | null> {
  return (await giftsWhere(pb, sql`m.tokenHash = {:hash} AND m.tokenHash <> ''`, { hash }))[0] ?? null;
}

/** Paid gifts whose day of delivery has come. */
export async function membershipGiftsToDeliver(
  pb: PocketBase,
  now: Instant,
  limit: number,
): Promise<MembershipGift[]> {
  return giftsWhere(
    pb,
    sql`m.paidAt <> '' AND m.deliveredAt = '' AND m.endedAt = '' AND m.deliverAt <= {:now}
      AND o.state IN ('paid', 'partly_refunded') ORDER BY m.deliverAt LIMIT {:limit}`,
    { now: dateOf(now), limit },
  );
}

/** Gifts whose months were not given because the process ended after they were redeemed. */
export async function membershipGiftsToStart(
  pb: PocketBase,
  before: Instant,
  limit: number,
): Promise<MembershipGift[]> {
  return giftsWhere(
    pb,
    sql`m.claimedAt <> '' AND m.startedAt = '' AND m.claimedAt < {:before} ORDER BY m.claimedAt LIMIT {:limit}`,
    { before: dateOf(before), limit },
  );
}

/** Delivered gifts that end before a moment, and whose recipient was not reminded. */
export async function membershipGiftsToRemind(
  pb: PocketBase,
  before: Instant,
  limit: number,
): Promise<MembershipGift[]> {
  return giftsWhere(
    pb,
    sql`m.paidAt <> '' AND m.claimedAt = '' AND m.endedAt = '' AND m.expiresAt < {:before} AND m.deliveredAt <> ''
      AND m.remindedAt = '' AND o.state IN ('paid', 'partly_refunded') ORDER BY m.expiresAt LIMIT {:limit}`,
    { before: dateOf(before), limit },
  );
}

/** Paid gifts that nobody redeemed and nobody can redeem any more: their year is over, or their guild closes. */
export async function membershipGiftsOver(
  pb: PocketBase,
  now: Instant,
  limit: number,
): Promise<MembershipGift[]> {
  const [expired, closed] = await Promise.all([
    giftsWhere(
      pb,
      sql`m.paidAt <> '' AND m.claimedAt = '' AND m.endedAt = '' AND m.expiresAt <= {:now} ORDER BY m.expiresAt LIMIT {:limit}`,
      { now: dateOf(now), limit },
    ),
    giftsWhere(
      pb,
      sql`m.guild IN (SELECT c.id FROM guilds c WHERE c.state IN ('closing', 'closed')) AND m.paidAt <> '' AND m.claimedAt = ''
        AND m.endedAt = '' LIMIT {:limit}`,
      { limit },
    ),
  ]);
  return [...new Map([...expired, ...closed].map((gift) => [gift.id, gift])).values()];
}

/** Ended gifts whose refund was not asked for yet. */
export async function membershipGiftsToRefund(pb: PocketBase, limit: number): Promise<MembershipGift[]> {
  return giftsWhere(pb, sql`m.endedAt <> '' AND m.refundedAt = '' ORDER BY m.endedAt LIMIT {:limit}`, {
    limit,
  });
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
  if (mail) withMail(steps, mail, at);
  return (await refusalOf(steps, ['done'])) === null;
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
  if (mail) withMail(steps, mail, at);
  return (await refusalOf(steps, ['done'])) === null;
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
        AND EXISTS (SELECT 1 FROM orders o WHERE o.id = membership_gifts.[[order]] AND o.state IN ('paid', 'partly_refunded'))`,
    { id, userId, now: dateOf(at) },
    { expect: 1, else: 'taken' },
  );
  if (mail) withMail(steps, mail, at);
  return (await refusalOf(steps, ['taken'])) === null;
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
    { expect: 1, else: 'changed' },
  );
  for (const mail of mails) withMail(steps, mail, at);
  return (await refusalOf(steps, ['changed'])) === null;
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
