import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { addWish, hasWish, ownedWishes, removeWish, wishesOf } from '../../data/library/wishes.ts';
import { mailsAreOff } from '../../data/notifications/mail-switches.ts';
import { saveSwitch } from '../../data/notifications/notification-switches.ts';
import { WISH_REFUSAL_TEXTS, type Wish } from '../../domain/library/wish.ts';
import { refusedFor } from '../../server/kernel/refusal-error.ts';
import { person } from '../identity/person.ts';
import { recordIdInput } from '../kernel/plain-input.ts';

const input = z.object({ productId: recordIdInput('We could not find that product.') });

export const wishes = {
  /** The user's wish list, newest first, which of its products they own, and whether sale alerts are off. */
  list: defineAction({
    accept: 'json',
    async handler(_input, context): Promise<{ wishes: Wish[]; owned: string[]; mailsOff: boolean }> {
      const { user } = person(context);
      const { pb } = context.locals;
      const [wishes, owned, mailsOff] = await Promise.all([
        wishesOf(pb, user.id),
        ownedWishes(pb, user.id),
        mailsAreOff(pb, user.id, 'wish-sale'),
      ]);
      return { wishes, owned, mailsOff };
    },
  }),

  /** Whether a product is on the user's wish list. */
  has: defineAction({
    accept: 'json',
    input,
    async handler({ productId }, context) {
      const { user } = person(context);
      return { wished: await hasWish(context.locals.pb, user.id, productId) };
    },
  }),

  add: defineAction({
    accept: 'json',
    // Undoing a removal restores the position: `wishedAt` is the original time.
    input: input.extend({ wishedAt: z.int().min(0).optional() }),
    async handler({ productId, wishedAt }, context) {
      const { user } = person(context);
      const refusal = await addWish(context.locals.pb, user.id, productId, Date.now(), wishedAt);
      if (refusal) {
        throw refusedFor(refusal, WISH_REFUSAL_TEXTS, {
          unknown: 'not_found',
          'too-many': 'bad_request',
        });
      }
      return { wished: true };
    },
  }),

  remove: defineAction({
    accept: 'json',
    input,
    async handler({ productId }, context) {
      const { user } = person(context);
      await removeWish(context.locals.pb, user.id, productId);
      return { wished: false };
    },
  }),

  /** Turns sale alerts by mail off or on. */
  switchMails: defineAction({
    accept: 'json',
    input: z.object({ off: z.boolean() }),
    async handler({ off }, context) {
      const { user } = person(context);
      const mail = off ? 'off' : 'now';
      const choice = { kind: 'wish-sale', storeId: null, inApp: null, mail } as const;
      await saveSwitch(context.locals.pb, user.id, choice, Date.now());
      return { mailsOff: off };
    },
  }),
};
