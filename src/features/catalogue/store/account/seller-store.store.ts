import { atom } from 'nanostores';
import type { Store } from '../../../../domain/catalogue/store.ts';
import type { StaffRole } from '../../../../domain/identity/store-staff.ts';

/** The signed-in user's store as last received from the server; null if they have none. */
export const $sellerStore = atom<Store | null>(null);

/** The signed-in user's roles in that store; null for its owner. They only decide what is shown; the server checks each action. */
export const $staffRoles = atom<readonly StaffRole[] | null>(null);
