import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { broadcastsOfGuild } from '../../data/messaging/broadcasts.ts';
import { broadcastTextRefusal } from '../../domain/messaging/broadcast.ts';
import { MESSAGE_KEY, MESSAGE_MAX } from '../../domain/messaging/message.ts';
import { reachOfBroadcast, requestBroadcast } from '../../server/messaging/broadcasts.ts';
import { refusedBecause, segmentInput, segmentOf, sellerGuild } from '../guild/guild-input.ts';
import { checkedBy } from '../kernel/field-rules.ts';

export const guildLetters = {
  /** My guild's newest letters and how far they have come. */
  recent: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { guild } = await sellerGuild(context);
      return { letters: await broadcastsOfGuild(context.locals.pb, guild.id) };
    },
  }),

  /** How many a letter to these members reaches, who is left out, and why none can be written now. */
  reach: defineAction({
    accept: 'json',
    input: segmentInput,
    async handler(asked, context) {
      const { guild } = await sellerGuild(context);
      return reachOfBroadcast(context.locals.app.commerce, guild, segmentOf(asked));
    },
  }),

  /** Writes one text to these members, each in his own conversation with my store. */
  write: defineAction({
    accept: 'json',
    input: z
      .object({
        filter: segmentInput,
        key: z.string().regex(MESSAGE_KEY, 'This letter has no proper key.'),
        // Far above the rule's limit: it is judged as it would be kept.
        text: z.string().max(MESSAGE_MAX * 4),
      })
      .strict()
      .superRefine(
        checkedBy(({ text }): { text?: string } => {
          const refusal = broadcastTextRefusal(text);
          return refusal ? { text: refusal } : {};
        }),
      ),
    async handler({ filter, key, text }, context) {
      const { guild, user } = await sellerGuild(context);
      const { app } = context.locals;
      const asked = { author: user, key, text, meant: segmentOf(filter) };
      const answer = await requestBroadcast(app.commerce, guild, asked);
      if ('refusal' in answer) throw refusedBecause(answer.refusal);
      void app.broadcasts.wake();
      return answer;
    },
  }),
};
