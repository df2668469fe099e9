import { looksValid, readSession } from '../../../data/identity/session.ts';

/**
 * The login cookie is SameSite=Strict: it does not come along when a mail or another site leads here, so the server
 * sends a signed-in person to the sign-in page. From this page it does come along, so the way is tried once more.
 */
const form = document.querySelector<HTMLFormElement>('form[data-return-to]');
const session = readSession(document.cookie);
const target = form?.dataset['returnTo'];
if (target && session && looksValid(session.token, Date.now())) {
  const key = 'guildhall:way-back';
  try {
    // Once per target and minute: a cookie that the server refuses must not turn into a loop.
    const tried = JSON.parse(sessionStorage.getItem(key) ?? '{}') as { target?: string; at?: number };
    if (tried.target !== target || Date.now() - (tried.at ?? 0) > 60_000) {
      sessionStorage.setItem(key, JSON.stringify({ target, at: Date.now() }));
      location.replace(target);
    }
  } catch {
    // Without storage there is no guard against a loop; the form stays.
  }
}
