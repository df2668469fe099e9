import { randomBytes } from 'node:crypto';
import type { AstroCookies } from 'astro';
import { SIGN_UP_SECONDS } from './sign-up.ts';

const COOKIE = 'guildhall_signup';
const SHAPE = /^[\w-]{43}$/;
/** Read by the page of the mailed link, by the one where a mailed code is entered, and by the sign-up, to try again. */
const path = '/';

/**
 * Gives this browser a secret, or leaves it the one it has. By it, it is signed in and keeps its password once the address is
 * confirmed.
 */
export function writeSignUpSecret(cookies: AstroCookies): string {
  const secret = readSignUpSecret(cookies) ?? randomBytes(32).toString('base64url');
  cookies.set(COOKIE, secret, {
    path,
    maxAge: SIGN_UP_SECONDS,
    httpOnly: true,
    secure: true,
    sameSite: 'strict',
  });
  return secret;
}

/** The secret of this browser, or null. */
export function readSignUpSecret(cookies: AstroCookies): string | null {
  const value = cookies.get(COOKIE)?.value;
  return value !== undefined && SHAPE.test(value) ? value : null;
}

export function deleteSignUpSecret(cookies: AstroCookies): void {
  cookies.delete(COOKIE, { path });
}
