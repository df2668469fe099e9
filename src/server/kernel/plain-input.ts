import { z } from 'astro/zod';

/** The id of a record. @param refusal the message for anything else. */
export const recordIdInput = (refusal?: string) => z.string().regex(/^[a-z0-9]{15}$/, refusal);

/** An e-mail address without the spaces around it. @param refusal the message for anything else. */
export const emailInput = (refusal = 'Enter an e-mail address, such as mira@example.com.') =>
  z.string().trim().max(254).pipe(z.email(refusal));

/** Far above every limit of the domain, so that a text that is too long gets the domain's own sentence. */
export const longText = z.string().max(100_000);

/** A name of a table. */
export const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>) =>
  z.enum(Object.keys(table) as [Key, ...Key[]]);

/** The fields that were sent; absent fields stay unchanged. */
export function definedOf<T extends object>(change: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}
