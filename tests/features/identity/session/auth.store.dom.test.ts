import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSession, sessionCookie } from '../../../../src/data/identity/session.ts';
import {
  $person,
  logOut,
  recheckLogin,
  syncSession,
} from '../../../../src/features/identity/session/auth.store.ts';
import {
  saveMessageDraft,
  storedDraft,
} from '../../../../src/features/messaging/conversation/account/composer/drafts.ts';
import { paths } from '../../../../src/paths.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** A token that ends so many seconds from now; nobody in the browser checks who signed it. */
const token = (seconds: number, signature = 'sig') =>
  `${part({ alg: 'HS256' })}.${part({ exp: Math.floor(Date.now() / 1000) + seconds })}.${signature}`;
const MARA = { id: 'mara00000000000', username: 'mara' };
const PLACE = { userId: MARA.id, conversationId: 'c1' };

function signIn(as: { id: string; username: string } = MARA, its = token(3600)): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the login is a cookie that scripts write
  document.cookie = sessionCookie({ token: its, record: as as never });
}

const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
const fetched = vi.spyOn(globalThis, 'fetch');
const answers = (status: number, body: unknown = {}) =>
  fetched.mockImplementation(async () => new Response(JSON.stringify(body), { status }));
const shownAs = () => document.documentElement.dataset['auth'];

let stop = () => {};
beforeEach(() => {
  assign.mockClear();
  fetched.mockReset();
  fetched.mockRejectedValue(new TypeError('fetch failed'));
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = sessionCookie(null);
  syncSession();
  stop = $person.listen(() => undefined);
});
afterEach(() => stop());

describe('who is signed in', () => {
  it('is who the cookie names, while its token lasts', () => {
    expect([$person.get(), shownAs()]).toEqual([null, 'out']);
    signIn();
    syncSession();
    expect([$person.get()?.username, shownAs()]).toEqual(['mara', 'in']);
    signIn(MARA, token(-1));
    syncSession();
    expect([$person.get(), shownAs()]).toEqual([null, 'out']);
  });

  it('is told to the other open pages, and heard from them', async () => {
    const other = new BroadcastChannel('guildhall:auth');
    const heard = new Promise((resolve) => {
      other.onmessage = ({ data }) => resolve(data);
    });
    syncSession();
    expect(await heard).toBe('changed');
    signIn();
    const seen = new Promise((resolve) => {
      const end = $person.listen((person) => {
        end();
        resolve(person?.username);
      });
    });
    other.postMessage('changed');
    expect(await seen).toBe('mara');
    other.close();
  });

  it('is looked at again when the page is seen again', () => {
    signIn();
    document.dispatchEvent(new Event('visibilitychange'));
    expect($person.get()?.username).toBe('mara');
  });
});

describe('a login that is checked', () => {
  it.each([401, 403, 404])('is gone when the server answers %i', async (status) => {
    signIn();
    syncSession();
    answers(status);
    await recheckLogin();
    expect([readSession(document.cookie), $person.get(), shownAs()]).toEqual([null, null, 'out']);
  });

  it.each([429, 500, 503])('stays when the server answers %i', async (status) => {
    signIn();
    answers(status);
    await recheckLogin();
    expect([$person.get()?.username, shownAs()]).toEqual(['mara', 'in']);
  });

  it('stays without a connection', async () => {
    signIn();
    await recheckLogin();
    expect($person.get()?.username).toBe('mara');
  });

  it('takes over the new token, and asks with the one it had', async () => {
    const [had, got] = [token(60), token(3600, 'new')];
    signIn(MARA, had);
    answers(200, { token: got, record: { ...MARA, username: 'mara-two' } });
    await recheckLogin();
    expect(fetched.mock.calls[0]?.[1]?.headers).toEqual({ Authorization: had });
    expect(readSession(document.cookie)?.token).toBe(got);
    expect($person.get()?.username).toBe('mara-two');
  });

  it('changes nothing for whoever signed in meanwhile', async () => {
    const theirs = token(3600, 'wren');
    signIn();
    fetched.mockImplementation(async () => {
      signIn({ id: 'wren00000000000', username: 'wren' }, theirs);
      return new Response(JSON.stringify({ token: token(3600, 'late'), record: MARA }), { status: 200 });
    });
    await recheckLogin();
    expect(readSession(document.cookie)?.token).toBe(theirs);
    expect($person.get()?.username).toBe('wren');
  });
});

describe('logging out', () => {
  it('takes the login and all drafts out of this browser, and tells the server', () => {
    signIn();
    syncSession();
    saveMessageDraft(PLACE, 'Is it hollow?');
    logOut();
    expect([readSession(document.cookie), $person.get(), shownAs()]).toEqual([null, null, 'out']);
    expect(storedDraft(PLACE)).toBe('');
    expect(Object.keys(localStorage).filter((key) => key.startsWith('guildhall:words:'))).toEqual([]);
    expect(fetched.mock.calls.at(-1)).toMatchObject([paths.signedOut(), { method: 'POST', keepalive: true }]);
  });

  it('leads home from an account page, and nowhere from a public one', () => {
    history.replaceState(null, '', '/product/wyrm');
    logOut();
    expect(assign).not.toHaveBeenCalled();
    history.replaceState(null, '', '/account/library');
    logOut();
    expect(assign.mock.calls).toEqual([['/']]);
  });
});
