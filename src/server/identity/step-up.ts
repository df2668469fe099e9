import type { AstroCookies } from 'astro';
import type PocketBase from 'pocketbase';
import { endStepUp, hasStepUp, saveStepUp } from '../../data/identity/step-ups.ts';
import { STEP_UP_SECONDS } from '../../domain/identity/step-up.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { proofCookie } from './proof-cookie.ts';

/** The proof that somebody has just shown who they are, by signing in or when they were asked. */
const COOKIE = 'guildhall_fresh';
const PROOF = proofCookie(COOKIE, /(?:^|;\s*)guildhall_fresh=([^;]*)/g, STEP_UP_SECONDS);

/** Notes that the person at this browser has just shown who they are. */
export async function stepUp(
  pb: PocketBase,
  cookies: Pick<AstroCookies, 'set'>,
  userId: string,
  now: Instant,
): Promise<void> {
  const expiresAt = now + STEP_UP_SECONDS * 1000;
  await saveStepUp(pb, { userId, secretHash: PROOF.give(cookies), now, expiresAt });
}

/** Whether the person at this browser has shown who they are within the last minutes. */
export async function isSteppedUp(
  pb: PocketBase,
  cookieHeader: string | null | undefined,
  userId: string,
  now: Instant,
): Promise<boolean> {
  const secretHash = PROOF.hashIn(cookieHeader);
  return secretHash !== null && (await hasStepUp(pb, { userId, secretHash, now }));
}

/** Ends the proof of this browser, which signs out. */
export async function endSteppedUp(
  pb: PocketBase,
  cookies: Pick<AstroCookies, 'delete'> | null,
  cookieHeader: string | null | undefined,
): Promise<void> {
  const hash = PROOF.hashIn(cookieHeader);
  if (hash !== null) await endStepUp(pb, hash);
  if (cookies) PROOF.take(cookies);
}
