import type { Instant } from '../kernel/instant.ts';
import { isReservedName } from '../kernel/look-alike.ts';
import type { ThemePreference } from '../kernel/theme.ts';

/** An account, as its owner's pages see it. One account both buys and sells. */
export interface User {
  id: string;
  username: string;
  email: string;
  /** Name of the picture's file in the backend, or null. */
  avatar: string | null;
  verified: boolean;
  theme: ThemePreference;
  showMature: boolean;
  /** Whether search hides models made with generative AI. */
  hidesAi: boolean;
  /** When the account was created. */
  since: Instant;
  /** Upheld claims against the user within the last year. */
  strikes: number;
}

export const USERNAME_MIN = 3;
export const USERNAME_MAX = 32;
export const PASSWORD_MIN = 10;
/** bcrypt reads 72 bytes; a longer password would be truncated silently. */
export const PASSWORD_MAX_BYTES = 72;

export type UsernameRefusal =
  | 'username-too-short'
  | 'username-too-long'
  | 'username-characters'
  | 'username-reserved';

/**
 * Why this is not a valid username, or null. Allowed: lower-case a to z, digits, dash and underscore. Names that speak for
 * the people who run the site are reserved.
 */
export function usernameRefusal(username: string): UsernameRefusal | null {
  if (username.length < USERNAME_MIN) return 'username-too-short';
  if (username.length > USERNAME_MAX) return 'username-too-long';
  if (!/^[a-z0-9][a-z0-9_-]*$/.test(username)) return 'username-characters';
  return isReservedName(username) ? 'username-reserved' : null;
}

/** A username for an account created by an OAuth provider; users can change it in their profile. */
export function usernameFrom(provider: string, random: string): string {
  const letters = random.toLowerCase().replace(/[^a-z0-9]/g, '');
  return `${provider.toLowerCase().replace(/[^a-z0-9]/g, '')}-${letters.slice(0, 10)}`.slice(0, USERNAME_MAX);
}
