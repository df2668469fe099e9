import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { setGuildPicture } from '../../data/guild/guild-pictures.ts';
import { arrangeTiers, shownTier, tierOfGuild, tiersOfGuild } from '../../data/guild/guild-tiers.ts';
import { commissionPercents } from '../../data/payments/business-accounts.ts';
import { GUILD_LIMITS } from '../../domain/guild/guild.ts';
import { TIER_STATES, tierRefusals } from '../../domain/guild/tier.ts';
import { cleanLine } from '../../domain/kernel/clean-text.ts';
import { addTier, moveTier, updateTier } from '../../server/guild/guild-tiers.ts';
import { proposePrice } from '../../server/guild/membership-notifications.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { pictureFrom } from '../kernel/pictures.ts';
import { longText } from '../kernel/plain-input.ts';
import {
  addedId,
  changedMeanwhile,
  moment,
  notThere,
  picture,
  recordId,
  sellerGuild,
  throwRefusal,
} from './guild-input.ts';

const draft = z
  .object({
    name: longText.transform(cleanLine),
    description: longText,
    monthlyCents: z.number(),
    annualCents: z.number().nullable(),
    seats: z.number().nullable(),
    benefits: z.array(longText.transform(cleanLine)).max(100),
    licence: z.enum(['personal', 'merchant']),
    includesLower: z.boolean(),
    trialDays: z.number(),
    earlyBird: z
      .object({ percent: z.number(), until: moment.nullable(), seats: z.number().nullable() })
      .strict()
      .nullable(),
  })
  .strict();

export const guildTiers = {
  /** My guild's tiers, lowest first, the marketplace's commission in percent, and what prices say about tax. */
  mine: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { guild, store } = await sellerGuild(context);
      const { pb } = context.locals;
      const [tiers, percents] = await Promise.all([
        tiersOfGuild(pb, guild.id),
        commissionPercents(pb, [store.id]),
      ]);
      return {
        guild: { name: guild.name, state: guild.state, billings: guild.billings },
        commission: percents.get(store.id) ?? 0,
        priceTax: context.locals.app.commerce.payments.priceTax(),
        tiers: tiers.map(shownTier),
      };
    },
  }),

  /** Adds a tier above the others, as a draft. */
  add: defineAction({
    accept: 'json',
    input: draft.superRefine(checkedBy(tierRefusals)),
    async handler(input, context) {
      const { guild } = await sellerGuild(context);
      return addedId('tier', await addTier(context.locals.pb, guild.id, input));
    },
  }),

  /** Updates a tier. Members keep the price they joined at. */
  change: defineAction({
    accept: 'json',
    input: draft.extend({ id: recordId }).superRefine(checkedBy(tierRefusals)),
    async handler({ id, ...input }, context) {
      const { guild } = await sellerGuild(context);
      throwRefusal('tier', await updateTier(context.locals.pb, guild.id, id, input));
      return { id };
    },
  }),

  /** Stores a tier's picture, or removes it if none is sent. */
  picture: defineAction({
    accept: 'form',
    input: z.object({ id: recordId, ...picture }),
    async handler({ id, picture: file, alt }, context) {
      const { guild } = await sellerGuild(context);
      const { pb } = context.locals;
      if (!(await tierOfGuild(pb, guild.id, id))) throw notThere('tier');
      const bytes = await pictureFrom(context, file);
      await setGuildPicture(pb, 'guild_tiers', id, bytes && { bytes, alt });
      return { id };
    },
  }),

  /** Changes a tier's state. */
  move: defineAction({
    accept: 'json',
    input: z.object({ id: recordId, to: z.enum(TIER_STATES) }),
    async handler({ id, to }, context) {
      const { guild, now } = await sellerGuild(context);
      throwRefusal('tier', await moveTier(context.locals.pb, guild, id, to, now));
      return { to };
    },
  }),

  /** Offers a tier's current price to its members who pay less. Accepting is optional. */
  proposePrice: defineAction({
    accept: 'json',
    input: z.object({ id: recordId }),
    async handler({ id }, context) {
      const { guild } = await sellerGuild(context);
      const notified = await proposePrice(context.locals.app.commerce, guild.id, id);
      if (notified === null) throw notThere('tier');
      return { told: notified };
    },
  }),

  /** Sets the order of all my tiers, lowest first. */
  order: defineAction({
    accept: 'json',
    input: z.object({ ids: z.array(recordId).min(1).max(GUILD_LIMITS.tiers) }),
    async handler({ ids }, context) {
      const { guild, now } = await sellerGuild(context);
      if (!(await arrangeTiers(context.locals.pb, guild.id, ids, now))) throw changedMeanwhile();
      return { ids };
    },
  }),
};
