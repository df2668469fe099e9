import type { ActionAPIContext } from 'astro:actions';
import { signInWithPassword } from '../../data/identity/users.ts';
import { factorCodeOf } from '../../domain/identity/second-factor.ts';
import type { User } from '../../domain/identity/user.ts';
import { enterFactor } from '../../server/identity/factor-entry.ts';
import type { Way } from '../../server/identity/sign-in-limits.ts';
import { badRequest, conflict, tooManyTries } from '../../server/kernel/refusal-error.ts';
import { refusedWith } from './account-errors.ts';
import { authBackendOf } from './auth-backend.ts';

/** How somebody who is signed in proves once more who they are. */

/**
 * Counts a try of somebody who is signed in, apart from signing in, so that strangers' tries do not stop them here.
 * @throws RefusalError too_many_requests
 */
export async function countOwnTry(context: ActionAPIContext, way: Way, userId: string): Promise<void> {
  const { client, app } = context.locals;
  const wait = await app.identity.signInLimits.minutesToWait(way, {
    account: userId,
    client,
    device: userId,
  });
  if (wait !== null) throw tooManyTries(wait);
}

/** Starts the count of tries over after a success. */
function forgetOwnTries({ locals: { client, app } }: ActionAPIContext, way: Way, userId: string) {
  return app.identity.signInLimits.forget(way, { account: userId, client, device: userId });
}

/** Checks somebody's password again. @throws RefusalError where it is wrong, or was tried too often */
export async function confirmPassword(
  context: ActionAPIContext,
  user: User,
  password: string,
): Promise<void> {
  await countOwnTry(context, 'confirmation', user.id);
  try {
    await signInWithPassword(authBackendOf(context), user.email, password);
    await forgetOwnTries(context, 'confirmation', user.id);
  } catch (reason) {
    throw refusedWith(reason, 'That is not your password.');
  }
}

export const WRONG_FACTOR =
  'This code is wrong, or was used already. Wait for the next one in your app, and check that the clock of your phone is right.';
const UNREADABLE_FACTOR =
  'The stored second factor cannot be read on this server any more. Enter a recovery code, or run npm run role on the server.';

/**
 * Checks a code of the authenticator app or a recovery code, and uses it up.
 * @throws RefusalError where it is wrong, or was tried too often
 */
export async function confirmFactor(context: ActionAPIContext, userId: string, text: string): Promise<void> {
  await countOwnTry(context, 'factor', userId);
  const {
    pb,
    identity: { factorSeal: seal },
  } = context.locals.app;
  const typed = factorCodeOf(text);
  const outcome = typed === null ? 'wrong' : await enterFactor({ pb, seal }, userId, typed, Date.now());
  if (outcome === 'unreadable') throw conflict(UNREADABLE_FACTOR);
  if (outcome === 'wrong') throw badRequest(WRONG_FACTOR);
  await forgetOwnTries(context, 'factor', userId);
}
