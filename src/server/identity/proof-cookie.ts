import { createHash, randomBytes } from 'node:crypto';
import type { AstroCookies } from 'astro';

/**
 * A proof that a browser holds: a secret in a cookie that scripts cannot read, of which the database knows the hash. A
 * session cookie that a script has read is worth nothing without it.
 */
export interface ProofCookie {
  /** The hash of this browser's secret, or null. Two cookies of the name are nobody's. */
  hashIn(cookieHeader: string | null | undefined): string | null;
  /** Gives this browser a new secret and returns its hash. */
  give(cookies: Pick<AstroCookies, 'set'>): string;
  /** Takes the secret from this browser. */
  take(cookies: Pick<AstroCookies, 'delete'>): void;
}

const SHAPE = /^[\w-]{43}$/;
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/**
 * @param found finds the values of the cookie in a Cookie header.
 * @param seconds how long the browser keeps it; the database has the last word.
 */
export function proofCookie(name: string, found: RegExp, seconds: number): ProofCookie {
  return {
    hashIn(cookieHeader) {
      const values = [...(cookieHeader ?? '').matchAll(found)];
      const value = values.length === 1 ? (values[0]?.[1] ?? '') : '';
      return SHAPE.test(value) ? hashOf(value) : null;
    },
    give(cookies) {
      const secret = randomBytes(32).toString('base64url');
      cookies.set(name, secret, {
        path: '/',
        maxAge: seconds,
        httpOnly: true,
        secure: true,
        sameSite: 'strict',
      });
      return hashOf(secret);
    },
    take: (cookies) => cookies.delete(name, { path: '/' }),
  };
}
