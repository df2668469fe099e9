import type { AstroCookies } from 'astro';
import { MATURE_COOKIE, MATURE_SECONDS } from '../data/mature.ts';

/** Keeps whether somebody wants to see mature models; pages are then drawn for him and kept nowhere. */
export function writeMature(cookies: AstroCookies, shows: boolean): void {
  cookies.set(MATURE_COOKIE, shows ? 'yes' : '', {
    path: '/',
    maxAge: shows ? MATURE_SECONDS : 0,
    secure: true,
    sameSite: 'lax',
    httpOnly: true,
  });
}
