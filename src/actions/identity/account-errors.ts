import { ActionError } from 'astro:actions';
import { AccountRefused } from '../../data/identity/users.ts';
import {
  PASSWORD_MIN,
  USERNAME_MAX,
  USERNAME_MIN,
  type UsernameRefusal,
} from '../../domain/identity/user.ts';

/** Refusals as sentences a person can act on. */
export const USERNAME_SENTENCES: Record<UsernameRefusal, string> = {
  'username-too-short': `The name needs at least ${USERNAME_MIN} characters.`,
  'username-too-long': `The name may have at most ${USERNAME_MAX} characters.`,
  'username-characters':
    'Use small letters, digits, dashes and underscores, beginning with a letter or digit.',
};
export const PASSWORD_SENTENCE = `Use at least ${PASSWORD_MIN} characters.`;
export const PASSWORD_LONG_SENTENCE = 'The password is too long: 72 bytes are the most.';
export const WRONG_PASSWORD = 'The address and password do not belong together.';
export const WRONG_CODE = 'The code is wrong or has run out; ask for a new one.';
const UNAVAILABLE = 'The hall cannot reach its account book just now; try again in a moment.';

/** Too many tries; the sentence says when to come back. */
export function tooManyTries(minutes: number): ActionError {
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new ActionError({
    code: 'TOO_MANY_REQUESTS',
    message: `Too many tries. Wait ${wait} and try again.`,
  });
}

/**
 * The backend's refusal as an action's error with `sentence`; anything else means that the backend did not do its part.
 */
export function refusedWith(reason: unknown, sentence: string): ActionError {
  // The backend counts tries of its own and says nothing about the password then.
  if (reason instanceof AccountRefused && reason.status === 429) return tooManyTries(1);
  if (reason instanceof AccountRefused) return new ActionError({ code: 'BAD_REQUEST', message: sentence });
  return new ActionError({ code: 'SERVICE_UNAVAILABLE', message: UNAVAILABLE });
}
