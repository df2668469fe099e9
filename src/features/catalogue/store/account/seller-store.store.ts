import { atom } from 'nanostores';
import type { Store } from '../../../../domain/catalogue/store.ts';

/** The store of the signed-in person as the server last told it; null where he has none. */
export const $sellerStore = atom<Store | null>(null);
