import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AstroCookies } from 'astro';

/**
 * Recognises a browser that has signed in to an account before, by a signed cookie. It opens nothing: it only gives that
 * browser attempts of its own, so that strangers who guess cannot lock the owner out (see sign-in-limits.ts).
 */
export interface KnownDevices {
  /** The browser's name if it has signed in to this account (an e-mail address) before, else null. */
  deviceOf(cookieHeader: string | null | undefined, account: string): string | null;
  /** Marks the browser after a sign-in. Keeps the marks of the last few accounts. */
  mark(cookies: Pick<AstroCookies, 'set'>, cookieHeader: string | null | undefined, account: string): void;
}

const COOKIE = 'guildhall_device';
const SECONDS = 365 * 24 * 60 * 60;
/** Marks of accounts in one cookie; households share a browser. */
const MARKS_MAX = 5;
/** Bytes of a device's name and of a mark. */
const BYTES = 16;
const VALUE = /^[\w-]{22}(?:\.[\w-]{22}){1,5}$/;

/** @param secret a secret of the installation; with another one all devices are unknown. */
export function openKnownDevices(secret: string): KnownDevices {
  const key = createHmac('sha256', secret).update('known devices').digest();
  const markOf = (device: string, account: string) =>
    createHmac('sha256', key)
      .update(`${device}\n${account.trim().toLowerCase()}`)
      .digest()
      .subarray(0, BYTES)
      .toString('base64url');
  return {
    deviceOf(cookieHeader, account) {
      const [device, ...marks] = read(cookieHeader);
      if (device === undefined) return null;
      const wanted = Buffer.from(markOf(device, account));
      return marks.some((mark) => timingSafeEqual(Buffer.from(mark), wanted)) ? device : null;
    },
    mark(cookies, cookieHeader, account) {
      const [device = randomBytes(BYTES).toString('base64url'), ...marks] = read(cookieHeader);
      const own = markOf(device, account);
      const kept = [own, ...marks.filter((mark) => mark !== own)].slice(0, MARKS_MAX);
      cookies.set(COOKIE, [device, ...kept].join('.'), {
        path: '/',
        maxAge: SECONDS,
        secure: true,
        sameSite: 'strict',
        httpOnly: true,
      });
    },
  };
}

/** The device's name and its marks; empty without a cookie, with a malformed one, or with two. */
function read(cookieHeader: string | null | undefined): string[] {
  const values = [...(cookieHeader ?? '').matchAll(/(?:^|;\s*)guildhall_device=([^;]*)/g)];
  const value = values.length === 1 ? (values[0]?.[1] ?? '') : '';
  return VALUE.test(value) ? value.split('.') : [];
}
