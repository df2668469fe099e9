import type PocketBase from 'pocketbase';
import { resetOfRole, spendReset } from '../../data/identity/second-factors.ts';
import {
  type AuthBackend,
  confirmPasswordReset,
  holderOf,
  requestPasswordReset,
  userIdOfEmail,
} from '../../data/identity/users.ts';
import { isRecordId } from '../../data/kernel/record-id.ts';
import { resetRefusal } from '../../domain/identity/second-factor.ts';
import type { Instant } from '../../domain/kernel/instant.ts';

/** New passwords by mail. For people with a role a mailbox is not enough: another operator allows it, or the shell. */

/** Mails the link for a new password. @returns who may not have it, because of their role, and why; null else. */
export async function requestReset(
  pb: PocketBase,
  backend: AuthBackend,
  email: string,
  now: Instant,
): Promise<{ userId: string; refusal: string } | null> {
  const userId = await userIdOfEmail(pb, email);
  const refusal = userId === null ? null : resetRefusal(await resetOfRole(pb, userId), now);
  if (userId !== null && refusal !== null) return { userId, refusal };
  await requestPasswordReset(backend, email);
  return null;
}

/**
 * Sets the password of the account that a token was mailed to, which ends its sessions.
 * @returns the user's id, or the refusal as a sentence: a link from before they had their role is worth nothing either.
 * @throws AccountRefused where the token is wrong or has expired.
 */
export async function confirmReset(
  pb: PocketBase,
  backend: AuthBackend,
  { token, password }: { token: string; password: string },
  now: Instant,
): Promise<{ userId: string } | { refusal: string }> {
  // The backend has not accepted the token yet. Whoever it names, the rule only refuses more.
  const named = holderOf(token);
  const role = isRecordId(named) ? await resetOfRole(pb, named) : null;
  const refusal = resetRefusal(role, now);
  if (refusal !== null) return { refusal };
  const userId = await confirmPasswordReset(backend, token, password);
  // One permission, one password.
  if (role !== null) await spendReset(pb, userId, now);
  return { userId };
}
