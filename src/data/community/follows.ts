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
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

const f = tables.follows.as('f');
const s = tables.stores.as('s');

const FOLLOW = shape({
  store: {
    id: s.id,
    slug: s.slug,
    name: s.name,
    tagline: s.tagline,
    logo: s.logo.orNull,
    productCount: s.productCount,
    state: s.state,
  },
  followedAt: f.created,
});
const FOLLOWED = shape({ storeId: f.store });

/** All stores a user follows, latest first, including those not open at the moment. */
export async function followsOf(pb: PocketBase, userId: string): Promise<Follow[]> {
  const [found] = await ask(
    pb,
    select(
      FOLLOW,
      sql`SELECT ${FOLLOW} FROM follows f JOIN stores s ON s.id = f.store
        WHERE f.[[user]] = {:userId} ORDER BY f.created DESC, f.id`,
      { userId },
    ),
  );
  return found;
}

/** Whether a user follows this store. */
export async function isFollowing(pb: PocketBase, userId: string, storeId: string): Promise<boolean> {
  const [found] = await ask(
    pb,
    select(
      FOLLOWED,
      sql`SELECT ${FOLLOWED} FROM follows f WHERE f.[[user]] = {:userId} AND f.store = {:storeId}`,
      { userId, storeId },
    ),
  );
  return found.length > 0;
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
  const [followed] = await ask(
    pb,
    select(
      FOLLOWED,
      sql`SELECT ${FOLLOWED} FROM follows f WHERE f.[[user]] = {:userId} ORDER BY f.created DESC, f.id`,
      { userId },
    ),
  );
  const ids = followed.map(({ storeId }) => storeId);
  return { cards: await newestOfStores(pb, ids, limit, mature), follows: ids.length };
}
