import type { AstroCookies } from 'astro';

/** What is remembered while a person signs in at a provider's: nothing of it is a secret to him, all of it to others. */
export interface OAuthState {
  provider: string;
  state: string;
  verifier: string;
  redirect: string;
}

const COOKIE = 'guildhall_trip';
const SECONDS = 600;

/** Lax, not Strict: the way back begins on the provider's site, and a Strict cookie would stay at home. */
export function writeOAuthState(cookies: AstroCookies, trip: OAuthState): void {
  cookies.set(COOKIE, JSON.stringify(trip), {
    path: '/login',
    maxAge: SECONDS,
    httpOnly: true,
    secure: true,
    sameSite: 'lax',
  });
}

/** Takes the trip out of the cookie: it is good for one return. */
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
