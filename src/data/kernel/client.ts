import PocketBase, { ClientResponseError } from 'pocketbase';

/** The service's login to the backend; it may read and write everything and never leaves the server. */
export interface ServiceAccount {
  url: string;
  email: string;
  password: string;
}

/** What the site's own requests carry; a superuser's without it are the operator's, at the dashboard. */
const FROM_SITE = { 'X-Guildhall-Site': '1' };

/** Renewed this long before it would lapse, so that no request meets a dead token. In ms. */
const RENEW_BEFORE_MS = 60_000;

/** Stands in no text: it is a noncharacter, which `spoken` and every keyboard leave out. */
const NOWHERE = '\u{10ffff}';

/**
 * A client whose filters hold what they are given. The backend ends a quoted text at a quote without a backslash before
 * it, and knows no escaped backslash: a text that ended in one would run on into the filter, and what came after it would
 * be read as a filter of the visitor's own. Such a text is closed by a sign that is found nowhere.
 */
function boundClient(url: string): PocketBase {
  const pb = new PocketBase(url);
  pb.autoCancellation(false);
  const filter = pb.filter.bind(pb);
  pb.filter = (expression, params = {}) =>
    filter(
      expression,
      Object.fromEntries(
        Object.entries(params).map(([name, value]: [string, unknown]) => [
          name,
          typeof value === 'string' && value.endsWith('\\') ? value + NOWHERE : value,
        ]),
      ),
    );
  return pb;
}

/**
 * The service's client. It signs in by itself before the first request, before its token lapses, and again when the
 * backend no longer takes the token (as after a restart with another account).
 */
export function serviceClient(account: ServiceAccount): PocketBase {
  const pb = boundClient(account.url);
  let signingIn: Promise<unknown> | null = null;
  const signIn = () => {
    signingIn ??= pb
      .collection('_superusers')
      .authWithPassword(account.email, account.password, { headers: { 'x-signing-in': '1' } })
      .finally(() => {
        signingIn = null;
      });
    return signingIn;
  };
  pb.beforeSend = async (url, options) => {
    const headers = options.headers ?? {};
    if (headers['x-signing-in']) {
      const { 'x-signing-in': _, ...rest } = headers;
      return { url, options: { ...options, headers: rest } };
    }
    if (!pb.authStore.isValid || expiresAt(pb.authStore.token) - Date.now() < RENEW_BEFORE_MS) await signIn();
    return {
      url,
      options: { ...options, headers: { ...headers, ...FROM_SITE, Authorization: pb.authStore.token } },
    };
  };
  pb.afterSend = (response, data) => {
    // A dead token counts as none at all, so that reads are answered 403; after a crash of the backend every one is dead.
    if (response.status === 401 || response.status === 403) pb.authStore.clear();
    return data;
  };
  return pb;
}

/**
 * A client for one request of one person, or of nobody; never kept and never shared. `client` is the visitor's own
 * address, so that the backend's limits count him and not our server.
 */
export function userClient(url: string, token?: string, client?: string): PocketBase {
  const pb = boundClient(url);
  if (token) pb.authStore.save(token, null);
  if (client !== undefined) {
    pb.beforeSend = (address, options) => ({
      url: address,
      options: { ...options, headers: { ...options.headers, 'X-Guildhall-Client': client } },
    });
  }
  return pb;
}

/** When a login token lapses, in ms since 1970-01-01 UTC; 0 where it cannot be read. Nothing about it is verified. */
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

/** Whether the backend said that there is no such thing. */
function isNotFound(reason: unknown): boolean {
  return reason instanceof ClientResponseError && reason.status === 404;
}

/** The value, or null where the backend has no such record; every other failure is thrown on. */
export async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (reason) {
    if (isNotFound(reason)) return null;
    throw reason;
  }
}
