import type { AstroCookies } from 'astro';
import type { Instant } from '../../domain/kernel/instant.ts';

/**
 * The look of an operator, as their browser names it. Scripts read it to say on every page whose eyes one looks through. The
 * server takes only the id of the look, and asks the database whose it is.
 */
const LOOK_COOKIE = 'looks-at';
const LOOK = /(?:^|;\s*)looks-at=([a-z0-9]{15})\.([a-z0-9]{15})\.(\d{13})\.([a-z0-9_-]{1,64})(?=;|$)/g;

export interface NamedLook {
  lookId: string;
  /** Who is looked at. */
  userId: string;
  username: string;
  until: Instant;
}

/** Whether a Cookie header names a look, readable or not. */
export const namesLook = (cookies: string | null | undefined): boolean =>
  /(?:^|;\s*)looks-at=./.test(cookies ?? '');

/** The look in a Cookie header or in `document.cookie`; null without one. Two of them are nobody's. */
export function readLook(cookies: string | null | undefined): NamedLook | null {
  const found = [...(cookies ?? '').matchAll(LOOK)];
  const [, lookId = '', userId = '', until = '', username = ''] = found[0] ?? [];
  return found.length === 1 ? { lookId, userId, username, until: Number(until) } : null;
}

/** Begins a look in this browser, or ends it with null. */
export function writeLook(cookies: Pick<AstroCookies, 'set'>, look: NamedLook | null, seconds = 0): void {
  const value = look ? [look.lookId, look.userId, look.until, look.username].join('.') : '';
  cookies.set(LOOK_COOKIE, value, {
    path: '/',
    maxAge: seconds,
    secure: true,
    sameSite: 'strict',
    httpOnly: false,
  });
}
