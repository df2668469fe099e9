import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { broadcastsOfGuild } from '../../data/messaging/broadcasts.ts';
import { broadcastTextRefusal } from '../../domain/messaging/broadcast.ts';
import { MESSAGE_KEY, MESSAGE_MAX } from '../../domain/messaging/message.ts';
import { conflict } from '../../server/kernel/refusal-error.ts';
import { reachOfBroadcast, requestBroadcast } from '../../server/messaging/broadcasts.ts';
import { segmentInput, segmentOf, sellerGuild } from '../guild/guild-input.ts';
import { checkedBy } from '../kernel/field-rules.ts';

export const guildLetters = {
  /** The guild's newest broadcasts and their delivery state. */
  recent: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { guild } = await sellerGuild(context);
      return { letters: await broadcastsOfGuild(context.locals.pb, guild.id) };
    },
  }),

  /** How many members a broadcast reaches, how many are left out, and why none can be sent now. */
  reach: defineAction({
    accept: 'json',
    input: segmentInput,
    async handler(input, context) {
      const { guild } = await sellerGuild(context);
      return reachOfBroadcast(context.locals.app.commerce, guild, segmentOf(input));
    },
  }),

  /** Sends a message to these members, each in their own conversation with the store. */
  write: defineAction({
    accept: 'json',
    input: z
      .object({
        filter: segmentInput,
        key: z.string().regex(MESSAGE_KEY, 'This message has no valid key.'),
        // Far above the domain's limit, which counts the text as it is stored.
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
      const request = { author: user, key, text, segment: segmentOf(filter) };
      const answer = await requestBroadcast(app.commerce, guild, request);
      if ('refusal' in answer) throw conflict(answer.refusal);
      void app.jobs.broadcasts.wake();
      return answer;
    },
  }),
};
