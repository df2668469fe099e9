import { ActionError, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { accountOfStore, commissionPercents } from '../data/business-accounts.ts';
import { monthsOfGuild } from '../data/guild-months.ts';
import { paymentsOfGuild } from '../data/guild-payments.ts';
import {
  announcePause,
  changeGuild,
  createGuild,
  guildOfStore,
  leadGuild,
  setGuildCover,
  shownGuild,
  standingOfGuild,
} from '../data/guilds.ts';
import { releasesOfGuild } from '../data/releases.ts';
import {
  BILLINGS,
  GRANT_RULES,
  GUILD_MOVE_REFUSAL_TEXTS,
  GUILD_STATES,
  guildFrontRefusals,
  guildMoveRefusal,
  guildStateAt,
  LIVE_REFUSAL_TEXTS,
  liveRefusals,
  PAUSE_REFUSAL_TEXTS,
  pauseRefusal,
} from '../domain/guild.ts';
import { GUILD_MONTHS_SHOWN, guildMonthFigures } from '../domain/guild-figures.ts';
import { guildIncome } from '../domain/guild-payment.ts';
import { monthAfter, monthOf } from '../domain/month.ts';
import { spoken, spokenLine } from '../domain/spoken.ts';
import { callOffPause, chargeAgain } from '../server/guild-turns.ts';
import { ruledBy } from './field-rules.ts';
import { moment, movedOn, ownGuild, picture, refusedBecause } from './guild-input.ts';
import { pictureFrom } from './pictures.ts';
import { longText } from './plain-input.ts';
import { reaching } from './provider.ts';
import { mayBeSeller, seller } from './seller.ts';

const PAYMENTS_SHOWN = 100;

const front = z
  .object({
    name: longText.transform(spokenLine),
    tagline: longText.transform(spokenLine),
    welcome: longText.transform(spoken),
    grantRule: z.enum(GRANT_RULES),
    billings: z
      .array(z.enum(BILLINGS))
      .max(BILLINGS.length)
      .transform((chosen) => BILLINGS.filter((billing) => chosen.includes(billing))),
    memberDiscountPercent: z.number(),
  })
  .strict();

export const guilds = {
  /** My guild with its figures and what stands in its way; `guild` is null where I have none, all where I have no store. */
  mine: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { store } = await mayBeSeller(context);
      if (!store) return null;
      const { pb, app } = context.locals;
      const now = app.commerce.now();
      const [kept, account, percents] = await Promise.all([
        guildOfStore(pb, store.id),
        accountOfStore(pb, store.id),
        commissionPercents(pb, [store.id]),
      ]);
      const commission = percents.get(store.id) ?? 0;
      if (!kept) return { guild: null, commission };
      const [standing, months, releases] = await Promise.all([
        standingOfGuild(pb, kept.id),
        monthsOfGuild(pb, kept.id, monthAfter(monthOf(now), -GUILD_MONTHS_SHOWN)),
        releasesOfGuild(pb, kept.id, ['scheduled', 'publishing']),
      ]);
      const inTheWay = liveRefusals({ ...standing, account: account?.account.state ?? 'none' });
      const next = releases
        .filter(({ publishAt }) => publishAt !== null)
        .sort((a, b) => (a.publishAt ?? 0) - (b.publishAt ?? 0))[0];
      return {
        guild: { ...shownGuild(kept), state: guildStateAt(kept, now) },
        commission,
        inTheWay: inTheWay.map((refusal) => ({ refusal, text: LIVE_REFUSAL_TEXTS[refusal] })),
        lastMonthEnds: standing.lastMonthEnds,
        months: guildMonthFigures(months, commission, now),
        next: next ? { id: next.id, title: next.title, month: next.month, publishAt: next.publishAt } : null,
      };
    },
  }),

  /** Founds my store's guild, as a draft nobody else sees. */
  found: defineAction({
    accept: 'json',
    input: front.superRefine(ruledBy(guildFrontRefusals)),
    async handler(input, context) {
      const { store } = await seller(context);
      if (store.state === 'suspended')
        throw refusedBecause('Your store is suspended, so nothing can be founded in it now.');
      const id = await createGuild(context.locals.pb, store.id, input);
      if (id === null) throw refusedBecause('Your store has a guild already.');
      return { id };
    },
  }),

  /** Keeps what I say of it; only what is sent changes. */
  change: defineAction({
    accept: 'json',
    input: front
      .partial()
      .superRefine(
        ruledBy((change) =>
          guildFrontRefusals(definedOf(change) as Parameters<typeof guildFrontRefusals>[0]),
        ),
      ),
    async handler(input, context) {
      const { guild, now } = await ownGuild(context);
      if (!(await changeGuild(context.locals.pb, guild, definedOf(input), now))) throw movedOn();
      return { id: guild.id };
    },
  }),

  /** Keeps a cover, or takes it away where none is sent. */
  cover: defineAction({
    accept: 'form',
    input: z.object(picture),
    async handler({ picture: file, alt }, context) {
      const { guild } = await ownGuild(context);
      const bytes = await pictureFrom(file);
      await setGuildCover(context.locals.pb, guild.id, bytes && { bytes, alt });
      return { id: guild.id };
    },
  }),

  /** Leads it to another state: live, closing, closed, or back to a draft. */
  move: defineAction({
    accept: 'json',
    input: z.object({ to: z.enum(GUILD_STATES) }),
    async handler({ to }, context) {
      const { guild, store, now } = await ownGuild(context);
      const { pb } = context.locals;
      // A pause is announced and begins by the clock; nobody is surprised by one.
      if (to === 'paused') throw refusedBecause(GUILD_MOVE_REFUSAL_TEXTS['no-such-move']);
      const [standing, account, kept] = await Promise.all([
        standingOfGuild(pb, guild.id),
        accountOfStore(pb, store.id),
        guildOfStore(pb, store.id),
      ]);
      const facts = { ...standing, account: account?.account.state ?? ('none' as const) };
      const refusal = guildMoveRefusal(guild.state, to, facts, now);
      if (refusal) throw refusedBecause(GUILD_MOVE_REFUSAL_TEXTS[refusal]);
      // The clock may be ahead of what is kept: a pause that has begun is still written as live.
      const from = kept?.state ?? guild.state;
      const moved =
        from === to
          ? await announcePause(pb, guild.id, null, now)
          : await leadGuild(pb, { id: guild.id, state: from }, to, now);
      if (!moved) throw movedOn();
      const { resumesAt } = guild;
      if (to === 'live' && resumesAt !== null)
        await reaching(context, () => chargeAgain(context.locals.app.commerce, guild.id, resumesAt));
      return { to };
    },
  }),

  /** What members paid since a moment, with what is left of it for me, and the newest payments of them. */
  income: defineAction({
    accept: 'json',
    input: z.object({ since: moment }).strict(),
    async handler({ since }, context) {
      const { guild } = await ownGuild(context);
      const payments = await paymentsOfGuild(context.locals.pb, guild.id, since);
      return { income: guildIncome(payments), payments: payments.slice(0, PAYMENTS_SHOWN) };
    },
  }),

  /** Announces a pause, or calls it off where none is sent. */
  pause: defineAction({
    accept: 'json',
    input: z.object({ pause: z.object({ from: moment, to: moment }).nullable() }),
    async handler({ pause }, context) {
      const { guild, now } = await ownGuild(context);
      const refusal = pause && pauseRefusal(guild, pause, now);
      if (refusal) throw new ActionError({ code: 'CONFLICT', message: PAUSE_REFUSAL_TEXTS[refusal] });
      const { commerce } = context.locals.app;
      const isDone = pause
        ? await announcePause(context.locals.pb, guild.id, pause, now)
        : await reaching(context, () => callOffPause(commerce, guild.id));
      if (!isDone) throw refusedBecause(PAUSE_REFUSAL_TEXTS['not-live']);
      return { pause };
    },
  }),
};

/** Only what was sent: a field that is absent stays as it is. */
function definedOf<T extends object>(change: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}
