import type { AstroCookies } from 'astro';
import { hidesAi, writeAiChoice } from '../../data/identity/ai-choice.ts';
import { writeLook } from '../../data/identity/look-cookie.ts';
import { wantsMature, writeMature } from '../../data/identity/mature.ts';
import {
  readSession,
  SESSION_COOKIE,
  SESSION_SECONDS,
  type Session,
  sessionValue,
} from '../../data/identity/session.ts';
import type { SignedIn } from '../../data/identity/users.ts';
import type { User } from '../../domain/identity/user.ts';
import { lookOf } from '../desk/look.ts';
import type { App } from './app.ts';

/**
 * The visitor of one request: anonymous, a known user, or unknown because the backend did not answer. `look` is whom an
 * operator looks at, who sees the marketplace as that person does.
 */
export type Recognition =
  | { state: 'anonymous' }
  | { state: 'known'; user: User; session: Session; look: User | 'ended' | null }
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
  const answer = await app.http.sessions.visitorOf(header, client);
  switch (answer.state) {
    case 'known': {
      const { user, session } = answer.person;
      const look = await lookOf(app.pb, header, user.id, app.commerce.now()).catch(() => 'unknown' as const);
      // Whose eyes a page is for must be certain.
      if (look === 'unknown') return { state: 'unavailable' };
      const { showMature, hidesAi: hides } = look === null || look === 'ended' ? user : look;
      writeSession(cookies, session);
      if (look === 'ended') writeLook(cookies, null);
      if (showMature !== wantsMature(header)) writeMature(cookies, showMature);
      if (hides !== hidesAi(header)) writeAiChoice(cookies, hides);
      return { state: 'known', user, session, look };
    }
    case 'refused':
      writeSession(cookies, null);
      return { state: 'anonymous' };
    case 'unavailable':
      return { state: 'unavailable' };
  }
}

/**
 * Signs this browser in: writes the session cookie and marks the browser as known to the account, once its address is
 * confirmed. Before, whoever signs in need not own the address, and a mark would outlast the owner's first confirmation.
 */
export function beginSession(
  { identity: { knownDevices } }: Pick<App, 'identity'>,
  cookies: AstroCookies,
  header: string | null,
  { session, user }: SignedIn,
): void {
  writeSession(cookies, session);
  if (user.verified) knownDevices.mark(cookies, header, user.email);
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
