import { ActionError, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { GIFT_REFUSAL_TEXTS } from '../../domain/commerce/gift.ts';
import { takeGift } from '../../server/commerce/gifts.ts';
import { person } from '../identity/person.ts';

export const gifts = {
  /** Redeems a gift link into my library. */
  take: defineAction({
    accept: 'form',
    input: z.object({ token: z.string().min(1).max(100) }),
    async handler({ token }, context) {
      const { user } = person(context);
      const refusal = await takeGift(context.locals.app.commerce, token, user.id);
      if (refusal) {
        throw new ActionError({
          code: refusal === 'unknown' ? 'NOT_FOUND' : 'CONFLICT',
          message: GIFT_REFUSAL_TEXTS[refusal],
        });
      }
      return { taken: true };
    },
  }),
};
