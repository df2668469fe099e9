import type { Instant } from '../kernel/instant.ts';
import type { ThemePreference } from '../kernel/theme.ts';

/** A person with an account, as the person's own pages see it. One account buys and sells. */
export interface User {
  id: string;
  username: string;
  email: string;
  /** File name in the backend's files, or null where there is no picture. */
  avatar: string | null;
  verified: boolean;
  theme: ThemePreference;
  showMature: boolean;
  /** Since when the account exists. */
  since: Instant;
  /** How many claims against the person were found right within a year. */
  strikes: number;
}

export const USERNAME_MIN = 3;
export const USERNAME_MAX = 32;
export const PASSWORD_MIN = 10;
/** bcrypt reads 72 bytes; a longer password would be cut in silence. */
export const PASSWORD_MAX_BYTES = 72;

export type UsernameRefusal = 'username-too-short' | 'username-too-long' | 'username-characters';

/** Why this name cannot be taken, or null. Letters a to z in lower case, digits, dash and underscore. */
export function usernameRefusal(username: string): UsernameRefusal | null {
  if (username.length < USERNAME_MIN) return 'username-too-short';
  if (username.length > USERNAME_MAX) return 'username-too-long';
  return /^[a-z0-9][a-z0-9_-]*$/.test(username) ? null : 'username-characters';
}

/** A free-looking name for somebody who comes from another site; he may change it in his profile. */
export function usernameFrom(provider: string, random: string): string {
  const letters = random.toLowerCase().replace(/[^a-z0-9]/g, '');
  return `${provider.toLowerCase().replace(/[^a-z0-9]/g, '')}-${letters.slice(0, 10)}`.slice(0, USERNAME_MAX);
}
