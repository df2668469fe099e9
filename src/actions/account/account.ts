import { type ActionAPIContext, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { writeAiChoice } from '../../data/identity/ai-choice.ts';
import { writeMature } from '../../data/identity/mature.ts';
import type { Session } from '../../data/identity/session.ts';
import {
  AccountRefused,
  changeAvatar,
  changePassword,
  changeProfile,
  renewTokenKey,
  requestEmailChange,
  requestVerification,
  signInWithPassword,
} from '../../data/identity/users.ts';
import type { User } from '../../domain/identity/user.ts';
import { THEME_PREFERENCES } from '../../domain/kernel/theme.ts';
import { deleteAccount } from '../../server/account/account-deletion.ts';
import { countNewAddress } from '../../server/account/new-address.ts';
import { accountOverview } from '../../server/account/overview.ts';
import { writeSession } from '../../server/app/recognition.ts';
import { badRequest, conflict, tooManyRequests } from '../../server/kernel/refusal-error.ts';
import { userAndStore } from '../catalogue/seller.ts';
import { refusedWith, WRONG_PASSWORD } from '../identity/account-errors.ts';
import { authBackendOf } from '../identity/auth-backend.ts';
import { confirmPassword } from '../identity/own-proof.ts';
import { person } from '../identity/person.ts';
import { newPassword, username } from '../identity/session.ts';
import { pictureFrom } from '../kernel/pictures.ts';
import { emailInput } from '../kernel/plain-input.ts';

/** Updates name and picture in the session cookie, from which page scripts read them. */
function updateSessionCookie(context: ActionAPIContext, session: Session, user: User): void {
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
  /** The account overview. */
  overview: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { user, store } = await userAndStore(context);
      const { pb, app } = context.locals;
      return accountOverview(pb, user.id, store, app.commerce.now());
    },
  }),

  changeProfile: defineAction({
    accept: 'json',
    input: z
      .object({ username, theme: z.enum(THEME_PREFERENCES), showMature: z.boolean(), hidesAi: z.boolean() })
      .partial()
      .strict(),
    async handler(change, context) {
      const { user, session } = person(context);
      try {
        const changed = await changeProfile(context.locals.pb, user.id, {
          ...(change.username === undefined ? {} : { username: change.username }),
          ...(change.theme === undefined ? {} : { theme: change.theme }),
          ...(change.showMature === undefined ? {} : { showMature: change.showMature }),
          ...(change.hidesAi === undefined ? {} : { hidesAi: change.hidesAi }),
        });
        if (change.showMature !== undefined) writeMature(context.cookies, change.showMature);
        if (change.hidesAi !== undefined) writeAiChoice(context.cookies, change.hidesAi);
        updateSessionCookie(context, session, changed);
        return changed;
      } catch (reason) {
        const taken = reason instanceof AccountRefused && reason.fields['username'];
        throw refusedWith(
          reason,
          taken ? 'This name is taken. Choose another.' : 'Your change could not be saved. Try again.',
        );
      }
    },
  }),

  changeAvatar: defineAction({
    accept: 'form',
    input: z.object({ picture: z.instanceof(File).optional() }),
    async handler({ picture }, context) {
      const { user, session } = person(context);
      const bytes = await pictureFrom(context, picture, 'square');
      try {
        const changed = await changeAvatar(context.locals.pb, user.id, bytes);
        updateSessionCookie(context, session, changed);
        return changed;
      } catch (reason) {
        throw refusedWith(reason, 'The picture could not be saved. Try again.');
      }
    },
  }),

  requestEmailChange: defineAction({
    accept: 'json',
    input: z.object({
      email: emailInput('Enter an e-mail address.'),
      password,
    }),
    async handler(input, context) {
      const { user, session } = person(context);
      await confirmPassword(context, user, input.password);
      const refusal = await countNewAddress(
        context.locals.pb,
        { userId: user.id, email: input.email, client: context.locals.client },
        Date.now(),
      );
      if (refusal) throw tooManyRequests(refusal);
      try {
        await requestEmailChange(authBackendOf(context), session, input.email);
      } catch (reason) {
        // The answer is the same for a taken address, so that it does not reveal who has an account.
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
        throw refusedWith(reason, 'The e-mail could not be sent. Try again in a minute.');
      });
      return { email: user.email };
    },
  }),

  /** Ends all other sessions and renews this one. */
  changePassword: defineAction({
    accept: 'json',
    input: z.object({ oldPassword: password, password: newPassword }),
    async handler(input, context) {
      const { user } = person(context);
      await confirmPassword(context, user, input.oldPassword);
      try {
        await changePassword(context.locals.pb, user.id, input.password);
        const { session } = await signInWithPassword(authBackendOf(context), user.email, input.password);
        writeSession(context.cookies, session);
        return { done: true };
      } catch (reason) {
        throw refusedWith(reason, 'This password cannot be used. Choose another.');
      }
    },
  }),

  /** Ends all sessions of the account, including this one. */
  logOutEverywhere: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { user } = person(context);
      await renewTokenKey(context.locals.pb, user.id);
      writeSession(context.cookies, null);
      return { done: true };
    },
  }),

  deleteAccount: defineAction({
    accept: 'json',
    input: z.object({ password, confirmation: z.string() }),
    async handler(input, context) {
      const { user } = person(context);
      if (input.confirmation !== user.username) {
        throw badRequest('Enter your exact user name to confirm.');
      }
      await confirmPassword(context, user, input.password);
      const leaving = await deleteAccount(context.locals.app.commerce, user).catch((reason) => {
        context.locals.app.commerce.onError(reason);
        throw refusedWith(
          reason,
          'The account could not be deleted. We have been notified. Try again later.',
        );
      });
      if (leaving.state === 'refused') throw conflict(leaving.sentence);
      if (leaving.state === 'waits') await renewTokenKey(context.locals.pb, user.id);
      writeSession(context.cookies, null);
      return { done: true };
    },
  }),
};
