import type PocketBase from 'pocketbase';
import { listedProductsOfStore } from '../../data/catalogue/products.ts';
import { changeStoreFront, changeStoreState } from '../../data/catalogue/store-openings.ts';
import {
  STORE_STATE_REFUSAL_TEXTS,
  type Store,
  type StoreFront,
  type StoreState,
  storeStateRefusal,
} from '../../domain/catalogue/store.ts';
import type { Instant } from '../../domain/kernel/instant.ts';

/** A seller's changes of their store. */

export const SLUG_TAKEN = 'Another store has this address. Choose another.';

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
  return (await changeStoreFront(pb, storeId, next)) === 'slug-taken' ? SLUG_TAKEN : null;
}

/** Opens or closes a store, or puts it on vacation. Null on success, or the refusal as a sentence. */
export async function transitionStore(
  pb: PocketBase,
  store: Pick<Store, 'id' | 'state'>,
  to: StoreState,
  now: Instant,
): Promise<string | null> {
  const refusal = storeStateRefusal(store.state, to);
  if (refusal) return STORE_STATE_REFUSAL_TEXTS[refusal];
  const changed = await changeStoreState(pb, store.id, { from: store.state, to, now });
  return changed ? null : STORE_STATE_REFUSAL_TEXTS['no-such-move'];
}
