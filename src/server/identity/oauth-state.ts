import type { AstroCookies } from 'astro';

/** The state stored in a cookie during an OAuth sign-in. The visitor may read it; others must not. */
export interface OAuthState {
  provider: string;
  state: string;
  verifier: string;
  redirect: string;
}

const COOKIE = 'guildhall_trip';
const SECONDS = 600;

/** Lax, not Strict: the return starts on the provider's site, and a Strict cookie would not be sent. */
export function writeOAuthState(cookies: AstroCookies, oauth: OAuthState): void {
  cookies.set(COOKIE, JSON.stringify(oauth), {
    path: '/login',
    maxAge: SECONDS,
    httpOnly: true,
    secure: true,
    sameSite: 'lax',
  });
}

/** Reads the state and deletes the cookie: it is valid for one return. */
export function takeOAuthState(cookies: AstroCookies): OAuthState | null {
  const value = cookies.get(COOKIE)?.value;
  cookies.delete(COOKIE, { path: '/login' });
  if (value === undefined) return null;
  try {
    const parsed = JSON.parse(value) as Partial<OAuthState>;
    const { provider, state, verifier, redirect } = parsed;
    if (![provider, state, verifier, redirect].every((part) => typeof part === 'string')) return null;
    return parsed as OAuthState;
  } catch {
    return null;
  }
}
