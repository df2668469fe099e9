import type PocketBase from 'pocketbase';
import type { ProductCard } from '../../domain/catalogue/product.ts';
import type { Store } from '../../domain/catalogue/store.ts';
import {
  FOLLOWS_MAX,
  type Follow,
  type FollowRefusal,
  followRefusal,
} from '../../domain/community/follow.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { newestOfStores } from '../catalogue/product-cards.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf, orAbsent } from '../kernel/fields.ts';
import { isRecordId, NEW_ID_SQL } from '../kernel/record-id.ts';
import type { FollowsRecord, StoresRecord } from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';

/** All stores a user follows, latest first, including those not open at the moment. */
export async function followsOf(pb: PocketBase, userId: string): Promise<Follow[]> {
  const records = await pb
    .collection('follows')
    .getFullList<FollowsRecord & { expand?: { store?: StoresRecord } }>({
      filter: pb.filter('user = {:userId}', { userId }),
      sort: '-created,id',
      expand: 'store',
    });
  return records.flatMap(({ created, expand }): Follow[] => {
    const { store } = expand ?? {};
    if (!store) return [];
    const { id, slug, name, tagline, productCount } = store;
    const state = store.state === '' ? 'draft' : store.state;
    return [
      {
        store: { id, slug, name, tagline, logo: orAbsent(store.logo), productCount, state },
        followedAt: instantOf(created) ?? 0,
      },
    ];
  });
}

/** Whether a user follows this store. */
export async function isFollowing(pb: PocketBase, userId: string, storeId: string): Promise<boolean> {
  if (!isRecordId(storeId)) return false;
  const filter = pb.filter('user = {:userId} && store = {:storeId}', { userId, storeId });
  return (await orNull(pb.collection('follows').getFirstListItem(filter, { fields: 'id' }))) !== null;
}

/**
 * Makes a user follow a store; idempotent.
 * @param store from `visibleStore` or `storeOfOwner`; null for one that is not visible.
 * @param followedAt its position in the list: an earlier time restores a store that was unfollowed by mistake.
 */
export async function follow(
  pb: PocketBase,
  userId: string,
  store: Pick<Store, 'id' | 'ownerId' | 'state'> | null,
  at: Instant,
  followedAt: Instant = at,
): Promise<FollowRefusal | null> {
  const refusal = followRefusal(userId, store, 0);
  if (refusal || !store) return refusal ?? 'unknown';
  const steps = transaction(pb).exec(
    sql`INSERT INTO follows (id, [[user]], store, created, updated)
      SELECT ${NEW_ID_SQL}, {:userId}, {:storeId}, {:followedAt}, {:now}
      WHERE (SELECT count(*) FROM follows WHERE [[user]] = {:userId} AND store != {:storeId}) < {:most}
      ON CONFLICT ([[user]], store) DO UPDATE SET updated = follows.updated`,
    {
      userId,
      storeId: store.id,
      most: FOLLOWS_MAX,
      followedAt: dateOf(Math.min(followedAt, at)),
      now: dateOf(at),
    },
    { expect: 1, else: 'too-many' },
  );
  return refusalOf(steps, ['too-many']);
}

/** Makes a user unfollow a store; no effect if they do not follow it. */
export async function unfollow(pb: PocketBase, userId: string, storeId: string): Promise<void> {
  await transaction(pb)
    .exec(sql`DELETE FROM follows WHERE [[user]] = {:userId} AND store = {:storeId}`, { userId, storeId })
    .run();
}

/** New products of the stores a user follows, newest first, and the number of followed stores. */
export async function newFromFollowed(
  pb: PocketBase,
  userId: string,
  limit: number,
  mature = false,
): Promise<{ cards: ProductCard[]; follows: number }> {
  const records = await pb.collection('follows').getFullList<Pick<FollowsRecord, 'store'>>({
    filter: pb.filter('user = {:userId}', { userId }),
    sort: '-created,id',
    fields: 'store',
  });
  const stores = records.map(({ store }) => store);
  return { cards: await newestOfStores(pb, stores, limit, mature), follows: stores.length };
}
