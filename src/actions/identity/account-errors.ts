import { AccountRefused } from '../../data/identity/users.ts';
import {
  PASSWORD_MIN,
  USERNAME_MAX,
  USERNAME_MIN,
  type UsernameRefusal,
} from '../../domain/identity/user.ts';
import { RESERVED_NAME_TEXT } from '../../domain/kernel/look-alike.ts';
import {
  badRequest,
  type RefusalError,
  tooManyTries,
  unavailable,
} from '../../server/kernel/refusal-error.ts';

/** Refusals as sentences for the user. */
export const USERNAME_SENTENCES: Record<UsernameRefusal, string> = {
  'username-too-short': `The name needs at least ${USERNAME_MIN} characters.`,
  'username-too-long': `The name may have at most ${USERNAME_MAX} characters.`,
  'username-characters':
    'Use lower-case letters, digits, dashes and underscores, beginning with a letter or digit.',
  'username-reserved': RESERVED_NAME_TEXT,
};
export const PASSWORD_SENTENCE = `Use at least ${PASSWORD_MIN} characters.`;
export const PASSWORD_LONG_SENTENCE = 'The password is too long: at most 72 bytes.';
export const WRONG_PASSWORD = 'Wrong e-mail or password.';
export const WRONG_CODE = 'The code is wrong or has expired. Request a new one.';
const UNAVAILABLE = 'The account service cannot be reached right now. Try again in a moment.';

/** The backend's refusal as an action error with `sentence`; any other error means that the backend is unavailable. */
export function refusedWith(reason: unknown, sentence: string): RefusalError {
  // The backend has a rate limit of its own; its answer says nothing about the password then.
  if (reason instanceof AccountRefused && reason.status === 429) return tooManyTries(1);
  if (reason instanceof AccountRefused) return badRequest(sentence);
  return unavailable(UNAVAILABLE);
}
