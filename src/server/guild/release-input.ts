import { z } from 'astro/zod';
import { GUILD_LIMITS } from '../../domain/guild/guild.ts';
import { cleanLine } from '../../domain/kernel/clean-text.ts';
import { longText, recordIdInput } from '../kernel/plain-input.ts';

const recordId = recordIdInput();

/** What a seller writes of a release, of actions and the API alike. It checks shapes; `releaseRefusals` checks values. */
export const releaseInput = z
  .object({
    title: longText.transform(cleanLine),
    month: z.string().max(20),
    description: longText,
    productIds: z.array(recordId).max(200),
    tierIds: z.array(recordId).max(GUILD_LIMITS.tiers),
    /** A time until the year 2100, so that it can be stored as a date. */
    publishAt: z.number().int().min(0).max(4_102_444_800_000).nullable(),
    backCents: z.number().nullable(),
  })
  .strict();
