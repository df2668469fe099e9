import { z } from 'astro/zod';

/** The id of a row, as PocketBase makes them. @param refusal what is said of anything else. */
export const anId = (refusal?: string) => z.string().regex(/^[a-z0-9]{15}$/, refusal);

/** Far above every limit of the rules, so that a text that is only too long gets the rules' own sentence. */
export const longText = z.string().max(100_000);
