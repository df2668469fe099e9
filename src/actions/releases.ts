import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { setGuildPicture } from '../data/guild-pictures.ts';
import { tiersOfGuild } from '../data/guild-tiers.ts';
import { productChoices } from '../data/product-choices.ts';
import { countReleaseAudience } from '../data/release-audience.ts';
import {
  changeRelease,
  createRelease,
  deleteReleaseDraft,
  leadRelease,
  productsOfRelease,
  releaseOfGuild,
  releasesOfGuild,
} from '../data/releases.ts';
import { GUILD_LIMITS } from '../domain/guild.ts';
import {
  RELEASE_CHANGE_REFUSAL_TEXTS,
  RELEASE_MOVE_REFUSAL_TEXTS,
  type ReleaseState,
  releaseChangeRefusal,
  releaseMoveRefusal,
  releaseRefusals,
} from '../domain/release.ts';
import { spokenLine } from '../domain/spoken.ts';
import { standingRefusal, standingReleaseRefusal } from '../domain/standing.ts';
import { beginPublishing } from '../server/releases.ts';
import { FieldRefused, ruledBy } from './field-rules.ts';
import {
  moment,
  movedOn,
  notThere,
  ownGuild,
  picture,
  recordId,
  recordIds,
  refusedBecause,
  tierName,
} from './guild-input.ts';
import { pictureFrom } from './pictures.ts';
import { longText } from './plain-input.ts';

const draft = z
  .object({
    title: longText.transform(spokenLine),
    month: z.string().max(20),
    description: longText,
    productIds: recordIds,
    tierIds: z.array(recordId).max(GUILD_LIMITS.tiers),
    publishAt: moment.nullable(),
    backCents: z.number().nullable(),
  })
  .strict();
/** Where its seller leads a release; the clock and the server's job lead it to the other states. */
const DEEDS = {
  schedule: 'scheduled',
  'call-off': 'draft',
  archive: 'archived',
  restore: 'published',
} as const;

export const releases = {
  /** My guild's releases, the newest month first, and its tiers. */
  mine: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { guild } = await ownGuild(context);
      const { pb } = context.locals;
      const [own, tiers] = await Promise.all([releasesOfGuild(pb, guild.id), tiersOfGuild(pb, guild.id)]);
      return { state: guild.state, releases: own, tiers: tiers.map(tierName) };
    },
  }),

  /** One of them with its models; without an id what a new one could hold. */
  one: defineAction({
    accept: 'json',
    input: z.object({ id: recordId.optional() }),
    async handler({ id }, context) {
      const { guild, store } = await ownGuild(context);
      const { pb } = context.locals;
      const [release, models, products, tiers] = await Promise.all([
        id === undefined ? null : releaseOfGuild(pb, guild.id, id),
        id === undefined ? [] : productsOfRelease(pb, id),
        productChoices(pb, store.id),
        tiersOfGuild(pb, guild.id),
      ]);
      if (id !== undefined && !release) throw notThere('release');
      return { state: guild.state, release, models, products, tiers: tiers.map(tierName) };
    },
  }),

  /** How far it is: its state and how many members have it. */
  progress: defineAction({
    accept: 'json',
    input: z.object({ id: recordId }),
    async handler({ id }, context) {
      const { guild } = await ownGuild(context);
      const release = await releaseOfGuild(context.locals.pb, guild.id, id);
      if (!release) throw notThere('release');
      const { state, reached, toReach, publishedAt } = release;
      return { state, reached, toReach, publishedAt };
    },
  }),

  /** How many members would get it now, and who is in its tiers altogether. */
  audience: defineAction({
    accept: 'json',
    input: z.object({ id: recordId }),
    async handler({ id }, context) {
      const { guild } = await ownGuild(context);
      const { pb } = context.locals;
      const release = await releaseOfGuild(pb, guild.id, id);
      if (!release) throw notThere('release');
      const tiers = await tiersOfGuild(pb, guild.id);
      return countReleaseAudience(pb, release, tiers);
    },
  }),

  /** Keeps a new release as a draft. */
  add: defineAction({
    accept: 'json',
    input: draft.superRefine(ruledBy(releaseRefusals)),
    async handler(input, context) {
      const { guild, now } = await ownGuild(context);
      const { pb } = context.locals;
      if ((await releasesOfGuild(pb, guild.id)).length >= GUILD_LIMITS.releases)
        throw refusedBecause(`A guild has at most ${GUILD_LIMITS.releases} releases.`);
      return { id: await createRelease(pb, guild.id, input, now) };
    },
  }),

  /** Writes it anew. Once it reaches members it only grows. */
  change: defineAction({
    accept: 'json',
    input: draft.extend({ id: recordId }).superRefine(ruledBy(releaseRefusals)),
    async handler({ id, ...input }, context) {
      const { user, guild, now } = await ownGuild(context);
      const { pb, app } = context.locals;
      const before = await releaseOfGuild(pb, guild.id, id);
      if (!before) throw notThere('release');
      const stopped = standingReleaseRefusal(user.strikes, before, input);
      if (stopped) throw refusedBecause(stopped);
      const refusal = releaseChangeRefusal(before, input);
      const field = { 'keeps-products': 'productIds', 'keeps-tiers': 'tierIds', 'keeps-month': 'month' };
      if (refusal) throw new FieldRefused(field[refusal], RELEASE_CHANGE_REFUSAL_TEXTS[refusal]);
      if (before.state === 'scheduled' && (input.publishAt ?? 0) <= now)
        throw new FieldRefused('publishAt', RELEASE_MOVE_REFUSAL_TEXTS['moment-passed']);
      if (!(await changeRelease(pb, before, input, now))) throw movedOn();
      void app.releases.wake();
      return { id };
    },
  }),

  /** Keeps its cover, or takes it away where none is sent. */
  cover: defineAction({
    accept: 'form',
    input: z.object({ id: recordId, ...picture }),
    async handler({ id, picture: file, alt }, context) {
      const { guild } = await ownGuild(context);
      const { pb } = context.locals;
      if (!(await releaseOfGuild(pb, guild.id, id))) throw notThere('release');
      const bytes = await pictureFrom(file);
      await setGuildPicture(pb, 'releases', id, bytes && { bytes, alt });
      return { id };
    },
  }),

  /** Gives it to its members now. */
  publish: defineAction({
    accept: 'json',
    input: z.object({ id: recordId }),
    async handler({ id }, context) {
      const { user, guild } = await ownGuild(context);
      const { pb, app } = context.locals;
      const release = await releaseOfGuild(pb, guild.id, id);
      if (!release) throw notThere('release');
      const stopped = standingRefusal(user.strikes);
      if (stopped) throw refusedBecause(stopped);
      if (release.state !== 'draft' && release.state !== 'scheduled')
        throw refusedBecause(RELEASE_MOVE_REFUSAL_TEXTS['no-such-move']);
      const refusal = await beginPublishing(app.commerce, guild, id);
      if (refusal) throw refusedBecause(RELEASE_MOVE_REFUSAL_TEXTS[refusal]);
      void app.releases.wake();
      return { state: 'publishing' satisfies ReleaseState };
    },
  }),

  /** Announces it, calls that off, puts it away, or takes it out again. */
  move: defineAction({
    accept: 'json',
    input: z.object({ id: recordId, deed: z.enum(['schedule', 'call-off', 'archive', 'restore']) }),
    async handler({ id, deed }, context) {
      const { user, guild, now } = await ownGuild(context);
      const { pb } = context.locals;
      const release = await releaseOfGuild(pb, guild.id, id);
      if (!release) throw notThere('release');
      const stopped = deed === 'schedule' ? standingRefusal(user.strikes) : null;
      if (stopped) throw refusedBecause(stopped);
      const to = DEEDS[deed];
      // Restoring and the end of publishing lead to the same state; only the first is the seller's.
      const isHis = deed !== 'restore' || release.state === 'archived';
      const products = await productsOfRelease(pb, id);
      const refusal = isHis
        ? releaseMoveRefusal({ ...release, products }, to, guild, now)
        : ('no-such-move' as const);
      if (refusal) throw refusedBecause(RELEASE_MOVE_REFUSAL_TEXTS[refusal]);
      if (!(await leadRelease(pb, release, to, now))) throw movedOn();
      return { state: to };
    },
  }),

  /** Takes a draft away. */
  remove: defineAction({
    accept: 'json',
    input: z.object({ id: recordId }),
    async handler({ id }, context) {
      const { guild } = await ownGuild(context);
      const { pb } = context.locals;
      if (!(await releaseOfGuild(pb, guild.id, id))) throw notThere('release');
      if (!(await deleteReleaseDraft(pb, guild.id, id)))
        throw refusedBecause('Only a draft that nobody has can be taken away.');
      return { id };
    },
  }),
};
