import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { followsOf, isFollowing, unfollow } from '../../data/community/follows.ts';
import type { Follow } from '../../domain/community/follow.ts';
import { followStore } from '../../server/community/following.ts';
import { person } from '../identity/person.ts';
import { recordIdInput } from '../kernel/plain-input.ts';

const input = z.object({ storeId: recordIdInput('This is not a store.') });

export const follows = {
  /** Stores the user follows, latest first. */
  list: defineAction({
    accept: 'json',
    async handler(_input, context): Promise<{ follows: Follow[] }> {
      const { user } = person(context);
      return { follows: await followsOf(context.locals.pb, user.id) };
    },
  }),

  /** Whether the user follows a store, and whether it is their own, which cannot be followed. */
  has: defineAction({
    accept: 'json',
    input,
    async handler({ storeId }, context) {
      const { user } = person(context);
      const { pb, app } = context.locals;
      const [following, ownStore] = await Promise.all([
        isFollowing(pb, user.id, storeId),
        app.http.sessions.storeOf(user.id),
      ]);
      return { following, own: ownStore?.id === storeId };
    },
  }),

  add: defineAction({
    accept: 'json',
    // Undoing an unfollow restores the position: `followedAt` is the original time.
    input: input.extend({ followedAt: z.int().min(0).optional() }),
    async handler({ storeId, followedAt }, context) {
      const { user } = person(context);
      const refused = await followStore(context.locals.app, user, storeId, Date.now(), followedAt);
      if (refused) throw refused;
      return { following: true, own: false };
    },
  }),

  /** The same for a form without scripts: follows, or unfollows with `stop`. */
  choose: defineAction({
    accept: 'form',
    input: input.extend({ stop: z.literal('yes').nullish() }),
    async handler({ storeId, stop }, context) {
      const { user } = person(context);
      const { app } = context.locals;
      if (stop) await unfollow(app.pb, user.id, storeId);
      const refused = stop ? null : await followStore(app, user, storeId, Date.now());
      if (refused) throw refused;
      return { following: !stop };
    },
  }),

  remove: defineAction({
    accept: 'json',
    input,
    async handler({ storeId }, context) {
      const { user } = person(context);
      await unfollow(context.locals.pb, user.id, storeId);
      return { following: false, own: false };
    },
  }),
};
