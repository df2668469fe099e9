import { createHash, randomBytes } from 'node:crypto';
import type { AstroCookies } from 'astro';
import type PocketBase from 'pocketbase';
import { endProof, saveProof } from '../../data/identity/roles.ts';
import { SECOND_FACTOR_SECONDS } from '../../domain/identity/role.ts';
import type { Instant } from '../../domain/kernel/instant.ts';

/**
 * The proof that somebody confirmed a mailed code in this session. The browser holds a secret in a cookie that scripts cannot
 * read, the database its hash. Logging out, a new sign-in and another password end it.
 */

const COOKIE = 'guildhall_desk';
const SHAPE = /^[\w-]{43}$/;

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** The hash of this browser's secret, or null. Two cookies of the name are nobody's. */
export function proofHash(cookieHeader: string | null | undefined): string | null {
  const values = [...(cookieHeader ?? '').matchAll(/(?:^|;\s*)guildhall_desk=([^;]*)/g)];
  const value = values.length === 1 ? (values[0]?.[1] ?? '') : '';
  return SHAPE.test(value) ? hashOf(value) : null;
}

/** Marks this session as confirmed. */
export async function confirmSession(
  pb: PocketBase,
  cookies: Pick<AstroCookies, 'set'>,
  userId: string,
  now: Instant,
): Promise<void> {
  const secret = randomBytes(32).toString('base64url');
  const expiresAt = now + SECOND_FACTOR_SECONDS * 1000;
  await saveProof(pb, { userId, secretHash: hashOf(secret), now, expiresAt });
  cookies.set(COOKIE, secret, {
    path: '/',
    maxAge: SECOND_FACTOR_SECONDS,
    httpOnly: true,
    secure: true,
    sameSite: 'strict',
  });
}

/** Ends the proof of this browser at the server; without one nothing happens. */
export async function endConfirmation(
  pb: PocketBase,
  cookieHeader: string | null | undefined,
): Promise<void> {
  const hash = proofHash(cookieHeader);
  if (hash !== null) await endProof(pb, hash);
}

/** Takes the secret from a browser whose session begins or ends. */
export function forgetConfirmation(cookies: Pick<AstroCookies, 'delete'>): void {
  cookies.delete(COOKIE, { path: '/' });
}
