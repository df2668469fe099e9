import { atom, onMount } from 'nanostores';
import {
  looksValid,
  readSession,
  type Session,
  type SessionRecord,
  sessionCookie,
} from '../../../data/identity/session.ts';
import { paths } from '../../../paths.ts';
import { clearUnsentMessages } from '../../messaging/conversation/account/composer/drafts.ts';

/** Who is signed in, as the cookie says; null for nobody. For drawing only: the server asks the backend itself. */
export const $person = atom<SessionRecord | null>(null);

const CHANNEL = 'guildhall:auth';

function readPerson(): SessionRecord | null {
  const session = readSession(document.cookie);
  return session && looksValid(session.token, Date.now()) ? session.record : null;
}

/** Takes the cookie's word anew, here and on every page of the hall that is open. */
export function syncSession(): void {
  show();
  channel()?.postMessage('changed');
}

function show(): void {
  const person = readPerson();
  const before = $person.get();
  if (JSON.stringify(person) !== JSON.stringify(before)) $person.set(person);
  document.documentElement.dataset['auth'] = person ? 'in' : 'out';
}

let opened: BroadcastChannel | null = null;
function channel(): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null;
  opened ??= new BroadcastChannel(CHANNEL);
  return opened;
}

onMount($person, () => {
  if (typeof document === 'undefined') return;
  show();
  const heard = () => show();
  channel()?.addEventListener('message', heard);
  document.addEventListener('visibilitychange', heard);
  void refreshLogin();
  return () => {
    channel()?.removeEventListener('message', heard);
    document.removeEventListener('visibilitychange', heard);
  };
});

let refreshed = false;

/**
 * Renews the saved login once in a page's life. A refusal empties the cookie; a backend that does not answer changes
 * nothing, so that its restart logs nobody out.
 */
async function refreshLogin(): Promise<void> {
  const session = readSession(document.cookie);
  if (refreshed || !session || !looksValid(session.token, Date.now())) return;
  refreshed = true;
  try {
    const answer = await fetch('/api/collections/users/auth-refresh', {
      method: 'POST',
      headers: { Authorization: session.token },
    });
    if ([401, 403, 404].includes(answer.status)) forget();
    else if (answer.ok) keep(await answer.json(), session);
  } catch {
    // No connection: the login stays as it is.
    refreshed = false;
  }
}

function keep(answer: unknown, asked: Session): void {
  const still = readSession(document.cookie);
  // Somebody may have signed out, or in as another, while the answer was on its way.
  if (still?.token !== asked.token) return;
  const { token, record } = answer as { token?: unknown; record?: unknown };
  if (typeof token !== 'string') return;
  const fresh = readSession(`pb_auth=${encodeURIComponent(JSON.stringify({ token, record }))}`);
  if (!fresh) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the specification keeps the login in a cookie that scripts write
  document.cookie = sessionCookie(fresh);
  syncSession();
}

function forget(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the specification keeps the login in a cookie that scripts write
  document.cookie = sessionCookie(null);
  syncSession();
}

/** Ends the login in this browser, and what was written here and not sent goes with it. On a private page the way leads home. */
export function logOut(): void {
  forget();
  clearUnsentMessages();
  if (location.pathname.startsWith(paths.account())) location.assign(paths.home());
}
