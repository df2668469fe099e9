import type { AstroCookies } from 'astro';
import type PocketBase from 'pocketbase';
import { deskAccess, endProof, saveProof } from '../../data/identity/roles.ts';
import type { Role } from '../../domain/identity/role.ts';
import { SECOND_FACTOR_SECONDS } from '../../domain/identity/second-factor.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { proofCookie } from './proof-cookie.ts';

/**
 * The proof that somebody entered their second factor in this session. Logging out, a new sign-in, another password and the
 * removal of the factor end it.
 */
const COOKIE = 'guildhall_desk';
const PROOF = proofCookie(COOKIE, /(?:^|;\s*)guildhall_desk=([^;]*)/g, SECOND_FACTOR_SECONDS);

/** The hash of this browser's secret, or null. */
export const proofHash = PROOF.hashIn;

/** The role in which this person may read the desk now: it is null before the second factor was entered in this session. */
export async function deskRole(
  pb: PocketBase,
  cookieHeader: string | null | undefined,
  userId: string,
): Promise<Role | null> {
  const secretHash = proofHash(cookieHeader);
  const { role, isConfirmed } = await deskAccess(pb, { userId, secretHash, now: Date.now() });
  return isConfirmed ? role : null;
}

/** Marks this session as confirmed. */
export async function confirmSession(
  pb: PocketBase,
  cookies: Pick<AstroCookies, 'set'>,
  userId: string,
  now: Instant,
): Promise<void> {
  const expiresAt = now + SECOND_FACTOR_SECONDS * 1000;
  await saveProof(pb, { userId, secretHash: PROOF.give(cookies), now, expiresAt });
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
  PROOF.take(cookies);
}
