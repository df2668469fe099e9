import type PocketBase from 'pocketbase';
import type { MembershipGiftDates, MembershipGiftEnd } from '../../domain/commerce/membership-gift.ts';
import type { OrderState } from '../../domain/commerce/order.ts';
import type { Guild, GuildState } from '../../domain/guild/guild.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf, instantOf, orAbsent } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import { type Sql, sql } from '../kernel/sql.ts';

/** Gifts of memberships: months of a tier that somebody paid for another person. */

/** A gift with all that its mails and its rules need. */
export interface MembershipGift extends MembershipGiftDates {
  id: string;
  orderId: string;
  months: number;
  guild: Pick<Guild, 'id' | 'storeId' | 'name' | 'state' | 'pausesAt' | 'resumesAt' | 'heldAt'>;
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
  'heldAt',
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
    g.name AS guildName, g.state AS guildState, g.pausesAt AS pausesAt, g.resumesAt AS resumesAt, g.heldAt AS heldAt, g.store AS store,
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
      heldAt: at('heldAt'),
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
    sql`m.paidAt <> '' AND m.deliveredAt = '' AND m.endedAt = '' AND m.deliverAt > '' AND m.deliverAt <= {:now}
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
    sql`m.claimedAt <> '' AND m.startedAt = '' AND m.claimedAt > '' AND m.claimedAt < {:before} ORDER BY m.claimedAt LIMIT {:limit}`,
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
    sql`m.paidAt <> '' AND m.claimedAt = '' AND m.endedAt = '' AND m.expiresAt > '' AND m.expiresAt < {:before} AND m.deliveredAt <> ''
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
      sql`m.paidAt <> '' AND m.claimedAt = '' AND m.endedAt = '' AND m.expiresAt > '' AND m.expiresAt <= {:now} ORDER BY m.expiresAt LIMIT {:limit}`,
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
  return giftsWhere(
    pb,
    sql`m.endedAt <> '' AND m.refundedAt = '' AND m.endedAt > '' ORDER BY m.endedAt LIMIT {:limit}`,
    {
      limit,
    },
  );
}
