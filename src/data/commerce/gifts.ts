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

/** A present on its way, as the person with its link may see it. */
export interface Gift {
  id: string;
  giver: string | null;
  message: string;
  claimedBy: string | null;
  file: StoredOrder;
}

/** The gift of this link's hash; null where there is none. */
export async function giftByHash(pb: PocketBase, tokenHash: string): Promise<Gift | null> {
  const record = await orNull(
    pb
      .collection('gifts')
      .getFirstListItem<GiftsRecord & { expand?: { giver?: UsersRecord } }>(
        pb.filter('tokenHash = {:tokenHash}', { tokenHash }),
        { expand: 'giver' },
      ),
  );
  const file = record && (await storedOrder(pb, record.order));
  if (!record || !file) return null;
  return {
    id: record.id,
    giver: record.expand?.giver?.username ?? null,
    message: record.message,
    claimedBy: orAbsent(record.claimedBy),
    file,
  };
}

/** Gives everything of a gift to a person. False where somebody took it before. */
export async function claimGift(
  pb: PocketBase,
  gift: Pick<Gift, 'id' | 'file'>,
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
  // A refund or dispute between the question and this moment is written by whoever settles the order next.
  grantLines(steps, gift.file.order.id, userId, 'gift', now);
  queue(steps);
  return (await refusalOf(steps, ['taken'])) === null;
}
