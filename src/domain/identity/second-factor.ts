import type { Instant } from '../kernel/instant.ts';

/**
 * The second factor of people with a role: an authenticator app, which shows a new code of six digits every 30 seconds, and
 * recovery codes for whoever has lost it.
 */

/** How long somebody with a role stays signed in, in seconds: a working day. Logging out ends it. */
export const ROLE_SESSION_SECONDS = 12 * 3600;

/** How long the second factor counts, in seconds: as long as the session of somebody with a role. */
export const SECOND_FACTOR_SECONDS = ROLE_SESSION_SECONDS;

/** What authenticator apps understand without being told. */
export const AUTHENTICATOR = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** How many codes before and after the present one are taken too: clocks differ, and people need time to type. */
export const AUTHENTICATOR_WINDOW = 1;

/** How many recovery codes somebody gets. Each is good once. */
export const RECOVERY_CODES = 10;

/** Letters and digits that are not mistaken for each other. */
export const RECOVERY_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
/** Characters of a recovery code: 79 bits, so that its hash cannot be turned back by trying. */
export const RECOVERY_LENGTH = 16;

/** How long after somebody was given a role, or lost their factor, they may set one up. In ms. */
export const SET_UP_WITHIN_MS = 7 * 86_400_000;

/** What somebody typed where a code is asked for; null where it can be neither. */
export type FactorCode = { is: 'app'; code: string } | { is: 'recovery'; code: string };

/** Reads a typed code: six digits of the app or a recovery code, with spaces, hyphens and capitals as people write them. */
export function factorCodeOf(text: string): FactorCode | null {
  const code = text.replace(/[\s-]/g, '').toLowerCase();
  if (/^\d{6}$/.test(code)) return { is: 'app', code };
  const isRecovery =
    code.length === RECOVERY_LENGTH && [...code].every((letter) => RECOVERY_ALPHABET.includes(letter));
  return isRecovery ? { is: 'recovery', code } : null;
}

/** A recovery code as it is shown: in groups of four. */
export function recoveryCodeText(code: string): string {
  return (code.match(/.{1,4}/g) ?? []).join('-');
}

/** Where somebody with a role stands with their second factor. */
export interface FactorState {
  /** When the factor was set up; null where there is none. */
  setUpAt: Instant | null;
  /** Since when the set-up has been open: they were given their role, or their old factor was removed. */
  openSince: Instant;
}

/**
 * Why no second factor may be set up now, as a sentence; null where it may. A mailbox and a password that somebody took from
 * a person who never set it up would else be enough for ever.
 */
export function setUpRefusal({ setUpAt, openSince }: FactorState, now: Instant): string | null {
  if (setUpAt !== null) return 'You have set up your second factor already. Enter its code.';
  return now - openSince > SET_UP_WITHIN_MS
    ? 'The seven days in which you could set up your second factor are over. Ask another operator to restore your access, or give yourself the role again with npm run role.'
    : null;
}

/** Why somebody may not restore a person's access, as a sentence, or null. It takes two: nobody does it for themselves. */
export function restoreRefusal(operatorId: string, personId: string, hasRole: boolean): string | null {
  if (operatorId === personId)
    return 'Another operator has to do this for you, or npm run role on the server.';
  return hasRole ? null : 'They have no role. They can set a new password by mail themselves.';
}

/** How long somebody with a role may set a new password by mail after another operator allowed it. In ms. */
export const RESET_ALLOWED_MS = 24 * 3_600_000;

/** Why a person with a role cannot set a new password by mail, as a sentence; null for everybody else and where it is allowed. */
export function resetRefusal(
  role: { resetAllowedUntil: Instant | null } | null,
  now: Instant,
): string | null {
  if (role === null || (role.resetAllowedUntil ?? 0) > now) return null;
  return 'You run this marketplace, so a mail is not enough for a new password. Ask another operator to restore your access, or run npm run role on the server.';
}
