import type PocketBase from 'pocketbase';
import { changeProductState, type SellerProduct } from '../../data/catalogue/seller-products.ts';
import { strikesOfOwner } from '../../data/moderation/cases.ts';
import { publishRefusals } from '../../domain/catalogue/product.ts';
import {
  type ProductVerb,
  PUBLISH_REFUSAL_TEXTS,
  STATE_CHANGE_REFUSAL_TEXTS,
  stateAfter,
  stateChangeRefusal,
} from '../../domain/catalogue/product-editing.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { strikeRefusal } from '../../domain/moderation/strikes.ts';
import { publishProduct } from './product-publishing.ts';

/** Changes a product's state. Returns the refusals as sentences; empty on success. */
export async function transitionProduct(
  pb: PocketBase,
  { product, account }: SellerProduct,
  verb: ProductVerb,
  schedule: { publishAt: Instant; timeZone: string } | null,
  now: Instant,
): Promise<string[]> {
  const refusal = stateChangeRefusal(product.state, verb, now, schedule?.publishAt ?? null);
  if (refusal) return [STATE_CHANGE_REFUSAL_TEXTS[refusal]];
  if (verb === 'publish' || verb === 'schedule') {
    const stopped = strikeRefusal(await strikesOfOwner(pb, product.store.id));
    if (stopped !== null) return [stopped];
  }
  if (verb === 'publish') {
    const refusals = await publishProduct({ pb }, product.id, now);
    return refusals.map((reason) =>
      reason in PUBLISH_REFUSAL_TEXTS
        ? PUBLISH_REFUSAL_TEXTS[reason as keyof typeof PUBLISH_REFUSAL_TEXTS]
        : STATE_CHANGE_REFUSAL_TEXTS['no-such-move'],
    );
  }
  if (verb === 'schedule') {
    const missing = publishRefusals(product, account);
    if (missing.length > 0) return missing.map((reason) => PUBLISH_REFUSAL_TEXTS[reason]);
  }
  const to = stateAfter(verb);
  if (to === 'published' || to === 'suspended') throw new Error(`a seller cannot change a product to ${to}`);
  const raced = await changeProductState(pb, product, to, now, verb === 'schedule' ? { schedule } : {});
  return raced ? [STATE_CHANGE_REFUSAL_TEXTS['no-such-move']] : [];
}
