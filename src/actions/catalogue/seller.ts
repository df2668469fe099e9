import { type ActionAPIContext, ActionError } from 'astro:actions';
import { PRODUCT_REVIEW } from '../../domain/catalogue/product-review.ts';
import type { OwnStore } from '../../domain/catalogue/store.ts';
import type { User } from '../../domain/identity/user.ts';
import { type ReviewHold, reviewHold } from '../../server/catalogue/review-hold.ts';
import { person } from '../identity/person.ts';

/** The signed-in user and their store, or null if they have none. @throws ActionError UNAUTHORIZED */
export async function userAndStore(
  context: ActionAPIContext,
): Promise<{ user: User; store: OwnStore | null }> {
  const { user } = person(context);
  return { user, store: await context.locals.app.sessions.storeOf(user.id) };
}

/**
 * The signed-in user and their store. Every seller action starts here and looks records up within this store, so that
 * records of other stores are never found.
 * @throws ActionError UNAUTHORIZED without a session, FORBIDDEN without a store.
 */
export async function seller(context: ActionAPIContext): Promise<{ user: User; store: OwnStore }> {
  const { user, store } = await userAndStore(context);
  if (!store) throw new ActionError({ code: 'FORBIDDEN', message: 'Open a store first.' });
  return { user, store };
}

/** What keeps products of this store from reaching anybody before they are reviewed, as the marketplace has it now. */
export function holdOf(context: ActionAPIContext, store: Pick<OwnStore, 'id'>): ReviewHold {
  const { pb, app } = context.locals;
  return reviewHold(pb, store.id, app.site.get(PRODUCT_REVIEW).scope);
}
