import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { bundlesOfGuild } from '../../data/guild/entry-bundles.ts';
import { tiersOfGuild } from '../../data/guild/guild-tiers.ts';
import { entryBundleRefusals } from '../../domain/guild/entry-bundle.ts';
import { GUILD_LIMITS } from '../../domain/guild/guild.ts';
import { cleanLine } from '../../domain/kernel/clean-text.ts';
import { addBundle, moveBundle, updateBundle } from '../../server/guild/guild-gifts.ts';
import { holdOf } from '../catalogue/seller.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { longText } from '../kernel/plain-input.ts';
import { addedId, moment, recordId, recordIds, sellerGuild, throwRefusal, tierName } from './guild-input.ts';

const draft = z
  .object({
    name: longText.transform(cleanLine),
    description: longText,
    productIds: recordIds,
    tierIds: z.array(recordId).max(GUILD_LIMITS.tiers),
    validFrom: moment.nullable(),
    validTo: moment.nullable(),
    minPaidPeriods: z.number(),
  })
  .strict();

export const entryBundles = {
  /** My guild's entry bundles, newest first, with its tiers. */
  mine: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { guild } = await sellerGuild(context);
      const { pb } = context.locals;
      const [bundles, tiers] = await Promise.all([bundlesOfGuild(pb, guild.id), tiersOfGuild(pb, guild.id)]);
      return { bundles, tiers: tiers.map(tierName) };
    },
  }),

  /** Stores a new bundle as a draft. */
  add: defineAction({
    accept: 'json',
    input: draft.superRefine(checkedBy(entryBundleRefusals)),
    async handler(input, context) {
      const { guild, now } = await sellerGuild(context);
      return addedId('bundle', await addBundle(context.locals.pb, guild.id, input, now));
    },
  }),

  /** Updates a bundle. Added models reach members who have it; removed models stay with them. */
  change: defineAction({
    accept: 'json',
    input: draft.extend({ id: recordId }).superRefine(checkedBy(entryBundleRefusals)),
    async handler({ id, ...input }, context) {
      const { guild, store, now } = await sellerGuild(context);
      const { pb, app } = context.locals;
      const hold = holdOf(context, store);
      throwRefusal('bundle', await updateBundle(pb, guild.id, id, input, now, hold));
      void app.jobs.releases.wake();
      return { id };
    },
  }),

  /** Activates a bundle or ends it for good. */
  move: defineAction({
    accept: 'json',
    input: z.object({ id: recordId, to: z.enum(['active', 'ended']) }),
    async handler({ id, to }, context) {
      const { guild, store, now } = await sellerGuild(context);
      const hold = holdOf(context, store);
      throwRefusal('bundle', await moveBundle(context.locals.pb, guild.id, id, to, now, hold));
      return { to };
    },
  }),
};
