import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { first, select } from '../kernel/query.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type RowOf, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import { grantLines } from './order-writing.ts';
import { type StoredOrder, storedOrder } from './orders.ts';

const g = tables.gifts.as('g');
const u = tables.users.as('u');

const OF_GIFT = { id: g.id, giver: u.username.orNull, message: g.message, claimedBy: g.claimedBy.orNull };
const GIFT = shape({ gift: OF_GIFT, orderId: g.order });

/** A gift as the holder of its link may see it. */
export type Gift = RowOf<typeof OF_GIFT> & { storedOrder: StoredOrder };

/** The gift with this hash of its link's token, or null. */
export async function giftByHash(pb: PocketBase, tokenHash: string): Promise<Gift | null> {
  const found = await first(
    pb,
    select(
      GIFT,
      sql`SELECT ${GIFT} FROM gifts g LEFT JOIN users u ON u.id = g.giver WHERE g.tokenHash = {:tokenHash}`,
      { tokenHash },
    ),
  );
  const order = found && (await storedOrder(pb, found.orderId));
  return order ? { ...found.gift, storedOrder: order } : null;
}

/** Grants a gift's products to a user. False if it was claimed before. */
export async function claimGift(
  pb: PocketBase,
  gift: Pick<Gift, 'id' | 'storedOrder'>,
  userId: string,
  queue: (steps: Transaction) => Transaction,
  at: Instant,
): Promise<boolean> {
  const now = dateOf(at);
  const steps = transaction(pb).exec(
    sql`UPDATE gifts SET claimedBy = {:userId}, claimedAt = {:now}, updated = {:now}
      WHERE id = {:id} AND claimedBy = '' AND claimedAt = ''`,
    { id: gift.id, userId, now },
    { expect: 1, else: 'taken' },
  );
  // A refund or dispute since the gift was read is applied by the next settlement of the order.
  grantLines(steps, gift.storedOrder.order.id, userId, 'gift', now);
  queue(steps);
  return (await refusalOf(steps, ['taken'])) === null;
}
