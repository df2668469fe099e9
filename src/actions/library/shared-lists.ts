import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { share, shareOf, stopSharing } from '../../data/library/shared-lists.ts';
import type { Share } from '../../domain/library/shared-list.ts';
import { notFound } from '../../server/kernel/refusal-error.ts';
import { person } from '../identity/person.ts';
import { recordIdInput } from '../kernel/plain-input.ts';

/** One of the user's lists; null is their wish list. */
const listId = recordIdInput('This is not a list.').nullable();

/** Lists and the wish list, shown to whoever has the link. */
export const sharedLists = {
  /** How I share a list; null where I do not. */
  one: defineAction({
    accept: 'json',
    input: z.object({ listId }),
    async handler(input, context): Promise<{ share: Share | null }> {
      const { user } = person(context);
      return { share: await shareOf(context.locals.pb, user.id, input.listId) };
    },
  }),

  /** Shares a list by a link, or changes whether the page names me. */
  save: defineAction({
    accept: 'json',
    input: z.object({ listId, showsName: z.boolean() }),
    async handler(input, context): Promise<{ share: Share }> {
      const { user } = person(context);
      const { pb } = context.locals;
      const saved = await share(pb, user.id, input.listId, input.showsName, Date.now());
      if (!saved) throw notFound('You have no such list.');
      return { share: saved };
    },
  }),

  /** Ends the sharing: the link leads nowhere from then on. */
  stop: defineAction({
    accept: 'json',
    input: z.object({ listId }),
    async handler(input, context): Promise<{ share: null }> {
      const { user } = person(context);
      await stopSharing(context.locals.pb, user.id, input.listId);
      return { share: null };
    },
  }),
};
