import { atom } from 'nanostores';
import type { User } from '../../../domain/identity/user.ts';
import { syncSession } from './auth.store.ts';

/** The signed-in person as the server last confirmed him; the account pages draw from it. */
export const $user = atom<User | null>(null);

/** Takes over what the server answered to a change; the header follows. */
export function userChanged(user: User): void {
  $user.set(user);
  syncSession();
}
