import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { goalsOfGuild } from '../../data/guild/guild-goals.ts';
import { releasesOfGuild } from '../../data/guild/releases.ts';
import { goalRefusals } from '../../domain/guild/guild-goal.ts';
import { cleanLine } from '../../domain/kernel/clean-text.ts';
import { deleteGoal, writeGoal } from '../../server/guild/guild-goals.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { longText } from '../kernel/plain-input.ts';
import { recordId, sellerGuild, throwRefusal } from './guild-input.ts';

export const guildGoals = {
  /** My guild's goals, the lowest first, its number of members, and the releases that a goal can bring. */
  mine: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { guild } = await sellerGuild(context);
      const { pb } = context.locals;
      const [goals, releases] = await Promise.all([
        goalsOfGuild(pb, guild.id),
        releasesOfGuild(pb, guild.id),
      ]);
      return {
        goals,
        members: guild.members,
        releases: releases.map(({ id, title }) => ({ id, title })),
      };
    },
  }),

  /** Saves a goal; without an id a new one. A reached goal keeps its number and title. */
  save: defineAction({
    accept: 'json',
    input: z
      .object({
        id: recordId.nullable(),
        members: z.number(),
        title: longText.transform(cleanLine),
        text: longText,
        productId: recordId.nullable(),
        releaseId: recordId.nullable(),
      })
      .superRefine(checkedBy(goalRefusals)),
    async handler({ id, ...draft }, context) {
      const { guild, now } = await sellerGuild(context);
      throwRefusal('goal', await writeGoal(context.locals.pb, guild, id, draft, now));
      return { ok: true as const };
    },
  }),

  /** Deletes a goal that is not reached. */
  remove: defineAction({
    accept: 'json',
    input: z.object({ id: recordId }),
    async handler({ id }, context) {
      const { guild } = await sellerGuild(context);
      throwRefusal('goal', await deleteGoal(context.locals.pb, guild.id, id));
      return { ok: true as const };
    },
  }),
};
