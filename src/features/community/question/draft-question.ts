import { QUESTION_LENGTH } from '../../../domain/community/question.ts';

/**
 * The draft of a question typed before signing in, stored in a cookie scoped to the page the visitor returns to. It fits
 * into a cookie and appears in neither URLs nor logs.
 */
export const DRAFT_QUESTION_COOKIE = 'typed-question';
/** Lifetime of the cookie, in seconds. */
export const DRAFT_QUESTION_SECONDS = 3600;

/** Encodes a draft as a cookie value of at most 4000 characters, below the limit of browsers. */
export function draftForCookie(text: string): string {
  return Buffer.from(text.slice(0, QUESTION_LENGTH.max), 'utf8').toString('base64url');
}

/** Decodes the draft of a cookie; "" if there is none. The result is untrusted text. */
export function draftOfCookie(value: string | undefined): string {
  return Buffer.from(value ?? '', 'base64url')
    .toString('utf8')
    .slice(0, QUESTION_LENGTH.max);
}
