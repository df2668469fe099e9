import { RefusalError } from '../../kernel/refusal-error.ts';

/** Where a list goes on behind an item, as answers write it: its moment and its id. */
export interface Cursor {
  at: number;
  id: string;
}

export const cursorText = ({ at, id }: Cursor): string => `${at}.${id}`;

const wrong = () => new RefusalError('bad_request', 'Pass `next` of an answer.', { field: 'after' });

/** Null at the beginning. @throws RefusalError for anything that no answer contained */
export function cursorOf(text: string | undefined): Cursor | null {
  if (text === undefined) return null;
  const [, at, id] = /^(\d{1,15})\.([a-z0-9]{15})$/.exec(text) ?? [];
  if (at === undefined || id === undefined) throw wrong();
  return { at: Number(at), id };
}

/** The id behind which a list goes on; '' at the beginning. @throws RefusalError for anything that is no id */
export function idAfter(text: string | undefined): string {
  if (text === undefined) return '';
  if (!/^[a-z0-9]{15}$/.test(text)) throw wrong();
  return text;
}
