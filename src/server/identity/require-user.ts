import type { Session } from '../../data/identity/session.ts';
import type { User } from '../../domain/identity/user.ts';

/** The request needs a signed-in user and has none. */
export class SignInRequired extends Error {
  constructor() {
    super('Sign in to continue.');
    this.name = 'SignInRequired';
  }
}

/**
 * The signed-in user, confirmed by the backend during this request. Every account page and every action that needs a user
 * calls this; the redirect in the middleware is not a protection by itself.
 * @throws SignInRequired
 */
export function requireUser(locals: App.Locals): { user: User; session: Session } {
  const { user, session } = locals;
  if (!user || !session) throw new SignInRequired();
  return { user, session };
}
