import { looksValid, readSession } from '../../../data/identity/session.ts';

/**
 * The login cookie is SameSite=Strict: it is not sent when a link in a mail or on another site leads here, so the server
 * redirects a signed-in user to the sign-in page. From this page the cookie is sent, so the target is opened once more.
 */
const form = document.querySelector<HTMLFormElement>('form[data-return-to]');
const session = readSession(document.cookie);
const target = form?.dataset['returnTo'];
if (target && session && looksValid(session.token, Date.now())) {
  const key = 'guildhall:way-back';
  try {
    // Once per target and minute, so that a cookie the server rejects does not cause a loop.
    const last = JSON.parse(sessionStorage.getItem(key) ?? '{}') as { target?: string; at?: number };
    if (last.target !== target || Date.now() - (last.at ?? 0) > 60_000) {
      sessionStorage.setItem(key, JSON.stringify({ target, at: Date.now() }));
      location.replace(target);
    }
  } catch {
    // Without storage there is no guard against a loop, so the form stays.
  }
}
