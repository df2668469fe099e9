import { z } from 'astro/zod';

/** The id of a row, as PocketBase makes them. @param refusal what is said of anything else. */
export const recordIdInput = (refusal?: string) => z.string().regex(/^[a-z0-9]{15}$/, refusal);

/** Far above every limit of the rules, so that a text that is only too long gets the rules' own sentence. */
export const longText = z.string().max(100_000);

/** Only what was sent: a field that is absent stays as it is. */
export function definedOf<T extends object>(change: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}
