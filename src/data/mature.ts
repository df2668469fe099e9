/**
 * Whether somebody wants to see models marked mature: a cookie of its own, so that it is known before anybody is asked
 * who he is. For who is signed in, his account's word is written into it.
 */
export const MATURE_COOKIE = 'mature';
/** A year, in seconds. */
export const MATURE_SECONDS = 31_536_000;

/** Reads the choice from a Cookie header; without one nothing mature is shown. */
export function wantsMature(cookies: string | null | undefined): boolean {
  return /(?:^|;\s*)mature=yes(?:;|$)/.test(cookies ?? '');
}
