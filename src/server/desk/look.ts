import type PocketBase from 'pocketbase';
import { endLook, lookedAt } from '../../data/identity/account-looks.ts';
import { userById } from '../../data/identity/accounts.ts';
import { namesLook, readLook } from '../../data/identity/look-cookie.ts';
import { deskAccess } from '../../data/identity/roles.ts';
import { deskRefusal } from '../../domain/identity/role.ts';
import type { User } from '../../domain/identity/user.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { proofHash } from '../identity/second-factor.ts';

/**
 * Whom a member of staff looks at: the person as their own pages see them. `ended` where the browser names a look that is
 * over, of somebody else, or no longer allowed. Asked with each request, so that a look ends at once with the role, the
 * confirmed session or the half hour. Nobody gets a session of the person's.
 */
export async function lookOf(
  pb: PocketBase,
  cookies: string | null,
  staffId: string,
  now: Instant,
): Promise<User | 'ended' | null> {
  if (!namesLook(cookies)) return null;
  const named = readLook(cookies);
  if (!named) return 'ended';
  const [{ role, isConfirmed }, personId] = await Promise.all([
    deskAccess(pb, { userId: staffId, secretHash: proofHash(cookies), now: Date.now() }),
    lookedAt(pb, named.lookId, staffId, now),
  ]);
  const mayLook = isConfirmed && deskRefusal(role, 'person.look') === null;
  return (mayLook && personId !== null && (await userById(pb, personId))) || 'ended';
}

/** Ends the look that a browser names. @returns whom it was at; null where it names none. */
export async function finishLook(
  pb: PocketBase,
  cookies: string | null,
  staffId: string,
  now: Instant,
): Promise<string | null> {
  const named = readLook(cookies);
  if (named) await endLook(pb, named.lookId, staffId, now);
  return named?.userId ?? null;
}
