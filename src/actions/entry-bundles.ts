import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import {
  bundleOfGuild,
  bundlesOfGuild,
  changeBundle,
  createBundle,
  leadGuildGift,
} from '../data/entry-bundles.ts';
import { tiersOfGuild } from '../data/guild-tiers.ts';
import { productChoices } from '../data/product-choices.ts';
import {
  ENTRY_BUNDLE_MOVE_REFUSAL_TEXTS,
  type EntryBundleMoveRefusal,
  entryBundleMoveRefusal,
  entryBundleRefusals,
} from '../domain/entry-bundle.ts';
import { GUILD_LIMITS } from '../domain/guild.ts';
import { spokenLine } from '../domain/spoken.ts';
import { FieldRefused, ruledBy } from './field-rules.ts';
import {
  moment,
  movedOn,
  notThere,
  ownGuild,
  recordId,
  recordIds,
  refusedBecause,
  tierName,
} from './guild-input.ts';
import { longText } from './plain-input.ts';

const draft = z
  .object({
    name: longText.transform(spokenLine),
    description: longText,
    productIds: recordIds,
    tierIds: z.array(recordId).max(GUILD_LIMITS.tiers),
    validFrom: moment.nullable(),
    validTo: moment.nullable(),
    minPaidPeriods: z.number(),
  })
  .strict();

const FIELDS: Partial<Record<EntryBundleMoveRefusal, string>> = {
  'no-product': 'productIds',
  'no-tier': 'tierIds',
  over: 'validTo',
};

export const entryBundles = {
  /** What my guild gives for joining, the newest first, with the tiers and models there are. */
  mine: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { guild, store } = await ownGuild(context);
      const { pb } = context.locals;
      const [bundles, tiers, products] = await Promise.all([
        bundlesOfGuild(pb, guild.id),
        tiersOfGuild(pb, guild.id),
        productChoices(pb, store.id),
      ]);
      return {
        bundles,
        products,
        tiers: tiers.map(tierName),
      };
    },
  }),

  /** Keeps a new bundle as a draft. */
  add: defineAction({
    accept: 'json',
    input: draft.superRefine(ruledBy(entryBundleRefusals)),
    async handler(input, context) {
      const { guild, now } = await ownGuild(context);
      const { pb } = context.locals;
      if ((await bundlesOfGuild(pb, guild.id)).length >= GUILD_LIMITS.bundles)
        throw refusedBecause(`A guild has at most ${GUILD_LIMITS.bundles} bundles.`);
      return { id: await createBundle(pb, guild.id, input, now) };
    },
  }),

  /** Writes a bundle anew; what is added reaches those who have it, what is taken out stays with them. */
  change: defineAction({
    accept: 'json',
    input: draft.extend({ id: recordId }).superRefine(ruledBy(entryBundleRefusals)),
    async handler({ id, ...input }, context) {
      const { guild, now } = await ownGuild(context);
      const { pb, app } = context.locals;
      const before = await bundleOfGuild(pb, guild.id, id);
      if (!before) throw notThere('bundle');
      // One that is given for joining stays one that can be given.
      const refusal =
        before.state === 'active' && entryBundleMoveRefusal({ ...input, state: 'draft' }, 'active', now);
      if (refusal)
        throw new FieldRefused(FIELDS[refusal] ?? 'name', ENTRY_BUNDLE_MOVE_REFUSAL_TEXTS[refusal]);
      await changeBundle(pb, before, input, now);
      void app.releases.wake();
      return { id };
    },
  }),

  /** Makes it active, or ends it for good. */
  move: defineAction({
    accept: 'json',
    input: z.object({ id: recordId, to: z.enum(['active', 'ended']) }),
    async handler({ id, to }, context) {
      const { guild, now } = await ownGuild(context);
      const { pb } = context.locals;
      const bundle = await bundleOfGuild(pb, guild.id, id);
      if (!bundle) throw notThere('bundle');
      const refusal = entryBundleMoveRefusal(bundle, to, now);
      if (refusal) throw refusedBecause(ENTRY_BUNDLE_MOVE_REFUSAL_TEXTS[refusal]);
      if (!(await leadGuildGift(pb, 'entry_bundles', bundle, to, now))) throw movedOn();
      return { to };
    },
  }),
};
