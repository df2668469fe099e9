import type { Session } from '../../data/identity/session.ts';
import type { User } from '../../domain/identity/user.ts';

/** Nobody is signed in where somebody must be. */
export class SignInRequired extends Error {
  constructor() {
    super('Sign in to go on.');
    this.name = 'SignInRequired';
  }
}

/**
 * The person behind a request, as the backend confirmed him in this very request. Every account page and every action
 * that needs a person calls this; the middleware's gate alone protects nothing.
 * @throws SignInRequired
 */
export function requireUser(locals: App.Locals): { user: User; session: Session } {
  const { user, session } = locals;
  if (!user || !session) throw new SignInRequired();
  return { user, session };
}
