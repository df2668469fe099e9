import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { rewardsOfGuild } from '../../data/guild/entry-bundles.ts';
import { LOYALTY_KINDS, loyaltyRewardRefusals } from '../../domain/guild/loyalty.ts';
import { cleanLine } from '../../domain/kernel/clean-text.ts';
import { addReward, moveReward, updateReward } from '../../server/guild/guild-gifts.ts';
import { holdOf } from '../catalogue/seller.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { longText } from '../kernel/plain-input.ts';
import { addedId, recordId, recordIds, sellerGuild, throwRefusal } from './guild-input.ts';

const draft = z
  .object({
    name: longText.transform(cleanLine),
    kind: z.enum(LOYALTY_KINDS),
    months: z.number(),
    productIds: recordIds,
  })
  .strict();

export const loyaltyRewards = {
  /** My guild's loyalty rewards. */
  mine: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { guild } = await sellerGuild(context);
      return { rewards: await rewardsOfGuild(context.locals.pb, guild.id) };
    },
  }),

  /** Stores a new reward as a draft. */
  add: defineAction({
    accept: 'json',
    input: draft.superRefine(checkedBy(loyaltyRewardRefusals)),
    async handler(input, context) {
      const { guild, now } = await sellerGuild(context);
      return addedId('reward', await addReward(context.locals.pb, guild.id, input, now));
    },
  }),

  /** Updates a reward; its condition cannot change once it is offered. */
  change: defineAction({
    accept: 'json',
    input: draft.extend({ id: recordId }).superRefine(checkedBy(loyaltyRewardRefusals)),
    async handler({ id, ...input }, context) {
      const { guild, store, now } = await sellerGuild(context);
      const { pb, app } = context.locals;
      const hold = holdOf(context, store);
      throwRefusal('reward', await updateReward(pb, guild.id, id, input, now, hold));
      void app.jobs.releases.wake();
      return { id };
    },
  }),

  /** Activates a reward or ends it for good. */
  move: defineAction({
    accept: 'json',
    input: z.object({ id: recordId, to: z.enum(['active', 'ended']) }),
    async handler({ id, to }, context) {
      const { guild, store, now } = await sellerGuild(context);
      const { pb, app } = context.locals;
      const hold = holdOf(context, store);
      throwRefusal('reward', await moveReward(pb, guild.id, id, to, now, hold));
      void app.jobs.releases.wake();
      return { to };
    },
  }),
};
