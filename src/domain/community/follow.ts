import { type StoreState, storeIsVisible } from '../catalogue/store.ts';
import type { Instant } from '../kernel/instant.ts';

/** How many stores a person may follow: more than anybody reads of, and few enough to ask about at once. */
export const FOLLOWS_MAX = 500;

/** From how many followers on everybody is told how many: below, the number says only that a store is young. */
export const FOLLOWERS_SHOWN_FROM = 10;

/** A store somebody follows. */
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
  unknown: 'This store is not open to the public any more.',
  own: 'This is your own store.',
  'too-many': `You follow ${FOLLOWS_MAX} stores, which are the most. Stop following one first.`,
};

/** Why somebody cannot follow this store, or null. @param follows how many others he follows. */
export function followRefusal(
  userId: string,
  store: { ownerId: string; state: StoreState } | null,
  follows: number,
): FollowRefusal | null {
  if (!store || !storeIsVisible(store.state)) return 'unknown';
  if (store.ownerId === userId) return 'own';
  return follows >= FOLLOWS_MAX ? 'too-many' : null;
}

/** What visitors read of a store's followers, or null where there are too few to say. */
export function followersText(followers: number): string | null {
  return followers < FOLLOWERS_SHOWN_FROM ? null : `${followers.toLocaleString('en-US')} followers`;
}

/** What followers of a store are told of. */
export const NEWS_KINDS = ['new-product', 'new-release'] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];

/** Something published longer ago is no news, even if it was hidden meanwhile or the hall was closed; in ms. */
export const NEWS_FRESH_MS = 7 * 86_400_000;
/** How many things of a store are told one by one in a day; of later ones only the last stands in the list. */
export const NEWS_SINGLY = 5;
/** How long that day is, in ms. */
export const NEWS_DAY_MS = 86_400_000;

export function isNews(publishedAt: Instant | null, now: Instant): boolean {
  return publishedAt !== null && now - publishedAt < NEWS_FRESH_MS;
}

/** Whether something is told together with what else its store published that day. @param before how much that was. */
export function isToldTogether(before: number): boolean {
  return before >= NEWS_SINGLY;
}
