import type { Instant } from './instant.ts';
import { type StoreState, storeIsVisible } from './store.ts';

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
