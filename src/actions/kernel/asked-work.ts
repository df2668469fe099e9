import { z } from 'astro/zod';
import { WORK_MAX_LENGTH } from '../../server/kernel/asked-work.ts';
import { type RefusalError, tooManyRequests } from '../../server/kernel/refusal-error.ts';

/** A challenge and its solution, which a form sends where it was asked for them. */
export const workInput = z.string().max(WORK_MAX_LENGTH).optional();

/** The error above a limit that nobody is to be locked out by: the page of the form then asks the browser for work. */
export function workAsked(): RefusalError {
  return tooManyRequests(
    'This was tried often. Send the form again: your browser then does a moment of work for it.',
  );
}
