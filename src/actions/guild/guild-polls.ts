import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { POLL_LIMITS, pollRefusals } from '../../domain/guild/guild-poll.ts';
import { cleanLine } from '../../domain/kernel/clean-text.ts';
import {
  askMembers,
  closePoll,
  type MemberPoll,
  memberPolls,
  type SellerPoll,
  sellerPolls,
  vote,
} from '../../server/guild/guild-polls.ts';
import { person } from '../identity/person.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { longText } from '../kernel/plain-input.ts';
import { addedId, notThere, recordId, sellerGuild, throwRefusal } from './guild-input.ts';

const line = longText.transform(cleanLine);

export const guildPolls = {
  /** The polls of my guild with what was voted so far, and whether my guild may ask now. */
  mine: defineAction({
    accept: 'json',
    async handler(_input, context): Promise<{ polls: SellerPoll[]; now: number; guildState: string }> {
      const { guild, now } = await sellerGuild(context);
      return { polls: await sellerPolls(context.locals.pb, guild.id), now, guildState: guild.state };
    },
  }),

  /** Asks the members of my guild. A poll is not changed afterwards: members have voted on what it said. */
  ask: defineAction({
    accept: 'json',
    input: z
      .object({
        question: line,
        options: z.array(line).max(POLL_LIMITS.optionsMost),
        weighted: z.boolean(),
        days: z.number(),
      })
      .superRefine(checkedBy(pollRefusals)),
    async handler(draft, context) {
      const { guild, now } = await sellerGuild(context);
      return addedId('poll', await askMembers(context.locals.pb, guild, draft, now));
    },
  }),

  /** Ends a poll of my guild now. */
  end: defineAction({
    accept: 'json',
    input: z.object({ id: recordId }),
    async handler({ id }, context) {
      const { guild, now } = await sellerGuild(context);
      throwRefusal('poll', await closePoll(context.locals.pb, guild.id, id, now));
      return { ok: true as const };
    },
  }),

  /** The polls of a guild that I am in; what was voted once I have, or after the end. */
  ofGuild: defineAction({
    accept: 'json',
    input: z.object({ guildId: recordId }),
    async handler({ guildId }, context): Promise<{ polls: MemberPoll[]; now: number }> {
      const { user } = person(context);
      const { pb, app } = context.locals;
      const now = app.commerce.now();
      const polls = await memberPolls(pb, guildId, user.id, now);
      if (!polls) throw notThere('membership');
      return { polls, now };
    },
  }),

  /** Votes in a poll of a guild that I am in, or changes my vote while it runs. */
  vote: defineAction({
    accept: 'json',
    input: z.object({
      pollId: recordId,
      choice: z
        .int()
        .min(0)
        .max(POLL_LIMITS.optionsMost - 1),
    }),
    async handler(choice, context) {
      const { user } = person(context);
      const { pb, app } = context.locals;
      throwRefusal('poll', await vote(pb, user.id, choice, app.commerce.now()));
      return { ok: true as const };
    },
  }),
};
