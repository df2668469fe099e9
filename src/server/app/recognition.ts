import type { AstroCookies } from 'astro';
import { wantsMature, writeMature } from '../../data/identity/mature.ts';
import {
  readSession,
  SESSION_COOKIE,
  SESSION_SECONDS,
  type Session,
  sessionValue,
} from '../../data/identity/session.ts';
import { recognise } from '../../data/identity/users.ts';
import type { App } from './app.ts';

/** Who asks, for one request: nobody, somebody, or unknown because the backend did not answer. */
export type Recognition =
  | { state: 'anonymous' }
  | { state: 'known'; user: App.Locals['user'] & object; session: Session }
  | { state: 'unavailable' };

/** Reads the cookie and asks the backend. The cookie is emptied only where the backend refuses its token. */
export async function recogniseVisitor(
  app: App,
  cookies: AstroCookies,
  header: string | null,
  client: string,
): Promise<Recognition> {
  const held = readSession(header);
  if (!held) return { state: 'anonymous' };
  const answer = await recognise({ url: app.settings.pocketbase.url, client }, held.token);
  switch (answer.state) {
    case 'known':
      writeSession(cookies, answer.person.session);
      if (answer.person.user.showMature !== wantsMature(header))
        writeMature(cookies, answer.person.user.showMature);
      return { state: 'known', user: answer.person.user, session: answer.person.session };
    case 'refused':
      writeSession(cookies, null);
      return { state: 'anonymous' };
    case 'unavailable':
      return { state: 'unavailable' };
  }
}

/** Writes the login cookie; null empties it. */
export function writeSession(cookies: AstroCookies, session: Session | null): void {
  cookies.set(SESSION_COOKIE, session ? sessionValue(session) : '', {
    path: '/',
    maxAge: session ? SESSION_SECONDS : 0,
    secure: true,
    sameSite: 'strict',
    httpOnly: false,
  });
}
