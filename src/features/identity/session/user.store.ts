import { atom } from 'nanostores';
import type { User } from '../../../domain/identity/user.ts';
import { syncSession } from './auth.store.ts';

/** The signed-in user as last confirmed by the server; rendered by the account pages. */
export const $user = atom<User | null>(null);

/** Stores the user returned by a change and updates the header. */
export function userChanged(user: User): void {
  $user.set(user);
  syncSession();
}
