import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { storeOfOwner } from '../../data/catalogue/stores.ts';
import { asSeller } from '../../data/kernel/actor.ts';
import { STORE_STATES } from '../../domain/catalogue/store.ts';
import { moveStore, storeStakes } from '../../server/guild/store-states.ts';
import { conflict } from '../../server/kernel/refusal-error.ts';
import { seller } from '../catalogue/seller.ts';

/** The state of a store, on which its guild hangs. */
export const stores = {
  /** What hangs on the guild of my store when it stops selling: members, paid months, what they get back. */
  stakes: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { store } = await seller(context);
      const { pb, app } = context.locals;
      return storeStakes(pb, store.id, app.commerce.now());
    },
  }),

  /** Opens or closes the store, or puts it on vacation. */
  move: defineAction({
    accept: 'json',
    input: z.object({ to: z.enum(STORE_STATES) }),
    async handler({ to }, context) {
      const { user, store } = await seller(context);
      const { pb, app } = context.locals;
      const refusal = await moveStore(asSeller(pb, user.id), store, to, app.commerce.now());
      if (refusal !== null) throw conflict(refusal);
      void app.jobs.guildHolds.wake();
      return storeOfOwner(pb, user.id);
    },
  }),
};
