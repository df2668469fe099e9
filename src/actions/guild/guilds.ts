import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { changeGuild, setGuildCover } from '../../data/guild/guilds.ts';
import { asSeller } from '../../data/kernel/actor.ts';
import { BILLINGS, GRANT_RULES, GUILD_STATES, guildDraftRefusals } from '../../domain/guild/guild.ts';
import { cleanLine, cleanText } from '../../domain/kernel/clean-text.ts';
import { guildPanel, moveGuild, setPause, startGuild } from '../../server/guild/seller-guild.ts';
import { seller, userAndStore } from '../catalogue/seller.ts';
import { person } from '../identity/person.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { pictureFrom } from '../kernel/pictures.ts';
import { definedOf, longText } from '../kernel/plain-input.ts';
import { withPaymentProvider } from '../kernel/provider.ts';
import { addedId, changedMeanwhile, moment, picture, sellerGuild, throwRefusal } from './guild-input.ts';

const front = z
  .object({
    name: longText.transform(cleanLine),
    tagline: longText.transform(cleanLine),
    welcome: longText.transform(cleanText),
    grantRule: z.enum(GRANT_RULES),
    billings: z
      .array(z.enum(BILLINGS))
      .max(BILLINGS.length)
      .transform((chosen) => BILLINGS.filter((billing) => chosen.includes(billing))),
    memberDiscountPercent: z.number(),
  })
  .strict();

export const guilds = {
  /** My guild with its figures and what keeps it from going live; `guild` is null without a guild, all without a store. */
  mine: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { store } = await userAndStore(context);
      return store && guildPanel(context.locals.app.commerce, store.id);
    },
  }),

  /** Creates my store's guild as a draft. */
  found: defineAction({
    accept: 'json',
    input: front.superRefine(checkedBy(guildDraftRefusals)),
    async handler(input, context) {
      const { store } = await seller(context);
      return addedId('guild', await startGuild(context.locals.pb, store, input));
    },
  }),

  /** Updates the given fields. */
  change: defineAction({
    accept: 'json',
    input: front
      .partial()
      .superRefine(
        checkedBy((change) =>
          guildDraftRefusals(definedOf(change) as Parameters<typeof guildDraftRefusals>[0]),
        ),
      ),
    async handler(input, context) {
      const { guild, now } = await sellerGuild(context);
      if (!(await changeGuild(context.locals.pb, guild, definedOf(input), now))) throw changedMeanwhile();
      return { id: guild.id };
    },
  }),

  /** Stores a cover, or removes it if none is sent. */
  cover: defineAction({
    accept: 'form',
    input: z.object(picture),
    async handler({ picture: file, alt }, context) {
      const { guild } = await sellerGuild(context);
      const bytes = await pictureFrom(context, file);
      await setGuildCover(context.locals.pb, guild.id, bytes && { bytes, alt });
      return { id: guild.id };
    },
  }),

  /** Changes the guild's state: live, closing, closed, or back to a draft. */
  move: defineAction({
    accept: 'json',
    input: z.object({ to: z.enum(GUILD_STATES) }),
    async handler({ to }, context) {
      const { guild } = await sellerGuild(context);
      const { commerce } = context.locals.app;
      const by = asSeller(commerce.pb, person(context).user.id);
      throwRefusal('guild', await withPaymentProvider(context, () => moveGuild(commerce, guild, to, by)));
      return { to };
    },
  }),

  /** Announces a pause, or cancels it with null. */
  pause: defineAction({
    accept: 'json',
    input: z.object({ pause: z.object({ from: moment, to: moment }).nullable() }),
    async handler({ pause }, context) {
      const { guild } = await sellerGuild(context);
      const { commerce } = context.locals.app;
      throwRefusal('guild', await withPaymentProvider(context, () => setPause(commerce, guild, pause)));
      return { pause };
    },
  }),
};
