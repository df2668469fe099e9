import { atom } from 'nanostores';
import type { Store } from '../../../../domain/catalogue/store.ts';

/** The signed-in user's store as last received from the server; null if they have none. */
export const $sellerStore = atom<Store | null>(null);
