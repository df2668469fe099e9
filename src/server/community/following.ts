import type PocketBase from 'pocketbase';
import { visibleStore } from '../../data/catalogue/stores.ts';
import { follow, isFollowing } from '../../data/community/follows.ts';
import { FOLLOW_REFUSAL_TEXTS } from '../../domain/community/follow.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { PostingAccount } from '../../domain/moderation/posting-limits.ts';
import { type RefusalError, refusedFor, tooManyRequests } from '../kernel/refusal-error.ts';
import type { PostingLimits } from '../moderation/posting-limits.ts';

/**
 * Makes a user follow a public store; idempotent.
 * @param key the store's id or slug.
 * @param followedAt the original time, when an unfollow is undone.
 * @returns null on success.
 */
export async function followStore(
  { pb, postingLimits }: { pb: PocketBase; postingLimits: PostingLimits },
  user: PostingAccount,
  key: string,
  now: Instant,
  followedAt?: Instant,
): Promise<RefusalError | null> {
  const store = await visibleStore(pb, key);
  if (store && (await isFollowing(pb, user.id, store.id))) return null;
  const message = await postingLimits.postingRefusal(user, 'follow', now);
  if (message !== null) return tooManyRequests(message);
  const refusal = await follow(pb, user.id, store, now, followedAt);
  if (refusal === null) return null;
  return refusedFor(refusal, FOLLOW_REFUSAL_TEXTS, {
    unknown: 'not_found',
    own: 'bad_request',
    'too-many': 'bad_request',
  });
}
