import PocketBase, { ClientResponseError, type SendOptions } from 'pocketbase';
import { type Backend, secretHeader } from './backend.ts';
import { transport } from './transport.ts';

/** The service's login to the backend. It may read and write everything and never leaves the server. */
export interface ServiceAccount extends Backend {
  email: string;
  password: string;
}

/** Marks requests of the site itself; superuser requests without it come from the operator's dashboard. */
const FROM_SITE = { 'X-Guildhall-Site': '1' };

/** The token is renewed this long before it expires, in ms, so that no request is sent with an expired one. */
const RENEW_BEFORE_MS = 60_000;

/** A client of the SDK that cancels no request because another one like it starts. */
function newClient(url: string): PocketBase {
  const pb = new PocketBase(url);
  pb.autoCancellation(false);
  return pb;
}

const TOKEN_REFUSED = new Set([401, 403]);

/** A person or a store that a request of this process may have changed; null where it may be any of them. */
export type OnChange = (collection: 'users' | 'stores', record: string | null) => void;

/**
 * A write of this process was answered. `position` is that of the change feed after it, 0 where the feed says nothing about
 * it, null where it is not known.
 */
export type OnWrite = (position: number | null) => void;

/**
 * The service's client. It signs in before the first request, before its token expires, and again when the backend
 * rejects the token, as after a crash; the request is then repeated. `onChange` and `onWrite` are called before the answer is
 * returned.
 */
export function serviceClient(
  account: ServiceAccount,
  onChange: OnChange = () => undefined,
  onWrite: OnWrite = () => undefined,
): PocketBase {
  const pb = newClient(account.url);
  let signingIn: Promise<unknown> | null = null;
  // Read once for each token: every request asks.
  let read = { token: '', expiresAt: 0 };
  const expiresAtOf = (token: string) => {
    if (read.token !== token) read = { token, expiresAt: expiresAt(token) };
    return read.expiresAt;
  };
  const signIn = () => {
    signingIn ??= pb
      .collection('_superusers')
      .authWithPassword(account.email, account.password, { headers: { 'x-signing-in': '1' } })
      .finally(() => {
        signingIn = null;
      });
    return signingIn;
  };
  const secret = secretHeader(account.secret);
  pb.beforeSend = async (url, options) => {
    const headers: Record<string, string> = { ...options.headers, ...secret };
    if (headers['x-signing-in']) {
      const { 'x-signing-in': _, ...rest } = headers;
      return { url, options: { ...options, headers: rest, fetch: transport.fetch } };
    }
    if (expiresAtOf(pb.authStore.token) - Date.now() < RENEW_BEFORE_MS) await signIn();
    return {
      url,
      options: {
        ...options,
        headers: { ...headers, ...FROM_SITE, Authorization: pb.authStore.token },
        fetch: transport.fetch,
      },
    };
  };
  pb.afterSend = (response, data) => {
    // An invalid token counts as none, so reads are answered 403. After a crash of the backend every token is invalid.
    if (TOKEN_REFUSED.has(response.status)) pb.authStore.clear();
    return data;
  };
  const send = pb.send.bind(pb);
  const sendSignedIn = async <T>(path: string, options: SendOptions): Promise<T> => {
    const sentWith = pb.authStore.token;
    try {
      return await send<T>(path, options);
    } catch (reason) {
      // Refused before anything was done, so it may be sent again, with a new token.
      const isRefused = reason instanceof ClientResponseError && TOKEN_REFUSED.has(reason.status);
      if (!isRefused || sentWith === '' || options.headers?.['x-signing-in']) throw reason;
      return send<T>(path, options);
    }
  };
  pb.send = async <T>(path: string, options: SendOptions): Promise<T> => {
    if (options.method === undefined || options.method === 'GET') return sendSignedIn<T>(path, options);
    try {
      const answer = await sendSignedIn<T>(path, options);
      reportChanges(path, answer, onChange);
      reportWrite(path, answer, onWrite);
      return answer;
    } catch (reason) {
      // What was refused has changed nothing; without an answer anything may have happened.
      const { status } = reason instanceof ClientResponseError ? reason : { status: 0 };
      if (status < 400 || status >= 500) {
        reportChanges(path, null, onChange);
        reportWrite(path, null, onWrite);
      }
      throw reason;
    }
  };
  return pb;
}

/** Reports a write; a batch is answered with the position of the feed, a single record is not. */
function reportWrite(path: string, answer: unknown, onWrite: OnWrite): void {
  if (path === '/internal/tx') onWrite(((answer ?? {}) as { seq?: number }).seq ?? null);
  else if (/^\/api\/collections\/\w+\/records/.test(path)) onWrite(null);
}

/** Reports the people and stores that a write has changed, by itself or by triggers. */
function reportChanges(path: string, answer: unknown, onChange: OnChange): void {
  if (path === '/internal/tx') {
    const { changed = null } = (answer ?? {}) as { changed?: ['users' | 'stores', string][] | null };
    if (changed) for (const [collection, record] of changed) onChange(collection, record);
    else for (const collection of ['users', 'stores'] as const) onChange(collection, null);
    return;
  }
  const [, collection, record] = /^\/api\/collections\/(\w+)\/records(?:\/(\w+))?$/.exec(path) ?? [];
  if (collection === undefined) return;
  if (collection === 'users') onChange('users', record ?? null);
  // Any record may change a counter of its store.
  onChange('stores', collection === 'stores' ? (record ?? null) : null);
}

/**
 * A client for one request of one user or of an anonymous visitor; never stored and never shared. `client` is the
 * visitor's IP address, so that the backend's rate limits count the visitor and not our server.
 */
export function userClient(backend: string | Backend, token?: string, client?: string): PocketBase {
  const { url, secret } = typeof backend === 'string' ? { url: backend } : backend;
  const pb = newClient(url);
  if (token) pb.authStore.save(token, null);
  const added = {
    ...secretHeader(secret),
    ...(client === undefined ? {} : { 'X-Guildhall-Client': client }),
  };
  pb.beforeSend = (address, options) => ({
    url: address,
    options: { ...options, headers: { ...options.headers, ...added }, fetch: transport.fetch },
  });
  return pb;
}

/** When a token expires, in ms since 1970-01-01 UTC; 0 where it cannot be read. Unverified. */
function expiresAt(token: string): number {
  try {
    const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      exp?: unknown;
    };
    return typeof payload.exp === 'number' ? payload.exp * 1000 : 0;
  } catch {
    return 0;
  }
}

function isNotFound(reason: unknown): boolean {
  return reason instanceof ClientResponseError && reason.status === 404;
}

/** Whether the backend did not answer: it is away, or the connection broke. */
export const isUnanswered = (reason: unknown): boolean =>
  reason instanceof ClientResponseError && reason.status === 0;

/** The value, or null where the backend has no such record; other errors are rethrown. */
export async function orNull<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (reason) {
    if (isNotFound(reason)) return null;
    throw reason;
  }
}
