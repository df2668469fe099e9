import type { ActionAPIContext } from 'astro:actions';
import type { Session } from '../../data/identity/session.ts';
import type { User } from '../../domain/identity/user.ts';
import { requireUser, SignInRequired } from '../../server/identity/require-user.ts';
import { RefusalError } from '../../server/kernel/refusal-error.ts';

/** The user who calls an action. @throws RefusalError unauthorized where nobody is signed in. */
export function person(context: ActionAPIContext): { user: User; session: Session } {
  try {
    return requireUser(context.locals);
  } catch (reason) {
    if (reason instanceof SignInRequired) throw new RefusalError('unauthorized', reason.message);
    throw reason;
  }
}
