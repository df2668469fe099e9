import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, type QueryParams, select } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import { from, maybe, type RowOf, shape, value } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { isPaid } from './orders.ts';

/** Gifts of memberships: months of a tier that somebody paid for another person. */

const m = tables.membershipGifts.as('m');
const o = tables.orders.as('o');
const g = tables.guilds.as('g');
const s = tables.stores.as('s');
const t = tables.guildTiers.as('t');
const u = tables.users.as('u');
const r = tables.users.as('r');

const OF_GIFT = {
  id: m.id,
  orderId: m.order,
  orderState: o.state,
  months: m.months,
  guild: {
    id: m.guild,
    storeId: g.store,
    name: g.name,
    state: g.state,
    pausesAt: g.pausesAt,
    resumesAt: g.resumesAt,
    heldAt: g.heldAt,
  },
  tier: { id: m.tier, name: t.name },
  store: { name: s.name, ownerId: s.owner },
  /** Null once the account is deleted. */
  giver: maybe({ id: u.id, name: u.username, email: u.email }),
  /** The account that alone may redeem it; null where the giver wrote an address. */
  recipientId: m.recipient.orNull,
  /** Whom it is for, in the giver's words: the name of the account, or the address. */
  shownRecipient: from(
    { recipientId: m.recipient, name: r.username.or(''), email: m.email },
    ({ recipientId, name, email }) => (recipientId === '' ? email : name),
  ),
  /** Where its mails go: the address that was typed, or that of the recipient; "" where their account is deleted. */
  to: value(sql`iif(m.recipient = '', m.email, coalesce(r.email, ''))`, text),
  message: m.message,
  /** When the link is mailed. */
  deliverAt: m.deliverAt,
  /** Until when it can be redeemed (exclusive). */
  expiresAt: m.expiresAt,
  deliveredAt: m.deliveredAt,
  claimedBy: m.claimedBy.orNull,
  claimedAt: m.claimedAt,
  startedAt: m.startedAt,
  endedAt: m.endedAt,
  endReason: m.endReason,
};
const GIFT = shape(OF_GIFT);

/** A gift with all that its mails and its rules need. */
export type MembershipGift = RowOf<typeof OF_GIFT>;

async function giftsWhere(pb: PocketBase, condition: Sql, params: QueryParams): Promise<MembershipGift[]> {
  const [gifts] = await ask(
    pb,
    select(
      GIFT,
      sql`SELECT ${GIFT}
        FROM membership_gifts m CROSS JOIN orders o ON o.id = m.[[order]] JOIN guilds g ON g.id = m.guild
          JOIN stores s ON s.id = g.store JOIN guild_tiers t ON t.id = m.tier LEFT JOIN users u ON u.id = m.giver
          LEFT JOIN users r ON r.id = m.recipient AND m.recipient <> ''
        WHERE ${condition}`,
      params,
    ),
  );
  return gifts;
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
      AND ${isPaid(o)} ORDER BY m.deliverAt LIMIT {:limit}`,
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
      AND m.remindedAt = '' AND ${isPaid(o)} ORDER BY m.expiresAt LIMIT {:limit}`,
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
