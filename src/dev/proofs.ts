import { createHash, randomBytes } from 'node:crypto';
import type PocketBase from 'pocketbase';

/** The cookies by which a session proves more than its own cookie does, for whoever is signed in without the login page. */

const A_DAY_MS = 86_400_000;
/** The cookies and the collections in which their hashes are. */
const PROOFS = {
  /** They have just shown who they are. */
  fresh: { cookie: 'guildhall_fresh', collection: 'step_ups' },
  /** They have entered their second factor. */
  desk: { cookie: 'guildhall_desk', collection: 'desk_proofs' },
} as const;

/** Makes a proof that lasts a day. @param pb the service's client. */
export async function proofOf(
  pb: PocketBase,
  userId: string,
  what: keyof typeof PROOFS,
): Promise<{ name: string; value: string }> {
  const { cookie, collection } = PROOFS[what];
  const value = randomBytes(32).toString('base64url');
  await pb.collection(collection).create({
    user: userId,
    secretHash: createHash('sha256').update(value).digest('hex'),
    expiresAt: new Date(Date.now() + A_DAY_MS).toISOString(),
  });
  return { name: cookie, value };
}

/** The same as a part of a Cookie header. */
export async function proofCookieOf(
  pb: PocketBase,
  userId: string,
  what: keyof typeof PROOFS,
): Promise<string> {
  const { name, value } = await proofOf(pb, userId, what);
  return `${name}=${value}`;
}
