import type { AstroCookies } from 'astro';

/**
 * Whether somebody wants to see models marked mature: a cookie of its own, so that it is known before anybody is asked
 * who he is. For who is signed in, his account's word is written into it.
 */
const MATURE_COOKIE = 'mature';
/** A year, in seconds. */
const MATURE_SECONDS = 31_536_000;

/** Reads the choice from a Cookie header; without one nothing mature is shown. */
export function wantsMature(cookies: string | null | undefined): boolean {
  return /(?:^|;\s*)mature=yes(?:;|$)/.test(cookies ?? '');
}

/** Keeps whether somebody wants to see mature models; pages are then drawn for him and kept nowhere. */
export function writeMature(cookies: Pick<AstroCookies, 'set'>, shows: boolean): void {
  cookies.set(MATURE_COOKIE, shows ? 'yes' : '', {
    path: '/',
    maxAge: shows ? MATURE_SECONDS : 0,
    secure: true,
    sameSite: 'lax',
    httpOnly: true,
  });
}
