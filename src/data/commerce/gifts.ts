import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, orAbsent } from '../kernel/fields.ts';
import type { GiftsRecord, UsersRecord } from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import { grantLines } from './order-writing.ts';
import { type StoredOrder, storedOrder } from './orders.ts';

/** A gift as the holder of its link may see it. */
export interface Gift {
  id: string;
  giver: string | null;
  message: string;
  claimedBy: string | null;
  storedOrder: StoredOrder;
}

/** The gift with this hash of its link's token, or null. */
export async function giftByHash(pb: PocketBase, tokenHash: string): Promise<Gift | null> {
  const record = await orNull(
    pb
      .collection('gifts')
      .getFirstListItem<GiftsRecord & { expand?: { giver?: UsersRecord } }>(
        pb.filter('tokenHash = {:tokenHash}', { tokenHash }),
        { expand: 'giver' },
      ),
  );
  const order = record && (await storedOrder(pb, record.order));
  if (!record || !order) return null;
  return {
    id: record.id,
    giver: record.expand?.giver?.username ?? null,
    message: record.message,
    claimedBy: orAbsent(record.claimedBy),
    storedOrder: order,
  };
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
