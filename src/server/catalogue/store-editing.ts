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

/** What a seller does with their own store. */

export const SLUG_TAKEN = 'Another store has this address; choose another.';

/** Stores what a seller wrote, of which only what is given changes. Null on success, or why not as a sentence. */
export async function updateStore(
  pb: PocketBase,
  storeId: string,
  change: Partial<StoreFront>,
): Promise<string | null> {
  const { socials, featured } = change;
  const written = Object.entries(socials ?? {}).filter(([, address]) => address !== '');
  if (featured) {
    const own = await listedProductsOfStore(pb, storeId, featured, true);
    if (own.length < featured.length) return 'Only products that your store shows can stand first.';
  }
  const next = socials ? { ...change, socials: Object.fromEntries(written) } : change;
  return (await changeStoreFront(pb, storeId, next)) === 'slug-taken' ? SLUG_TAKEN : null;
}

/** Opens a store, closes it for a vacation, or for good. Null on success, or why not as a sentence. */
export async function transitionStore(
  pb: PocketBase,
  store: Pick<Store, 'id' | 'state'>,
  to: StoreState,
  now: Instant,
): Promise<string | null> {
  const refusal = storeStateRefusal(store.state, to);
  if (refusal) return STORE_STATE_REFUSAL_TEXTS[refusal];
  const moved = await changeStoreState(pb, store.id, { from: store.state, to, now });
  return moved ? null : STORE_STATE_REFUSAL_TEXTS['no-such-move'];
}
