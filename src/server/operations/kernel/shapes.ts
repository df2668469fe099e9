import { z } from 'astro/zod';
import { RefusalError } from '../../kernel/refusal-error.ts';
import { ANSWERED } from './names.ts';

/** What operations take and answer. */

export const id = z.string().regex(/^[a-z0-9]{15}$/);
export const text = z.string();
export const cents = z.int().min(0);
export const count = z.int().min(0);
/** An address in an answer. It is made of our own paths, so it is described and not parsed again for each answer. */
export const address = z.string().meta({ format: 'uri' });
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A moment: milliseconds here, ISO 8601 in UTC for programs. */
export const instant = z.codec(z.iso.datetime({ precision: 3 }), z.number(), {
  decode: (written) => Date.parse(written),
  encode: (at) => new Date(at).toISOString(),
});

/** A moment that is taken: ISO 8601, milliseconds here. */
export const momentIn = z.iso.datetime().transform((written) => Date.parse(written));

/** Reads a picture that is sent. An operation calls it once it knows that the picture is wanted. */
export type PictureBytes = () => Promise<Uint8Array<ArrayBuffer>>;
export const pictureReading = z.custom<PictureBytes>((read) => typeof read === 'function');

/** The id of what was removed, or of what something was done with. */
export const removed = z.object({ id }).register(ANSWERED, { id: 'Removed' });

/** Where a list goes on; null behind its last item. */
export const next = text.nullable().describe('Pass it as `after` for what follows; null at the end.');

/** How much of a list. @param most items of one answer */
export const pageQuery = (most: number) => ({
  after: z.string().max(200).optional().describe('Where to go on: `next` of the answer before.'),
  limit: z.coerce.number().int().min(1).max(most).default(most).describe('Items of one answer.'),
});

/** Where a list goes on behind an item, as answers write it: its moment and its id. */
export interface Cursor {
  at: number;
  id: string;
}

export const cursorText = ({ at, id: last }: Cursor): string => `${at}.${last}`;

const wrong = () => new RefusalError('bad_request', 'Pass `next` of an answer.', { field: 'after' });

/** Null at the beginning. @throws RefusalError for anything that no answer contained */
export function cursorOf(written: string | undefined): Cursor | null {
  if (written === undefined) return null;
  const [, at, last] = /^(\d{1,15})\.([a-z0-9]{15})$/.exec(written) ?? [];
  if (at === undefined || last === undefined) throw wrong();
  return { at: Number(at), id: last };
}

/** The id behind which a list goes on; '' at the beginning. @throws RefusalError for anything that is no id */
export function idAfter(written: string | undefined): string {
  if (written === undefined) return '';
  if (!/^[a-z0-9]{15}$/.test(written)) throw wrong();
  return written;
}

/** A page of what was read with one item more than `limit`, the newest first. */
export function pageOf<Row extends { id: string; createdAt: number }>(found: readonly Row[], limit: number) {
  const items = found.slice(0, limit);
  const last = found.length > items.length ? items.at(-1) : undefined;
  return { items, next: last ? cursorText({ at: last.createdAt, id: last.id }) : null };
}
