import { QUESTION_LENGTH } from '../../../domain/community/question.ts';

/**
 * What somebody typed before he was asked to sign in, kept in a cookie of the very page he comes back to: a question
 * fits into one, and neither address nor log gets to see it.
 */
export const DRAFT_QUESTION_COOKIE = 'typed-question';
/** How long they are kept, in seconds. */
export const DRAFT_QUESTION_SECONDS = 3600;

/** The words as a cookie's value: at most 4000 letters, less than browsers keep. */
export function draftForCookie(text: string): string {
  return Buffer.from(text.slice(0, QUESTION_LENGTH.max), 'utf8').toString('base64url');
}

/** The words of such a cookie; "" where there is none. Whatever somebody put there himself is only text. */
export function draftOfCookie(value: string | undefined): string {
  return Buffer.from(value ?? '', 'base64url')
    .toString('utf8')
    .slice(0, QUESTION_LENGTH.max);
}
