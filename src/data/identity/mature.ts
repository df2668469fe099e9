import type { AstroCookies } from 'astro';

/**
 * Whether a visitor wants to see models marked as mature. It has its own cookie, so that it is known before the user is
 * looked up. For a signed-in user the cookie holds the account's setting.
 */
const MATURE_COOKIE = 'mature';
/** A year, in seconds. */
const MATURE_SECONDS = 31_536_000;

/** Reads the choice from a Cookie header; without one nothing mature is shown. */
export function wantsMature(cookies: string | null | undefined): boolean {
  return /(?:^|;\s*)mature=yes(?:;|$)/.test(cookies ?? '');
}

/** Stores whether the visitor wants to see mature models. Pages with mature models are never cached. */
export function writeMature(cookies: Pick<AstroCookies, 'set'>, shows: boolean): void {
  cookies.set(MATURE_COOKIE, shows ? 'yes' : '', {
    path: '/',
    maxAge: shows ? MATURE_SECONDS : 0,
    secure: true,
    sameSite: 'lax',
    httpOnly: true,
  });
}
