import type { ActionAPIContext } from 'astro:actions';
import { z } from 'astro/zod';
import { DESK_REASON_MAX, deskReasonRefusal } from '../../domain/desk/person.ts';
import { DESK_SEARCH_MAX } from '../../domain/desk/search-text.ts';
import type { StaffParts } from '../../server/desk/staff-deeds.ts';
import { conflict, notFound } from '../../server/kernel/refusal-error.ts';
import { recordIdInput } from '../kernel/plain-input.ts';
import { textInput } from '../kernel/text-input.ts';

/** Input schemas of the desk's lists and deeds. */

export const DESK_PAGE = 50;
export const deskId = recordIdInput('There is nothing with this id.');
export const searchText = z.string().max(DESK_SEARCH_MAX);
/** `next` of the page before; null for the first. */
export const place = z.object({ key: z.string().max(300), id: z.string().max(40) }).nullable();
/** A reason that the person reads. */
export const reason = textInput(DESK_REASON_MAX, `Use at most ${DESK_REASON_MAX} characters.`).superRefine(
  (text, context) => {
    const refusal = deskReasonRefusal(text);
    if (refusal !== null) context.addIssue({ code: 'custom', message: refusal });
  },
);

/** What the deeds need of the running site. */
export function staffParts({ locals: { app } }: ActionAPIContext): StaffParts {
  return app.commerce;
}

/** @throws RefusalError conflict where a deed was refused. */
export function done(refusal: string | null): { done: true } {
  if (refusal !== null) throw conflict(refusal);
  return { done: true };
}

/** @throws RefusalError not_found where there is nothing. */
export function found<T>(row: T | null): T {
  if (row === null) throw notFound('There is nothing with this id any more.');
  return row;
}
