import type PocketBase from 'pocketbase';
import { ClientResponseError, type RecordModel } from 'pocketbase';
import type { User } from '../../domain/identity/user.ts';
import type { Backend } from '../kernel/backend.ts';
import { userClient } from '../kernel/client.ts';
import { instantOf, orAbsent } from '../kernel/fields.ts';
import { first, select } from '../kernel/query.ts';
import type { RecordOf } from '../kernel/record.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import type { Session } from './session.ts';

const u = tables.users.as('u');

const ID = shape({ id: u.id });
const OF_EMAIL = sql`SELECT ${ID} FROM users u WHERE u.email <> '' AND u.email IN ({:email}, {:lower}) LIMIT 1`;

/** The backend's address, and the visitor's IP address for its rate limits. */
export interface AuthBackend extends Backend {
  client: string;
}

export interface SignedIn {
  user: User;
  session: Session;
}

/** What the backend says about a token. `unavailable` means no answer: the visitor stays signed in. */
export type Recognised =
  | { state: 'known'; person: SignedIn }
  | { state: 'refused' }
  | { state: 'unavailable' };

const RECOGNISE_WITHIN_MS = 4000;
const REFUSALS = new Set([401, 403, 404]);

/** Asks the backend whose token this is. Nothing else in the cookie is trusted. */
export async function recognise(backend: AuthBackend, token: string): Promise<Recognised> {
  const pb = userClient(backend, token, backend.client);
  try {
    const { token: fresh, record } = await pb
      .collection('users')
      .authRefresh<RecordModel & RecordOf<'users'>>({
        signal: AbortSignal.timeout(RECOGNISE_WITHIN_MS),
      });
    return { state: 'known', person: signedIn(fresh, record) };
  } catch (reason) {
    return reason instanceof ClientResponseError && REFUSALS.has(reason.status)
      ? { state: 'refused' }
      : { state: 'unavailable' };
  }
}

/** A refusal by the backend, with its messages by field. Other errors are rethrown unchanged. */
export class AccountRefused extends Error {
  readonly status: number;
  readonly fields: Record<string, { code: string; message: string }>;
  constructor(reason: ClientResponseError) {
    super(reason.response['message'] || 'Something went wrong while processing your request.');
    this.name = 'AccountRefused';
    this.status = reason.status;
    this.fields =
      (reason.response['data'] as Record<string, { code: string; message: string }> | undefined) ?? {};
  }
}

async function refusable<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (reason) {
    if (reason instanceof ClientResponseError && reason.status >= 400 && reason.status < 500)
      throw new AccountRefused(reason);
    throw reason;
  }
}

const users = (backend: AuthBackend, token?: string) =>
  userClient(backend, token, backend.client).collection('users');

/**
 * Creates an account and returns its id.
 * @throws AccountRefused with the rejected fields; code "validation_not_unique" for a taken name or address.
 */
export async function signUp(
  backend: AuthBackend,
  { username, email, password }: { username: string; email: string; password: string },
): Promise<string> {
  const fields = { username, email, password, passwordConfirm: password, theme: 'system' };
  return (await refusable(users(backend).create<{ id: string }>(fields))).id;
}

/**
 * Changes name, address and password of an account whose address is not confirmed yet. An address that was confirmed in the
 * meantime is to be confirmed again: nobody ends up with a confirmed address that nobody has proved.
 * @throws AccountRefused as `signUp`.
 */
export async function signUpAgain(
  pb: PocketBase,
  userId: string,
  { username, email, password }: { username: string; email: string; password: string },
): Promise<void> {
  const fields = { username, email, password, passwordConfirm: password, verified: false };
  await refusable(pb.collection('users').update(userId, fields));
}

/** @throws AccountRefused where the e-mail address or the password is wrong. */
export async function signInWithPassword(
  backend: AuthBackend,
  email: string,
  password: string,
): Promise<SignedIn> {
  const { token, record } = await refusable(
    users(backend).authWithPassword<RecordModel & RecordOf<'users'>>(email, password),
  );
  return signedIn(token, record);
}

/** The id of the account with this address, as it is written or in lower case, or null. */
export async function userIdOfEmail(pb: PocketBase, email: string): Promise<string | null> {
  const found = await first(pb, select(ID, OF_EMAIL, { email, lower: email.toLowerCase() }));
  return found?.id ?? null;
}

/**
 * Opens a session for a user who has proved who they are by other means than a password.
 * @param client the visitor's IP address, for the mail about a new device.
 * @throws AccountRefused where the user is suspended or gone.
 */
export async function openSession(pb: PocketBase, client: string, userId: string): Promise<SignedIn> {
  const { token, record } = await refusable(
    pb.send<{ token: string; record: RecordModel & RecordOf<'users'> }>('/internal/session', {
      method: 'POST',
      body: { user: userId },
      headers: { 'X-Guildhall-Client': client },
    }),
  );
  return signedIn(token, record);
}

/** A session by a mailed code; `endedEarlierAccess` where that ended the password and all else of whoever made the account. */
export type SignedInByCode = SignedIn & { endedEarlierAccess: boolean };

/**
 * Uses a code up and signs in whom it was mailed to; null if another request did first. It confirms the address: unless
 * `secret` is the one that this browser got at the sign-up, everything of before the first confirmation ends.
 * @throws AccountRefused where the user is suspended or gone.
 */
export async function openSessionByCode(
  pb: PocketBase,
  client: string,
  { userId, code, secret }: { userId: string; code: string; secret: string | null },
): Promise<SignedInByCode | null> {
  try {
    const { token, record, meta } = await refusable(
      pb.send<{
        token: string;
        record: RecordModel & RecordOf<'users'>;
        meta: { endedEarlierAccess: boolean };
      }>('/internal/session', {
        method: 'POST',
        body: { user: userId, code, secret },
        headers: { 'X-Guildhall-Client': client },
      }),
    );
    return { ...signedIn(token, record), endedEarlierAccess: meta.endedEarlierAccess };
  } catch (reason) {
    if (reason instanceof AccountRefused && reason.status === 409) return null;
    throw reason;
  }
}

/** Resolves if the backend answers. @throws otherwise */
export async function backendAnswers(backend: AuthBackend): Promise<void> {
  await userClient(backend, undefined, backend.client).health.check();
}

/** The start of an OAuth sign-in: where to go, and what to remember until the user returns. */
export interface ProviderStart {
  url: string;
  state: string;
  verifier: string;
}

/** The names of the providers that are configured, such as "google". */
export async function providersOf(backend: AuthBackend): Promise<string[]> {
  const methods = await users(backend).listAuthMethods({ signal: AbortSignal.timeout(RECOGNISE_WITHIN_MS) });
  return methods.oauth2.enabled ? methods.oauth2.providers.map(({ name }) => name) : [];
}

/** The start of a provider's sign-in, or null where the provider is not configured. */
export async function startProvider(
  backend: AuthBackend,
  name: string,
  returnUrl: string,
): Promise<ProviderStart | null> {
  const methods = await users(backend).listAuthMethods();
  const provider = methods.oauth2.providers.find((entry) => entry.name === name);
  if (!methods.oauth2.enabled || !provider) return null;
  return {
    url: provider.authURL + encodeURIComponent(returnUrl),
    state: provider.state,
    verifier: provider.codeVerifier,
  };
}

/**
 * Signs in with a provider's answer; `isNew` where that made the account.
 * @throws AccountRefused where the backend rejects the provider's answer.
 */
export async function signInWithProvider(
  backend: AuthBackend,
  provider: string,
  {
    code,
    verifier,
    returnUrl,
    username,
  }: { code: string; verifier: string; returnUrl: string; username: string },
): Promise<SignedIn & { isNew: boolean }> {
  const { token, record, meta } = await refusable(
    users(backend).authWithOAuth2Code<RecordModel & RecordOf<'users'>>(provider, code, verifier, returnUrl, {
      username,
      theme: 'system',
    }),
  );
  return { ...signedIn(token, record), isNew: meta?.['isNew'] === true };
}

export async function requestVerification(backend: AuthBackend, email: string): Promise<void> {
  await refusable(users(backend).requestVerification(email));
}

/**
 * Confirms the address a token was mailed to. Unless `secret` is the one that this browser got at the sign-up, everything of
 * before ends: password, sessions, API tokens and the sign-up. Returns the user's id.
 * @throws AccountRefused where the token has expired.
 */
export async function confirmVerification(
  backend: AuthBackend,
  token: string,
  secret: string | null,
): Promise<string> {
  const client = userClient(backend, undefined, backend.client);
  await refusable(
    client.send('/api/collections/users/confirm-verification', { method: 'POST', body: { token, secret } }),
  );
  return holderOf(token);
}

/** The user id that a token claims, "" for none. Believe it only once the backend has accepted the token; before, use it to refuse. */
export function holderOf(token: string): string {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const id = (claims as { id?: unknown } | null)?.id;
    return typeof id === 'string' ? id : '';
  } catch {
    return '';
  }
}

export async function requestPasswordReset(backend: AuthBackend, email: string): Promise<void> {
  await refusable(users(backend).requestPasswordReset(email));
}

/** Sets the password of the account that a token was mailed to, which ends its sessions. Returns the user's id. @throws AccountRefused */
export async function confirmPasswordReset(
  backend: AuthBackend,
  token: string,
  password: string,
): Promise<string> {
  await refusable(users(backend).confirmPasswordReset(token, password, password));
  return holderOf(token);
}

export async function requestEmailChange(
  backend: AuthBackend,
  session: Session,
  email: string,
): Promise<void> {
  await refusable(users(backend, session.token).requestEmailChange(email));
}

/** Sets an account's address to the one a token was mailed to. Returns the user's id. @throws AccountRefused */
export async function confirmEmailChange(
  backend: AuthBackend,
  token: string,
  password: string,
): Promise<string> {
  await refusable(users(backend).confirmEmailChange(token, password));
  return holderOf(token);
}

/** What users may change about themselves. */
export type ProfileChange = Partial<Pick<User, 'username' | 'theme' | 'showMature' | 'hidesAi'>>;

export async function changeProfile(pb: PocketBase, userId: string, change: ProfileChange): Promise<User> {
  return userOf(await refusable(pb.collection('users').update<RecordOf<'users'>>(userId, change)));
}

/** Replaces the picture, or removes it. The bytes are already re-encoded (see server/kernel/picture-intake). */
export async function changeAvatar(
  pb: PocketBase,
  userId: string,
  picture: Uint8Array<ArrayBuffer> | null,
): Promise<User> {
  const avatar = picture ? new File([picture], 'avatar.webp', { type: 'image/webp' }) : null;
  return userOf(await refusable(pb.collection('users').update<RecordOf<'users'>>(userId, { avatar })));
}

/** Sets a new password, which ends every session of the account. */
export async function changePassword(pb: PocketBase, userId: string, password: string): Promise<void> {
  await refusable(pb.collection('users').update(userId, { password, passwordConfirm: password }));
}

/** Ends every session of the account: a new token key invalidates every token issued so far. */
export async function renewTokenKey(pb: PocketBase, userId: string): Promise<void> {
  const key = Array.from(crypto.getRandomValues(new Uint8Array(25)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  await pb.collection('users').update(userId, { tokenKey: key });
}

/** Deletes the account. @throws AccountRefused where something must be closed first, such as a store. */
export async function deleteUser(pb: PocketBase, userId: string): Promise<void> {
  await refusable(pb.collection('users').delete(userId));
}

function signedIn(token: string, record: RecordModel & RecordOf<'users'>): SignedIn {
  const { id, email, username, avatar, verified, collectionId, collectionName } = record;
  return {
    user: userOf(record),
    session: { token, record: { id, email, username, avatar, verified, collectionId, collectionName } },
  };
}

function userOf(record: RecordOf<'users'>): User {
  return {
    id: record.id,
    username: record.username,
    email: record.email,
    avatar: orAbsent(record.avatar),
    verified: record.verified,
    theme: record.theme === '' ? 'system' : record.theme,
    showMature: record.showMature,
    hidesAi: record.hidesAi,
    since: instantOf(record.created) ?? 0,
    strikes: record.strikes,
  };
}
