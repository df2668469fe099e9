import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { addInformationPicture } from '../../data/guild/guild-pictures.ts';
import { changeGuild } from '../../data/guild/guilds.ts';
import { guildDraftRefusals } from '../../domain/guild/guild.ts';
import {
  BLOCK_LIMITS,
  type InformationBlock,
  informationRefusals,
} from '../../domain/guild/guild-information.ts';
import { cleanLine, cleanText } from '../../domain/kernel/clean-text.ts';
import { publishInformation, writeInformation } from '../../server/guild/seller-guild.ts';
import { conflict } from '../../server/kernel/refusal-error.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { pictureFrom } from '../kernel/pictures.ts';
import { longText } from '../kernel/plain-input.ts';
import { recordId, refusalError, sellerGuild } from './guild-input.ts';

const line = longText.transform(cleanLine);

const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), heading: line, text: longText }).strict(),
  z.object({ kind: z.literal('image'), heading: line, file: z.string().max(200), alt: line }).strict(),
  z.object({ kind: z.literal('video'), heading: line, url: z.string().trim().max(1000), alt: line }).strict(),
  z
    .object({
      kind: z.literal('faq'),
      heading: line,
      questions: z.array(z.object({ question: line, answer: longText }).strict()).max(200),
    })
    .strict(),
  z.object({ kind: z.literal('showcase'), heading: line, productIds: z.array(recordId).max(200) }).strict(),
  z.object({ kind: z.literal('schedule'), heading: line }).strict(),
]);

export const guildInformation = {
  /** The draft and the published information, and the welcome text. */
  mine: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { guild } = await sellerGuild(context);
      const { id, name, state, welcome, information, informationShown, informationShownAt } = guild;
      return {
        guild: { id, name, state, welcome },
        blocks: information,
        shown: informationShown,
        shownAt: informationShownAt,
      };
    },
  }),

  /** Stores my blocks as a draft. */
  keep: defineAction({
    accept: 'json',
    input: z.object({ blocks: z.array(block).max(BLOCK_LIMITS.blocks * 2) }).superRefine(
      checkedBy(({ blocks }: { blocks: InformationBlock[] }) => {
        // One sentence with the block's position, because blocks have no field names.
        const [first] = informationRefusals(blocks);
        return first ? { blocks: `Block ${first[0] + 1}: ${first[1]}` } : {};
      }),
    ),
    async handler({ blocks }, context) {
      const { guild } = await sellerGuild(context);
      const outcome = await writeInformation(context.locals.pb, guild, blocks);
      if ('refusal' in outcome) throw refusalError('guild', outcome.refusal);
      return { blocks: outcome.blocks };
    },
  }),

  /** Publishes the stored draft. */
  publish: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { guild, now } = await sellerGuild(context);
      await publishInformation(context.locals.pb, guild, now);
      return { shownAt: now };
    },
  }),

  /** Stores a picture for a block and returns its file name. */
  addPicture: defineAction({
    accept: 'form',
    input: z.object({ picture: z.instanceof(File) }),
    async handler({ picture }, context) {
      const { guild } = await sellerGuild(context);
      const bytes = await pictureFrom(context, picture);
      if (!bytes) throw conflict('Choose a picture.');
      const file = await addInformationPicture(context.locals.pb, guild, bytes);
      if (file === null)
        throw conflict('There are too many pictures. Publish to remove the ones that are not used.');
      return { file };
    },
  }),

  /** Stores the welcome text for new members. */
  welcome: defineAction({
    accept: 'json',
    input: z.object({ welcome: longText.transform(cleanText) }).superRefine(checkedBy(guildDraftRefusals)),
    async handler({ welcome }, context) {
      const { guild, now } = await sellerGuild(context);
      await changeGuild(context.locals.pb, guild, { welcome }, now);
      return { welcome };
    },
  }),
};
