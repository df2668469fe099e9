import { type ActionAPIContext, ActionError, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { exportUser } from '../../data/account/account-export.ts';
import { storeOfOwner } from '../../data/catalogue/stores.ts';
import { writeMature } from '../../data/identity/mature.ts';
import type { Session } from '../../data/identity/session.ts';
import {
  AccountRefused,
  changeAvatar,
  changePassword,
  changeProfile,
  deleteUser,
  endSessions,
  requestEmailChange,
  requestVerification,
  signInWithPassword,
} from '../../data/identity/users.ts';
import type { User } from '../../domain/identity/user.ts';
import { THEME_PREFERENCES } from '../../domain/kernel/theme.ts';
import { accountOverview } from '../../server/account/overview.ts';
import { writeSession } from '../../server/app/recognition.ts';
import { mayBeSeller } from '../catalogue/seller.ts';
import { refusedWith, tooManyTries, WRONG_PASSWORD } from '../identity/account-errors.ts';
import { person } from '../identity/person.ts';
import { authBackendOf, newPassword, username } from '../identity/session.ts';
import { pictureFrom } from '../kernel/pictures.ts';

/** Asks for the password once more, before something that cannot be undone. */
async function proveAgain(context: ActionAPIContext, user: User, password: string): Promise<void> {
  const { client, app } = context.locals;
  const wait = await app.signInLimits.minutesToWait(user.email, client);
  if (wait !== null) throw tooManyTries(wait);
  try {
    await signInWithPassword(authBackendOf(context), user.email, password);
    await app.signInLimits.forget(user.email);
  } catch (reason) {
    throw refusedWith(reason, 'That is not your password.');
  }
}

/** The cookie shows name and picture to the page's script, so it follows every change of them. */
function showNew(context: ActionAPIContext, session: Session, user: User): void {
  if (!session.record) return;
  const { id, email, verified, collectionId, collectionName } = session.record;
  const { username, avatar } = user;
  writeSession(context.cookies, {
    token: session.token,
    record: { id, email, username, avatar: avatar ?? '', verified, collectionId, collectionName },
  });
}

const password = z.string().min(1, 'Enter your password.').max(200, WRONG_PASSWORD);

export const account = {
  /** What waits for me, and how things stand. */
  overview: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { user, store } = await mayBeSeller(context);
      const { pb, app } = context.locals;
      return accountOverview(pb, user.id, store, app.commerce.now());
    },
  }),

  changeProfile: defineAction({
    accept: 'json',
    input: z
      .object({ username, theme: z.enum(THEME_PREFERENCES), showMature: z.boolean() })
      .partial()
      .strict(),
    async handler(change, context) {
      const { user, session } = person(context);
      try {
        const changed = await changeProfile(context.locals.pb, user.id, {
          ...(change.username === undefined ? {} : { username: change.username }),
          ...(change.theme === undefined ? {} : { theme: change.theme }),
          ...(change.showMature === undefined ? {} : { showMature: change.showMature }),
        });
        if (change.showMature !== undefined) writeMature(context.cookies, change.showMature);
        showNew(context, session, changed);
        return changed;
      } catch (reason) {
        const taken = reason instanceof AccountRefused && reason.fields['username'];
        throw refusedWith(
          reason,
          taken ? 'That name is taken; choose another.' : 'The change could not be kept; try again.',
        );
      }
    },
  }),

  changeAvatar: defineAction({
    accept: 'form',
    input: z.object({ picture: z.instanceof(File).optional() }),
    async handler({ picture }, context) {
      const { user, session } = person(context);
      const bytes = await pictureFrom(picture, 'square');
      try {
        const changed = await changeAvatar(context.locals.pb, user.id, bytes);
        showNew(context, session, changed);
        return changed;
      } catch (reason) {
        throw refusedWith(reason, 'The picture could not be kept; try again.');
      }
    },
  }),

  requestEmailChange: defineAction({
    accept: 'json',
    input: z.object({
      email: z.string().trim().max(254).pipe(z.email('Enter an e-mail address.')),
      password,
    }),
    async handler(input, context) {
      const { user, session } = person(context);
      await proveAgain(context, user, input.password);
      try {
        await requestEmailChange(authBackendOf(context), session, input.email);
      } catch (reason) {
        // A taken address is answered like a free one: nobody learns here who has an account.
        if (!(reason instanceof AccountRefused)) throw refusedWith(reason, '');
      }
      return { email: input.email };
    },
  }),

  requestVerification: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { user } = person(context);
      await requestVerification(authBackendOf(context), user.email).catch((reason) => {
        throw refusedWith(reason, 'The mail could not be sent; try again in a minute.');
      });
      return { email: user.email };
    },
  }),

  /** Ends every other session at once and signs this one in anew. */
  changePassword: defineAction({
    accept: 'json',
    input: z.object({ oldPassword: password, password: newPassword }),
    async handler(input, context) {
      const { user } = person(context);
      await proveAgain(context, user, input.oldPassword);
      try {
        await changePassword(context.locals.pb, user.id, input.password);
        const { session } = await signInWithPassword(authBackendOf(context), user.email, input.password);
        writeSession(context.cookies, session);
        return { done: true };
      } catch (reason) {
        throw refusedWith(reason, 'The new password was not taken; choose another.');
      }
    },
  }),

  /** Ends every session of the account, this one too. */
  logOutEverywhere: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { user } = person(context);
      await endSessions(context.locals.pb, user.id);
      writeSession(context.cookies, null);
      return { done: true };
    },
  }),

  exportMyData: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { user } = person(context);
      return exportUser(context.locals.pb, user.id, Date.now());
    },
  }),

  deleteAccount: defineAction({
    accept: 'json',
    input: z.object({ password, confirmation: z.string() }),
    async handler(input, context) {
      const { user } = person(context);
      if (input.confirmation !== user.username) {
        throw new ActionError({ code: 'BAD_REQUEST', message: 'Type your user name exactly to confirm.' });
      }
      await proveAgain(context, user, input.password);
      if (await storeOfOwner(context.locals.pb, user.id)) {
        throw new ActionError({
          code: 'CONFLICT',
          message: 'Your store must be closed before the account can be deleted; write to support.',
        });
      }
      await deleteUser(context.locals.pb, user.id).catch((reason) => {
        throw refusedWith(reason, 'The account could not be deleted; write to support.');
      });
      writeSession(context.cookies, null);
      return { done: true };
    },
  }),
};
