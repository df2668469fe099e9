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

/** The signed-in user, from the cookie; null for none. For display only: the server asks the backend itself. */
export const $person = atom<SessionRecord | null>(null);

const CHANNEL = 'guildhall:auth';

function readPerson(): SessionRecord | null {
  const session = readSession(document.cookie);
  return session && looksValid(session.token, Date.now()) ? session.record : null;
}

/** Reads the cookie again, here and on every open page of the site. */
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
  const listener = () => show();
  channel()?.addEventListener('message', listener);
  document.addEventListener('visibilitychange', listener);
  void refreshLogin();
  return () => {
    channel()?.removeEventListener('message', listener);
    document.removeEventListener('visibilitychange', listener);
  };
});

let refreshed = false;

/**
 * Refreshes the login once per page. A refusal clears the cookie; without an answer nothing changes, so that a restart of
 * the backend logs nobody out.
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
    if ([401, 403, 404].includes(answer.status)) clear();
    else if (answer.ok) store(await answer.json(), session);
  } catch {
    // No connection: the login stays as it is.
    refreshed = false;
  }
}

/** Looks at the login again, after an answer said that the session has ended: the page then shows nobody as signed in. */
export async function recheckLogin(): Promise<void> {
  refreshed = false;
  await refreshLogin();
  show();
}

function store(answer: unknown, sent: Session): void {
  const current = readSession(document.cookie);
  // The visitor may have signed out, or in as another user, in the meantime.
  if (current?.token !== sent.token) return;
  const { token, record } = answer as { token?: unknown; record?: unknown };
  if (typeof token !== 'string') return;
  const fresh = readSession(`pb_auth=${encodeURIComponent(JSON.stringify({ token, record }))}`);
  if (!fresh) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the specification keeps the login in a cookie that scripts write
  document.cookie = sessionCookie(fresh);
  syncSession();
}

function clear(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the specification keeps the login in a cookie that scripts write
  document.cookie = sessionCookie(null);
  syncSession();
}

/** Logs out in this browser and deletes stored drafts. On an account page it opens the home page. */
export function logOut(): void {
  clear();
  clearUnsentMessages();
  // Its answer empties the browser's cache; without a connection the log-out counts all the same.
  fetch(paths.signedOut(), { method: 'POST', keepalive: true }).catch(() => undefined);
  if (location.pathname.startsWith(paths.account())) location.assign(paths.home());
}
