import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type PocketBase from 'pocketbase';
import { userById } from '../../data/identity/accounts.ts';
import { createSignUp, endSignUp, signUpOf, unconfirmedUserOf } from '../../data/identity/sign-ups.ts';
import {
  AccountRefused,
  type AuthBackend,
  confirmVerification,
  holderOf,
  openSession,
  type SignedIn,
  signUp,
  signUpAgain,
} from '../../data/identity/users.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { AfterAnswers } from '../jobs/after-answers.ts';
import { mailKnownAccount, mailNewAccount, newSignUpCode } from './sign-in-codes.ts';

/** What sign-up needs: the service's client, and the backend as the visitor asks it. */
export interface SignUpParts {
  pb: PocketBase;
  backend: AuthBackend;
  afterAnswers: AfterAnswers;
  /** The mail to a new account, with {OTP} for its code and {TOKEN} in its link. */
  mail: { subject: string; body: string };
}

/** Why no account was created: the error of the backend, and whether it is the user name that is taken. */
export interface SignUpRefusal {
  reason: unknown;
  isNameTaken: boolean;
}

/** How long the browser that signed up is signed in by the mailed link. In seconds. */
export const SIGN_UP_SECONDS = 7 * 24 * 60 * 60;

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/**
 * Creates an account; the mails are sent after the answer. Who signs up again in the same browser, because no mail came or
 * the address was mistyped, changes the account that is still unconfirmed. The owner of a taken address gets a code that signs
 * them in instead; the answer is the same, so that sign-up does not reveal who has an account.
 * @param account.password "" where they want none: they sign in by mailed codes until they set one.
 * @param origin the secret that this browser keeps, and the path to return to after confirming, or "".
 */
export async function createAccount(
  { pb, backend, afterAnswers, mail }: SignUpParts,
  wanted: { username: string; email: string; password: string },
  origin: { secret: string; redirect: string },
  now: Instant,
): Promise<{ codeId: string } | SignUpRefusal> {
  const secretHash = hashOf(origin.secret);
  const account = { ...wanted, password: wanted.password || randomBytes(24).toString('base64url') };
  const code = await newSignUpCode(pb, now);
  try {
    const { username, email } = account;
    const own = await unconfirmedUserOf(pb, { secretHash, username, email }, now);
    if (own !== null) await signUpAgain(pb, own, account);
    const userId = own ?? (await signUp(backend, account));
    const expiresAt = now + SIGN_UP_SECONDS * 1000;
    afterAnswers.run(async () => {
      await createSignUp(pb, userId, { secretHash, redirect: origin.redirect, expiresAt }, now);
      await mailNewAccount(pb, userId, code, mail);
    });
    return { codeId: code.id };
  } catch (reason) {
    const isNameTaken = isTaken(reason, 'username');
    if (isNameTaken || !isTaken(reason, 'email')) return { reason, isNameTaken };
  }
  afterAnswers.run(() => mailKnownAccount(pb, account.email, code, now));
  return { codeId: code.id };
}

/** A confirmed address: whose it is, where to go on ("" for nowhere), and a session for the browser that signed up. */
export interface ConfirmedSignUp {
  userId: string;
  redirect: string;
  session: SignedIn | null;
  /** Whether the password and all sessions of before have ended, because another browser made the account. */
  endedEarlierAccess: boolean;
}

/**
 * Confirms the address that a token was mailed to. The browser that holds the sign-up's secret is signed in, once;
 * another one learns where to go on, and whoever signed up has nothing left: they need not own the address.
 * @param secret what the browser holds, or null. @throws AccountRefused where the token has expired.
 */
export async function confirmSignUp(
  { pb, backend }: Pick<SignUpParts, 'pb' | 'backend'>,
  { token, secret }: { token: string; secret: string | null },
  now: Instant,
): Promise<ConfirmedSignUp> {
  // Read before, as confirming may end it; nothing of it is told before the backend has accepted the token.
  const claimed = holderOf(token);
  const found = claimed === '' ? null : await signUpOf(pb, claimed);
  const waiting = found && found.expiresAt >= now ? found : null;
  const isSameBrowser =
    waiting !== null &&
    secret !== null &&
    timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(waiting.secretHash));
  const wasConfirmed = claimed !== '' && ((await userById(pb, claimed))?.verified ?? false);
  const userId = await confirmVerification(backend, token, isSameBrowser ? secret : null);
  const confirmed = {
    userId,
    redirect: waiting?.redirect ?? '',
    endedEarlierAccess: !wasConfirmed && !isSameBrowser,
  };
  if (!isSameBrowser || !(await endSignUp(pb, waiting.id))) return { ...confirmed, session: null };
  return { ...confirmed, session: await sessionOf(pb, backend.client, userId) };
}

/** A session, or null where the user is suspended. */
async function sessionOf(pb: PocketBase, client: string, userId: string): Promise<SignedIn | null> {
  try {
    return await openSession(pb, client, userId);
  } catch (reason) {
    if (reason instanceof AccountRefused) return null;
    throw reason;
  }
}

const isTaken = (reason: unknown, field: 'username' | 'email') =>
  reason instanceof AccountRefused && reason.fields[field]?.code === 'validation_not_unique';
