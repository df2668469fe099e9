import { type ActionAPIContext, ActionError } from 'astro:actions';
import { storeOfOwner } from '../../data/catalogue/stores.ts';
import type { Store } from '../../domain/catalogue/store.ts';
import type { User } from '../../domain/identity/user.ts';
import { person } from '../identity/person.ts';

/** The person an action is for, and the store that is his, or null where he has none. @throws ActionError UNAUTHORIZED */
export async function mayBeSeller(context: ActionAPIContext): Promise<{ user: User; store: Store | null }> {
  const { user } = person(context);
  return { user, store: await storeOfOwner(context.locals.pb, user.id) };
}

/**
 * The person an action is for and his store. Everything a seller does starts here: what belongs to his store is looked
 * up by its id, so that nothing of another's can be found.
 * @throws ActionError UNAUTHORIZED where nobody is signed in, FORBIDDEN where he has no store.
 */
export async function seller(context: ActionAPIContext): Promise<{ user: User; store: Store }> {
  const { user, store } = await mayBeSeller(context);
  if (!store) throw new ActionError({ code: 'FORBIDDEN', message: 'Open a store first.' });
  return { user, store };
}
