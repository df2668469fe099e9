import type { ActionAPIContext } from 'astro:actions';
import { type Acting, addStaffDeed } from '../../data/catalogue/store-staff.ts';
import { PRODUCT_REVIEW } from '../../domain/catalogue/product-review.ts';
import type { OwnStore } from '../../domain/catalogue/store.ts';
import { STAFF_ACTIONS, STAFF_REFUSAL_TEXTS, staffRefusal } from '../../domain/identity/store-staff.ts';
import type { User } from '../../domain/identity/user.ts';
import { type ReviewHold, reviewHold } from '../../server/catalogue/review-hold.ts';
import { forbidden } from '../../server/kernel/refusal-error.ts';
import { person } from '../identity/person.ts';

/** The signed-in user and their store, or null if they have none. @throws RefusalError unauthorized */
export async function userAndStore(
  context: ActionAPIContext,
): Promise<{ user: User; store: OwnStore | null }> {
  const { user } = person(context);
  return { user, store: await context.locals.app.http.sessions.storeOf(user.id) };
}

/** The signed-in user, and the store they act for with their roles there, or null if they have none. */
async function userAndActing(context: ActionAPIContext): Promise<{ user: User; acting: Acting | null }> {
  const { user } = person(context);
  const { sessions } = context.locals.app.http;
  // Whoever looks at somebody sees that person's own store, wherever they work themselves.
  const cookies = context.locals.look ? null : context.request.headers.get('cookie');
  const acting = await sessions.actingOf(cookies, user.id);
  if (acting === 'ended') throw forbidden('You do not work for this store any more. Reload the page.');
  return { user, acting };
}

/**
 * The signed-in user and the store they act for, or null if they have none: their own, or one that they work for, where their
 * roles allow this action. What staff do is written into the store's log once it is done.
 * @throws RefusalError unauthorized without a session, forbidden where their roles do not allow it.
 */
export async function sellerIfAny(
  context: ActionAPIContext,
): Promise<{ user: User; store: OwnStore | null; roles: Acting['roles'] }> {
  const { user, acting } = await userAndActing(context);
  if (!acting) return { user, store: null, roles: null };
  const { store, roles } = acting;
  if (roles !== null) {
    const { action = '' } = context.locals;
    const refusal = staffRefusal(roles, action);
    if (refusal !== null) throw forbidden(STAFF_REFUSAL_TEXTS[refusal]);
    const deed = STAFF_ACTIONS[action]?.deed ?? null;
    const { pb, app } = context.locals;
    if (deed !== null)
      context.locals.writeDown = () =>
        addStaffDeed(
          pb,
          { storeId: store.id, userId: user.id, username: user.username, deed },
          app.commerce.now(),
        );
  }
  return { user, store, roles };
}

/**
 * The signed-in user and the store they act for. Every seller action starts here and looks records up within this store, so
 * that records of other stores are never found.
 * @throws RefusalError unauthorized without a session, forbidden without a store or where their roles do not allow it.
 */
export async function seller(
  context: ActionAPIContext,
): Promise<{ user: User; store: OwnStore; roles: Acting['roles'] }> {
  const { user, store, roles } = await sellerIfAny(context);
  if (!store) throw forbidden('Open a store first.');
  return { user, store, roles };
}

/** The store in whose name somebody talks to buyers, or null: of others' stores, only where their roles allow this action. */
export async function talkingStore(
  context: ActionAPIContext,
): Promise<{ user: User; store: OwnStore | null }> {
  const { user, acting } = await userAndActing(context);
  const { action = '' } = context.locals;
  if (acting?.roles && staffRefusal(acting.roles, action) !== null) return { user, store: null };
  return acting ? sellerIfAny(context) : { user, store: null };
}

/** What keeps products of this store from reaching anybody before they are reviewed, as the marketplace has it now. */
export function holdOf(context: ActionAPIContext, store: Pick<OwnStore, 'id'>): ReviewHold {
  const { pb, app } = context.locals;
  return reviewHold(pb, store.id, app.site.get(PRODUCT_REVIEW).scope);
}
