import { type ActionAPIContext, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import {
  type AuthBackend,
  backendAnswers,
  confirmEmailChange,
  requestVerification,
  type SignedIn,
  signInWithPassword,
} from '../../data/identity/users.ts';
import { queueMail } from '../../data/notifications/mails.ts';
import { recordSignUpAgreement } from '../../data/site/legal-texts.ts';
import { PASSWORD_MAX_BYTES, PASSWORD_MIN, usernameRefusal } from '../../domain/identity/user.ts';
import { safeRedirect } from '../../domain/kernel/redirect.ts';
import { beginSession, writeSession } from '../../server/app/recognition.ts';
import { confirmReset, requestReset } from '../../server/identity/password-reset.ts';
import { endConfirmation, forgetConfirmation } from '../../server/identity/second-factor.ts';
import { requestCode, signInWithCode } from '../../server/identity/sign-in-codes.ts';
import type { Attempt, Way } from '../../server/identity/sign-in-limits.ts';
import { confirmSignUp, createAccount, type SignUpParts } from '../../server/identity/sign-up.ts';
import {
  deleteSignUpSecret,
  readSignUpSecret,
  writeSignUpSecret,
} from '../../server/identity/sign-up-secret.ts';
import { endSteppedUp, stepUp } from '../../server/identity/step-up.ts';
import { badRequest, forbidden, RefusalError, tooManyTries } from '../../server/kernel/refusal-error.ts';
import { receiveDeliveries } from '../../server/library/access-claims.ts';
import { resetRefusedMail } from '../../server/notifications/access-mails.ts';
import { signUpMail } from '../../server/notifications/account-mails.ts';
import { workAsked, workInput } from '../kernel/asked-work.ts';
import { emailInput } from '../kernel/plain-input.ts';
import {
  PASSWORD_LONG_SENTENCE,
  PASSWORD_SENTENCE,
  refusedWith,
  USERNAME_SENTENCES,
  WRONG_CODE,
  WRONG_PASSWORD,
} from './account-errors.ts';
import { authBackendOf } from './auth-backend.ts';

const email = emailInput();
export const newPassword = z
  .string()
  .min(PASSWORD_MIN, PASSWORD_SENTENCE)
  .refine((text) => new TextEncoder().encode(text).length <= PASSWORD_MAX_BYTES, PASSWORD_LONG_SENTENCE);
const password = z.string().min(1, 'Enter your password.').max(200, WRONG_PASSWORD);
const token = z.string().min(1).max(2000);
export const username = z
  .string()
  .trim()
  .superRefine((text, check) => {
    const refusal = usernameRefusal(text);
    if (refusal) check.addIssue({ code: 'custom', message: USERNAME_SENTENCES[refusal] });
  });

/**
 * Counts an attempt at an account. Returns it, so that a success can reset its count.
 * @throws RefusalError too_many_requests
 */
async function countAttempt(
  way: Way,
  account: string,
  { locals, request }: ActionAPIContext,
): Promise<Attempt> {
  const { signInLimits, knownDevices } = locals.app.identity;
  const device = knownDevices.deviceOf(request.headers.get('cookie'), account);
  const attempt = { account, client: locals.client, device };
  const wait = await signInLimits.minutesToWait(way, attempt);
  if (wait !== null) throw tooManyTries(wait, way === 'password' ? ', or sign in by a mailed code' : '');
  return attempt;
}

/**
 * Counts a request for a mail that may be somebody's last way in. Above the limits it is let in for work that the browser did.
 * @throws RefusalError too_many_requests, where the page asks for that work
 */
async function countMail(
  way: 'code' | 'reset' | 'verification',
  { email: account, work }: { email: string; work?: string | undefined },
  context: ActionAPIContext,
): Promise<void> {
  try {
    await countAttempt(way, account, context);
  } catch (reason) {
    if (!(reason instanceof RefusalError) || reason.code !== 'too_many_requests') throw reason;
    if (!(await context.locals.app.askedWork.accepts(way, account, work))) throw workAsked();
  }
}

/** Signs this browser in and hands over what waits for the user. */
async function welcome(context: ActionAPIContext, signedIn: SignedIn): Promise<void> {
  beginSession(context.locals.app, context.cookies, context.request.headers.get('cookie'), signedIn);
  forgetConfirmation(context.cookies);
  await stepUp(context.locals.pb, context.cookies, signedIn.user.id, Date.now());
  await receiveDeliveries(context.locals.app.commerce, signedIn.user.id);
}

function signUpParts(context: ActionAPIContext): SignUpParts {
  const { pb, afterAnswers } = context.locals.app;
  return { pb, afterAnswers, backend: authBackendOf(context), mail: signUpMail(context.locals.app.commerce) };
}

/** Asks for a mail after the answer. Whether there is anybody to mail makes no difference to the answer or its time. */
async function mailLater(
  context: ActionAPIContext,
  request: (backend: AuthBackend) => Promise<void>,
): Promise<void> {
  const backend = authBackendOf(context);
  await backendAnswers(backend).catch((reason) => {
    throw refusedWith(reason, 'The mail could not be sent; check the address and try again.');
  });
  context.locals.app.afterAnswers.run(() => request(backend));
}

/** Mails the link for a new password; people with a role read why none comes. */
async function mailReset(
  { locals: { app } }: ActionAPIContext,
  backend: AuthBackend,
  email: string,
): Promise<void> {
  const now = Date.now();
  const refused = await requestReset(app.pb, backend, email, now);
  if (refused === null) return;
  const { userId, refusal } = refused;
  const hour = Math.floor(now / 3_600_000);
  await queueMail(app.pb, resetRefusedMail(app.commerce, { id: userId, email }, refusal, hour), now);
  app.commerce.mailQueued();
}

const EXPIRED_LINK = 'This link was already used or has expired. Request a new one.';

export const session = {
  /**
   * Creates an account and mails the confirmation. A taken address gets the same answer as a free one, so that sign-up
   * does not reveal who has an account; its owner gets a code that signs them in instead. `otpId` names the code that was
   * mailed. Without a password they sign in by codes.
   */
  signUp: defineAction({
    accept: 'form',
    input: z.object({ username, email, password: newPassword.optional() }),
    async handler(input, context) {
      await countAttempt('sign-up', input.email, context);
      const secret = writeSignUpSecret(context.cookies);
      const redirect = safeRedirect(context.url.searchParams.get('redirect'), '');
      const made = await createAccount(
        signUpParts(context),
        { username: input.username, email: input.email, password: input.password ?? '' },
        { secret, redirect },
        Date.now(),
      );
      if ('reason' in made)
        throw refusedWith(
          made.reason,
          made.isNameTaken
            ? 'That name is taken. Choose another.'
            : 'The account could not be created. Check the address and try again.',
        );
      // After the answer: how long it takes would tell who has an account.
      const { pb, afterAnswers } = context.locals.app;
      afterAnswers.run(() => recordSignUpAgreement(pb, input.email, Date.now()));
      return { email: input.email, otpId: made.codeId };
    },
  }),

  signIn: defineAction({
    accept: 'form',
    input: z.object({ email, password }),
    async handler(input, context) {
      const attempt = await countAttempt('password', input.email, context);
      try {
        const signedIn = await signInWithPassword(authBackendOf(context), input.email, input.password);
        await context.locals.app.identity.signInLimits.forget('password', attempt);
        await welcome(context, signedIn);
        return { username: signedIn.user.username };
      } catch (reason) {
        throw refusedWith(reason, WRONG_PASSWORD);
      }
    },
  }),

  signOut: defineAction({
    accept: 'form',
    input: z.object({}).optional(),
    async handler(_input, context) {
      const { app, pb } = context.locals;
      const cookies = context.request.headers.get('cookie');
      app.http.sessions.end(cookies);
      await endConfirmation(pb, cookies);
      forgetConfirmation(context.cookies);
      await endSteppedUp(pb, context.cookies, cookies);
      writeSession(context.cookies, null);
      return null;
    },
  }),

  /** Mails a sign-in code. `otpId` names the code when it is entered; the answer is the same whether or not the address is known. */
  requestCode: defineAction({
    accept: 'form',
    input: z.object({ email, work: workInput }),
    async handler(input, context) {
      await countMail('code', input, context);
      try {
        return { otpId: await requestCode(context.locals.app, input.email, Date.now()), email: input.email };
      } catch (reason) {
        throw refusedWith(reason, 'The code could not be sent. Check the address and try again.');
      }
    },
  }),

  signInWithCode: defineAction({
    accept: 'form',
    input: z.object({
      otpId: z.string().min(1).max(40),
      email,
      code: z
        .string()
        .trim()
        .regex(/^\d{4,12}$/, 'Enter the digits of the code.'),
    }),
    async handler(input, context) {
      const attempt = await countAttempt('code-entry', input.email, context);
      try {
        const { pb } = context.locals.app;
        const code = { id: input.otpId, code: input.code, secret: readSignUpSecret(context.cookies) };
        const signedIn = await signInWithCode(pb, context.locals.client, code, Date.now());
        if (!signedIn) throw badRequest(WRONG_CODE);
        const { user, endedEarlierAccess } = signedIn;
        context.locals.app.http.sessions.forget('users', user.id);
        await context.locals.app.identity.signInLimits.forget('code-entry', attempt);
        await welcome(context, signedIn);
        deleteSignUpSecret(context.cookies);
        return { username: user.username, email: user.email, endedEarlierAccess };
      } catch (reason) {
        throw reason instanceof RefusalError ? reason : refusedWith(reason, WRONG_CODE);
      }
    },
  }),

  requestVerification: defineAction({
    accept: 'form',
    input: z.object({ email, work: workInput }),
    async handler(input, context) {
      await countMail('verification', input, context);
      await mailLater(context, (backend) => requestVerification(backend, input.email));
      return { email: input.email };
    },
  }),

  /**
   * Confirms an address. In the browser that signed up it also signs in; in another one everything of before ends.
   * `redirect` is where to go on, or "".
   */
  confirmVerification: defineAction({
    accept: 'form',
    input: z.object({ token }),
    async handler(input, context) {
      const secret = readSignUpSecret(context.cookies);
      const confirmed = await confirmSignUp(
        signUpParts(context),
        { token: input.token, secret },
        Date.now(),
      ).catch((reason) => {
        throw refusedWith(reason, EXPIRED_LINK);
      });
      const { userId, redirect, session: signedIn, endedEarlierAccess } = confirmed;
      context.locals.app.http.sessions.forget('users', userId);
      const { user } = context.locals;
      // Somebody who is signed in stays who they are.
      if (signedIn && !user) await welcome(context, signedIn);
      else await receiveDeliveries(context.locals.app.commerce, userId);
      deleteSignUpSecret(context.cookies);
      const isSignedIn = user ? user.id === userId && !endedEarlierAccess : signedIn !== null;
      return { verified: true, isSignedIn, endedEarlierAccess, redirect: safeRedirect(redirect, '') };
    },
  }),

  requestPasswordReset: defineAction({
    accept: 'form',
    input: z.object({ email, work: workInput }),
    async handler(input, context) {
      await countMail('reset', input, context);
      await mailLater(context, (backend) => mailReset(context, backend, input.email));
      return { email: input.email };
    },
  }),

  confirmPasswordReset: defineAction({
    accept: 'form',
    input: z.object({ token, password: newPassword }),
    async handler(input, context) {
      const { pb, app } = context.locals;
      const set = await confirmReset(pb, authBackendOf(context), input, Date.now()).catch((reason) => {
        throw refusedWith(reason, EXPIRED_LINK);
      });
      if ('refusal' in set) throw forbidden(set.refusal);
      app.http.sessions.forget('users', set.userId);
      writeSession(context.cookies, null);
      return { done: true };
    },
  }),

  confirmEmailChange: defineAction({
    accept: 'form',
    input: z.object({ token, password }),
    async handler(input, context) {
      await countAttempt('email-change', input.token.slice(-16), context);
      const userId = await confirmEmailChange(authBackendOf(context), input.token, input.password).catch(
        (reason) => {
          throw refusedWith(reason, 'The link has expired or the password is wrong.');
        },
      );
      context.locals.app.http.sessions.forget('users', userId);
      await receiveDeliveries(context.locals.app.commerce, userId);
      // The backend ends every session of the old address.
      writeSession(context.cookies, null);
      return { done: true };
    },
  }),
};
