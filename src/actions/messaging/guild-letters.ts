import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { lettersOfGuild } from '../../data/messaging/guild-letters.ts';
import { letterTextRefusal } from '../../domain/messaging/guild-letter.ts';
import { MESSAGE_KEY, MESSAGE_MAX } from '../../domain/messaging/message.ts';
import { askLetter, reachOfLetter } from '../../server/messaging/guild-letters.ts';
import { meantBy, membersFilter, ownGuild, refusedBecause } from '../guild/guild-input.ts';
import { ruledBy } from '../kernel/field-rules.ts';

export const guildLetters = {
  /** My guild's newest letters and how far they have come. */
  recent: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { guild } = await ownGuild(context);
      return { letters: await lettersOfGuild(context.locals.pb, guild.id) };
    },
  }),

  /** How many a letter to these members reaches, who is left out, and why none can be written now. */
  reach: defineAction({
    accept: 'json',
    input: membersFilter,
    async handler(asked, context) {
      const { guild } = await ownGuild(context);
      return reachOfLetter(context.locals.app.commerce, guild, meantBy(asked));
    },
  }),

  /** Writes one text to these members, each in his own conversation with my store. */
  write: defineAction({
    accept: 'json',
    input: z
      .object({
        filter: membersFilter,
        key: z.string().regex(MESSAGE_KEY, 'This letter has no proper key.'),
        // Far above the rule's limit: it is judged as it would be kept.
        text: z.string().max(MESSAGE_MAX * 4),
      })
      .strict()
      .superRefine(
        ruledBy(({ text }): { text?: string } => {
          const refusal = letterTextRefusal(text);
          return refusal ? { text: refusal } : {};
        }),
      ),
    async handler({ filter, key, text }, context) {
      const { guild, user } = await ownGuild(context);
      const { app } = context.locals;
      const asked = { author: user, key, text, meant: meantBy(filter) };
      const answer = await askLetter(app.commerce, guild, asked);
      if ('refusal' in answer) throw refusedBecause(answer.refusal);
      void app.guildLetters.wake();
      return answer;
    },
  }),
};
