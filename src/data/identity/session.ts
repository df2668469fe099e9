/** The login cookie, as required by specification §4 and §9: readable by scripts, valid for one week, this host only. */
export const SESSION_COOKIE = 'pb_auth';
export const SESSION_SECONDS = 604_800;
export const SESSION_LIMIT_BYTES = 4096;

/**
 * What the browser forgets when somebody signs out: its cache, where pictures of a library are kept for a day. Not all
 * cookies, which would end protection against lock-out on this device and reach other sites of the same domain; not the
 * storage, which holds the cart and the theme.
 */
export const CLEARED_ON_SIGN_OUT = { 'Clear-Site-Data': '"cache"', 'Cache-Control': 'no-store' };

/** The user as the cookie describes them. For display only: a visitor can write anything into the cookie. */
export interface SessionRecord {
  id: string;
  email: string;
  username: string;
  avatar: string;
  verified: boolean;
  collectionId: string;
  collectionName: string;
}

export interface Session {
  token: string;
  record: SessionRecord | null;
}

/**
 * The session in a Cookie header or in `document.cookie`, or null. Nothing in it is verified: on the server only its
 * token is used, and only for requests to the backend. Two cookies of the name are nobody's: somebody else may have put
 * one of them there, and the order does not tell which.
 */
export function readSession(cookies: string | null | undefined): Session | null {
  const values = [...(cookies ?? '').matchAll(/(?:^|;\s*)pb_auth=([^;]*)/g)];
  const value = values.length === 1 ? values[0]?.[1] : null;
  if (!value || value.length > SESSION_LIMIT_BYTES * 3) return null;
  try {
    const parsed: unknown = JSON.parse(decodeURIComponent(value));
    if (typeof parsed !== 'object' || parsed === null) return null;
    const { token, record } = parsed as { token?: unknown; record?: unknown };
    if (typeof token !== 'string' || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return null;
    return { token, record: recordOf(record) };
  } catch {
    return null;
  }
}

/** The cookie's value, decoded. The record is left out where it would push the cookie over its limit. */
export function sessionValue({ token, record }: Session): string {
  const whole = JSON.stringify({ token, record });
  return encodeURIComponent(whole).length + SESSION_COOKIE.length < SESSION_LIMIT_BYTES
    ? whole
    : JSON.stringify({ token, record: null });
}

/** The cookie as a script in the browser writes it; null clears it. */
export function sessionCookie(session: Session | null): string {
  const value = session ? encodeURIComponent(sessionValue(session)) : '';
  return `${SESSION_COOKIE}=${value}; Path=/; Max-Age=${session ? SESSION_SECONDS : 0}; Secure; SameSite=Strict`;
}

/** Whether the token claims not to have expired. Unverified; good enough to decide what to render. */
export function looksValid(token: string, now: number): boolean {
  try {
    const payload = JSON.parse(
      atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')),
    ) as { exp?: unknown };
    return typeof payload.exp === 'number' && payload.exp * 1000 > now;
  } catch {
    return false;
  }
}

function recordOf(value: unknown): SessionRecord | null {
  if (typeof value !== 'object' || value === null) return null;
  const fields = value as Record<string, unknown>;
  const text = (name: string) => (typeof fields[name] === 'string' ? (fields[name] as string) : '');
  return {
    id: text('id'),
    email: text('email'),
    username: text('username'),
    avatar: text('avatar'),
    verified: fields['verified'] === true,
    collectionId: text('collectionId'),
    collectionName: text('collectionName'),
  };
}
