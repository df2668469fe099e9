import { type StoreState, storeIsVisible } from '../catalogue/store.ts';
import { countText } from '../kernel/count-text.ts';
import type { Instant } from '../kernel/instant.ts';

/** Maximum number of followed stores per user; few enough for one query. */
export const FOLLOWS_MAX = 500;

/** The number of followers is public from this many on: below, it says only that a store is young. */
export const FOLLOWERS_SHOWN_FROM = 10;

/** A followed store. */
export interface Follow {
  store: {
    id: string;
    slug: string;
    name: string;
    tagline: string;
    logo: string | null;
    productCount: number;
    state: StoreState;
  };
  followedAt: Instant;
}

export type FollowRefusal = 'unknown' | 'own' | 'too-many';

export const FOLLOW_REFUSAL_TEXTS: Record<FollowRefusal, string> = {
  unknown: 'This store is no longer public.',
  own: 'This is your own store.',
  'too-many': `You follow ${FOLLOWS_MAX} stores, which is the maximum. Unfollow one first.`,
};

/** Why a user cannot follow this store, or null. @param follows how many other stores they follow. */
export function followRefusal(
  userId: string,
  store: { ownerId: string; state: StoreState } | null,
  follows: number,
): FollowRefusal | null {
  if (!store || !storeIsVisible(store.state)) return 'unknown';
  if (store.ownerId === userId) return 'own';
  return follows >= FOLLOWS_MAX ? 'too-many' : null;
}

/** The follower count as text, or null if there are too few to show. */
export function followersText(followers: number): string | null {
  return followers < FOLLOWERS_SHOWN_FROM ? null : `${countText(followers)} followers`;
}

/** Kinds of news that followers of a store are notified of. */
export const NEWS_KINDS = ['new-product', 'new-release', 'new-post'] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];

/** Anything published longer ago than this is not news, even if it was hidden or the app was down meanwhile; in ms. */
export const NEWS_FRESH_MS = 7 * 86_400_000;
/** How many publications of a store per day get a notification each; later ones share one notification. */
export const NEWS_SENT_SINGLY = 5;
/** Length of that day, in ms. */
export const NEWS_DAY_MS = 86_400_000;

export function isNews(publishedAt: Instant | null, now: Instant): boolean {
  return publishedAt !== null && now - publishedAt < NEWS_FRESH_MS;
}

/** Whether a publication shares a notification with others of the same day. @param before how many came before it that day. */
export function isGroupedNews(before: number): boolean {
  return before >= NEWS_SENT_SINGLY;
}
