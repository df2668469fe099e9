import { atom } from 'nanostores';
import type { Role } from '../../../domain/identity/role.ts';

/** The signed-in user's role at the operator desk, or null. It only decides what is shown; the server checks each deed. */
export const $role = atom<Role | null>(null);
