import type { AstroCookies } from 'astro';
import { hidesAi, writeAiChoice } from '../../data/identity/ai-choice.ts';
import { wantsMature, writeMature } from '../../data/identity/mature.ts';
import {
  readSession,
  SESSION_COOKIE,
  SESSION_SECONDS,
  type Session,
  sessionValue,
} from '../../data/identity/session.ts';
import type { SignedIn } from '../../data/identity/users.ts';
import type { App } from './app.ts';

/** The visitor of one request: anonymous, a known user, or unknown because the backend did not answer. */
export type Recognition =
  | { state: 'anonymous' }
  | { state: 'known'; user: App.Locals['user'] & object; session: Session }
  | { state: 'unavailable' };

/**
 * Reads the session cookie and verifies it at the backend, at most a few seconds ago. The cookie is renewed with each
 * request, and cleared only if the token is refused.
 */
export async function recogniseVisitor(
  app: App,
  cookies: AstroCookies,
  header: string | null,
  client: string,
): Promise<Recognition> {
  if (!readSession(header)) return { state: 'anonymous' };
  const answer = await app.sessions.visitorOf(header, client);
  switch (answer.state) {
    case 'known':
      writeSession(cookies, answer.person.session);
      if (answer.person.user.showMature !== wantsMature(header))
        writeMature(cookies, answer.person.user.showMature);
      if (answer.person.user.hidesAi !== hidesAi(header)) writeAiChoice(cookies, answer.person.user.hidesAi);
      return { state: 'known', user: answer.person.user, session: answer.person.session };
    case 'refused':
      writeSession(cookies, null);
      return { state: 'anonymous' };
    case 'unavailable':
      return { state: 'unavailable' };
  }
}

/** Signs this browser in: writes the session cookie and marks the browser as known to the account. */
export function beginSession(
  { knownDevices }: Pick<App, 'knownDevices'>,
  cookies: AstroCookies,
  header: string | null,
  { session, user }: SignedIn,
): void {
  writeSession(cookies, session);
  knownDevices.mark(cookies, header, user.email);
}

/** Writes the session cookie; null clears it. */
export function writeSession(cookies: AstroCookies, session: Session | null): void {
  cookies.set(SESSION_COOKIE, session ? sessionValue(session) : '', {
    path: '/',
    maxAge: session ? SESSION_SECONDS : 0,
    secure: true,
    sameSite: 'strict',
    httpOnly: false,
  });
}
