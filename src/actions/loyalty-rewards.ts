import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { changeReward, createReward, leadGuildGift, rewardsOfGuild } from '../data/entry-bundles.ts';
import { productChoices } from '../data/product-choices.ts';
import { GUILD_LIMITS } from '../domain/guild.ts';
import {
  LOYALTY_KINDS,
  LOYALTY_MOVE_REFUSAL_TEXTS,
  loyaltyMoveRefusal,
  loyaltyRewardRefusals,
} from '../domain/loyalty.ts';
import { spokenLine } from '../domain/spoken.ts';
import { ruledBy } from './field-rules.ts';
import { movedOn, notThere, ownGuild, recordId, recordIds, refusedBecause } from './guild-input.ts';
import { longText } from './plain-input.ts';

const draft = z
  .object({
    name: longText.transform(spokenLine),
    kind: z.enum(LOYALTY_KINDS),
    months: z.number(),
    productIds: recordIds,
  })
  .strict();

export const loyaltyRewards = {
  /** What my guild gives those who stay, with the models it could give. */
  mine: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { guild, store } = await ownGuild(context);
      const { pb } = context.locals;
      const [rewards, products] = await Promise.all([
        rewardsOfGuild(pb, guild.id),
        productChoices(pb, store.id),
      ]);
      return { rewards, products };
    },
  }),

  /** Keeps a new reward as a draft. */
  add: defineAction({
    accept: 'json',
    input: draft.superRefine(ruledBy(loyaltyRewardRefusals)),
    async handler(input, context) {
      const { guild, now } = await ownGuild(context);
      const { pb } = context.locals;
      if ((await rewardsOfGuild(pb, guild.id)).length >= GUILD_LIMITS.rewards)
        throw refusedBecause(`A guild has at most ${GUILD_LIMITS.rewards} rewards.`);
      return { id: await createReward(pb, guild.id, input, now) };
    },
  }),

  /** Writes a reward anew; how it is reached stays once it is offered. */
  change: defineAction({
    accept: 'json',
    input: draft.extend({ id: recordId }).superRefine(ruledBy(loyaltyRewardRefusals)),
    async handler({ id, ...input }, context) {
      const { guild, now } = await ownGuild(context);
      const { pb, app } = context.locals;
      const before = (await rewardsOfGuild(pb, guild.id)).find((one) => one.id === id);
      if (!before) throw notThere('reward');
      if (before.state === 'active' && input.productIds.length === 0)
        throw refusedBecause(LOYALTY_MOVE_REFUSAL_TEXTS['no-product']);
      await changeReward(pb, before, input, now);
      void app.releases.wake();
      return { id };
    },
  }),

  /** Offers it, or ends it for good. */
  move: defineAction({
    accept: 'json',
    input: z.object({ id: recordId, to: z.enum(['active', 'ended']) }),
    async handler({ id, to }, context) {
      const { guild, now } = await ownGuild(context);
      const { pb, app } = context.locals;
      const reward = (await rewardsOfGuild(pb, guild.id)).find((one) => one.id === id);
      if (!reward) throw notThere('reward');
      const refusal = loyaltyMoveRefusal(reward, to);
      if (refusal) throw refusedBecause(LOYALTY_MOVE_REFUSAL_TEXTS[refusal]);
      if (!(await leadGuildGift(pb, 'loyalty_rewards', reward, to, now))) throw movedOn();
      void app.releases.wake();
      return { to };
    },
  }),
};
