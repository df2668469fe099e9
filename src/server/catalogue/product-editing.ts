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

/** Leads a product on, or answers every reason why not, each as a sentence. */
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
    return refusals.map((word) =>
      word in PUBLISH_REFUSAL_TEXTS
        ? PUBLISH_REFUSAL_TEXTS[word as keyof typeof PUBLISH_REFUSAL_TEXTS]
        : STATE_CHANGE_REFUSAL_TEXTS['no-such-move'],
    );
  }
  if (verb === 'schedule') {
    const words = publishRefusals(product, account);
    if (words.length > 0) return words.map((word) => PUBLISH_REFUSAL_TEXTS[word]);
  }
  const to = stateAfter(verb);
  if (to === 'published' || to === 'suspended') throw new Error(`no way of a seller's leads to ${to}`);
  const raced = await changeProductState(pb, product, to, now, verb === 'schedule' ? { schedule } : {});
  return raced ? [STATE_CHANGE_REFUSAL_TEXTS['no-such-move']] : [];
}
