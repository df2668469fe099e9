import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { setGuildPicture } from '../../data/guild/guild-pictures.ts';
import { tiersOfGuild } from '../../data/guild/guild-tiers.ts';
import { countReleaseAudience } from '../../data/guild/release-audience.ts';
import { productsOfRelease, releaseOfGuild, releasesOfGuild } from '../../data/guild/releases.ts';
import { type ReleaseState, releaseRefusals } from '../../domain/guild/release.ts';
import { addRelease, updateRelease } from '../../server/guild/release-editing.ts';
import { releaseInput } from '../../server/guild/release-input.ts';
import { releaseOperations as operations } from '../../server/operations/guild/releases.ts';
import { holdOf } from '../catalogue/seller.ts';
import { sellerAction } from '../catalogue/seller-action.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { pictureFrom } from '../kernel/pictures.ts';
import { addedId, notThere, picture, recordId, sellerGuild, throwRefusal, tierName } from './guild-input.ts';

export const releases = {
  /** My guild's releases, newest month first, and its tiers. */
  mine: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { guild } = await sellerGuild(context);
      const { pb } = context.locals;
      const [own, tiers] = await Promise.all([releasesOfGuild(pb, guild.id), tiersOfGuild(pb, guild.id)]);
      return { state: guild.state, releases: own, tiers: tiers.map(tierName) };
    },
  }),

  /** One release with its models; without an id only the tiers for a new one. */
  one: defineAction({
    accept: 'json',
    input: z.object({ id: recordId.optional() }),
    async handler({ id }, context) {
      const { guild } = await sellerGuild(context);
      const { pb } = context.locals;
      const [release, models, tiers] = await Promise.all([
        id === undefined ? null : releaseOfGuild(pb, guild.id, id),
        id === undefined ? [] : productsOfRelease(pb, id),
        tiersOfGuild(pb, guild.id),
      ]);
      if (id !== undefined && !release) throw notThere('release');
      return { state: guild.state, release, models, tiers: tiers.map(tierName) };
    },
  }),

  /** Publishing progress: the state and how many members have it. */
  progress: defineAction({
    accept: 'json',
    input: z.object({ id: recordId }),
    async handler({ id }, context) {
      const { guild } = await sellerGuild(context);
      const release = await releaseOfGuild(context.locals.pb, guild.id, id);
      if (!release) throw notThere('release');
      const { state, reached, toReach, publishedAt } = release;
      return { state, reached, toReach, publishedAt };
    },
  }),

  /** How many members would get it now, and how many are in its tiers. */
  audience: defineAction({
    accept: 'json',
    input: z.object({ id: recordId }),
    async handler({ id }, context) {
      const { guild } = await sellerGuild(context);
      const { pb } = context.locals;
      const release = await releaseOfGuild(pb, guild.id, id);
      if (!release) throw notThere('release');
      const tiers = await tiersOfGuild(pb, guild.id);
      return countReleaseAudience(pb, release, tiers);
    },
  }),

  /** Stores a new release as a draft. */
  add: defineAction({
    accept: 'json',
    input: releaseInput.superRefine(checkedBy(releaseRefusals)),
    async handler(input, context) {
      const { guild, now } = await sellerGuild(context);
      return addedId('release', await addRelease(context.locals.pb, guild.id, input, now));
    },
  }),

  /** Updates a release. Once it reaches members it can only grow. */
  change: defineAction({
    accept: 'json',
    input: releaseInput.extend({ id: recordId }).superRefine(checkedBy(releaseRefusals)),
    async handler({ id, ...input }, context) {
      const { user, guild, store, now } = await sellerGuild(context);
      const { pb, app } = context.locals;
      const hold = holdOf(context, store);
      throwRefusal('release', await updateRelease(pb, { user, guild }, id, input, now, hold));
      void app.jobs.releases.wake();
      return { id };
    },
  }),

  /** Stores its cover, or removes it if none is sent. */
  cover: defineAction({
    accept: 'form',
    input: z.object({ id: recordId, ...picture }),
    async handler({ id, picture: file, alt }, context) {
      const { guild } = await sellerGuild(context);
      const { pb } = context.locals;
      if (!(await releaseOfGuild(pb, guild.id, id))) throw notThere('release');
      const bytes = await pictureFrom(context, file);
      await setGuildPicture(pb, 'releases', id, bytes && { bytes, alt });
      return { id };
    },
  }),

  /** Publishes it to its members now. */
  publish: sellerAction(operations.move, {
    input: z.object({ id: recordId }),
    asked: ({ id }) => ({ id, deed: 'publish' as const }),
    shown: () => ({ state: 'publishing' satisfies ReleaseState }),
  }),

  /** Schedules or unschedules it, archives or restores it. */
  move: sellerAction(operations.move, {
    input: z.object({ id: recordId, deed: z.enum(['schedule', 'call-off', 'archive', 'restore']) }),
    asked: (sent) => sent,
    shown: ({ state }) => ({ state }),
  }),

  remove: sellerAction(operations.remove),
};
