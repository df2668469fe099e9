import type PocketBase from 'pocketbase';
import type { Store } from '../../domain/catalogue/store.ts';
import { mayOpen, type StaffRole } from '../../domain/identity/store-staff.ts';
import type { Acting } from './store-staff.ts';
import { storeById } from './stores.ts';

interface AppParts {
  pb: PocketBase;
  http: {
    sessions: { actingOf(cookies: string | null, userId: string): Promise<Acting | 'ended' | null> };
  };
}

/** The store that a person acts for, as their pages show it; `ended` where they do not work for the one they chose any more. */
export async function actingStore(
  { pb, http }: AppParts,
  cookies: string | null,
  userId: string,
): Promise<{ store: Store; roles: readonly StaffRole[] | null } | 'ended' | null> {
  const acting = await http.sessions.actingOf(cookies, userId);
  if (acting === null || acting === 'ended') return acting;
  const store = await storeById(pb, acting.store.id);
  return store && { store, roles: acting.roles };
}

/** The store whose own pages of this kind a person may see, such as "product", or null. */
export async function storeWithPage(
  app: AppParts,
  cookies: string | null,
  userId: string,
  page: string,
): Promise<Store | null> {
  const acting = await actingStore(app, cookies, userId);
  return acting !== null && acting !== 'ended' && mayOpen(acting.roles, page) ? acting.store : null;
}
