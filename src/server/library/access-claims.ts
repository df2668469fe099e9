import { createHash, randomBytes } from 'node:crypto';
import {
  type ClaimOffer,
  claimByAddress,
  claimByLink,
  claimOfferByHash,
  hasClaimedIn,
} from '../../data/library/access-claims.ts';
import { type GroupProduct, productsOfGroup } from '../../data/library/access-groups.ts';
import { type ClaimRefusal, claimRefusal } from '../../domain/library/access-group.ts';
import { licenceTexts } from '../catalogue/licence-texts.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';

/** What access groups need of the commerce context. */
export type DeliveryParts = Pick<
  CommerceContext,
  'pb' | 'siteUrl' | 'siteName' | 'now' | 'mailQueued' | 'onError'
>;

/** A new claim token and its hash. Only the hash is stored. */
export function newClaimToken(): { token: string; tokenHash: string } {
  const token = randomBytes(24).toString('base64url');
  return { token, tokenHash: sha256(token) };
}

/** What a claim link shows to the visitor, and why it cannot be claimed, or null. */
export async function claimPreview(
  parts: Pick<DeliveryParts, 'pb'>,
  token: string,
  userId: string | null,
): Promise<{ offer: ClaimOffer | null; products: GroupProduct[]; refusal: ClaimRefusal | null }> {
  const { pb } = parts;
  const offer = /^[\w-]{20,60}$/.test(token) ? await claimOfferByHash(pb, sha256(token)) : null;
  if (!offer) return { offer: null, products: [], refusal: claimRefusal(null) };
  const [claimedHere, products] = await Promise.all([
    userId === null ? false : hasClaimedIn(pb, offer.groupId, userId),
    offer.state === 'invited' ? productsOfGroup(pb, offer.groupId) : [],
  ]);
  const refusal = claimRefusal({ state: offer.state, store: offer.store.state, claimedHere });
  const deliverable = products.filter(({ state }) => state !== 'suspended');
  return { offer, products: deliverable, refusal };
}

/** Claims a link into a user's library. Null on success, also if the same user claimed it before. */
export async function claim(
  parts: Pick<DeliveryParts, 'pb' | 'now'>,
  token: string,
  userId: string,
): Promise<ClaimRefusal | null> {
  const { offer, refusal } = await claimPreview(parts, token, userId);
  if (!offer) return 'unknown';
  if (refusal === 'taken' && offer.claimedBy === userId) return null;
  if (refusal) return refusal;
  const link = { personId: offer.personId, tokenHash: sha256(token), userId };
  if (await claimByLink(parts.pb, link, licenceTexts(), parts.now())) return null;
  const after = await claimPreview(parts, token, userId);
  if (after.offer?.claimedBy === userId) return null;
  return after.refusal ?? 'taken';
}

/**
 * Claims everything a user's confirmed address was invited to: at sign-in and when an address is confirmed. Errors are
 * reported and do not prevent the sign-in; the next sign-in retries.
 */
export async function receiveDeliveries(
  parts: Pick<DeliveryParts, 'pb' | 'now' | 'onError'>,
  userId: string,
): Promise<void> {
  await claimByAddress(parts.pb, userId, licenceTexts(), parts.now()).catch(parts.onError);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
