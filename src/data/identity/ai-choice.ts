import type { AstroCookies } from 'astro';

/**
 * Whether a visitor hides models made with generative AI. It has its own cookie, so that search pages, which are the same
 * for everybody who chose alike, need no look-up of the visitor. For a signed-in user the cookie holds the account's setting.
 */
const AI_COOKIE = 'ai';
/** A year, in seconds. */
const AI_SECONDS = 31_536_000;

/** Reads the choice from a Cookie header; without one nothing is hidden. */
export function hidesAi(cookies: string | null | undefined): boolean {
  return /(?:^|;\s*)ai=hide(?:;|$)/.test(cookies ?? '');
}

/** Stores the choice for a year, or forgets it. */
export function writeAiChoice(cookies: Pick<AstroCookies, 'set'>, hides: boolean): void {
  cookies.set(AI_COOKIE, hides ? 'hide' : '', {
    path: '/',
    maxAge: hides ? AI_SECONDS : 0,
    secure: true,
    sameSite: 'lax',
    httpOnly: true,
  });
}
