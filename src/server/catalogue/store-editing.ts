import type PocketBase from 'pocketbase';
import { listedProductsOfStore } from '../../data/catalogue/product-cards.ts';
import { changeStoreFront, openStoreOf } from '../../data/catalogue/store-openings.ts';
import { storeOfOwner } from '../../data/catalogue/stores.ts';
import type { Store, StoreFront } from '../../domain/catalogue/store.ts';
import type { User } from '../../domain/identity/user.ts';

/** Opens a store, and a seller's changes of it. */

export const STORE_OPENING_REFUSAL_TEXTS = {
  unverified: 'Confirm your e-mail address first; the link is in the mail we sent you.',
  'slug-taken': 'Another store has this address. Choose another.',
  'name-taken': 'Another store has this name or one that looks like it. Choose another.',
} as const;
export type StoreOpeningRefusal = keyof typeof STORE_OPENING_REFUSAL_TEXTS;

/** Creates a user's store as a draft, which only they can see. Answers the store they have already, if there is one. */
export async function openStore(
  pb: PocketBase,
  { id, verified }: Pick<User, 'id' | 'verified'>,
  front: Pick<StoreFront, 'name' | 'slug'>,
): Promise<{ store: Store | null } | { refusal: StoreOpeningRefusal }> {
  if (!verified) return { refusal: 'unverified' };
  const opened = await openStoreOf(pb, id, front);
  if ('refusal' in opened && opened.refusal !== 'has-store') return { refusal: opened.refusal };
  return { store: await storeOfOwner(pb, id) };
}

/** Saves the given fields of a store. Null on success, or the refusal as a sentence. */
export async function updateStore(
  pb: PocketBase,
  storeId: string,
  change: Partial<StoreFront>,
): Promise<string | null> {
  const { socials, featured } = change;
  const written = Object.entries(socials ?? {}).filter(([, address]) => address !== '');
  if (featured) {
    const own = await listedProductsOfStore(pb, storeId, featured, true);
    if (own.length < featured.length) return 'Only listed products of your store can be featured.';
  }
  const next = socials ? { ...change, socials: Object.fromEntries(written) } : change;
  const taken = await changeStoreFront(pb, storeId, next);
  return taken && STORE_OPENING_REFUSAL_TEXTS[taken];
}
