import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionCookie } from '../../../../src/data/identity/session.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (seconds: number) =>
  `${part({})}.${part({ exp: Math.floor(Date.now() / 1000) + seconds })}.sig`;
const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined);

/** The sign-in page is opened with a target; the script runs once per page. */
async function open(target: string | null): Promise<void> {
  document.body.innerHTML = target === null ? '<form></form>' : `<form data-return-to="${target}"></form>`;
  vi.resetModules();
  await import('../../../../src/features/identity/session/return-after-login.ts');
}

function signIn(seconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the login is a cookie that scripts write
  document.cookie = sessionCookie({ token: token(seconds), record: null });
}

beforeEach(() => {
  vi.useRealTimers();
  replace.mockClear();
  sessionStorage.clear();
  signIn(3600);
});

describe('somebody signed in who was sent to the sign-in page', () => {
  it('is led to where they wanted', async () => {
    await open('/account/orders?page=2');
    expect(replace.mock.calls).toEqual([['/account/orders?page=2']]);
  });

  it('is not led in a circle: once a minute to the same page', async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
    await open('/account/orders');
    await open('/account/orders');
    expect(replace).toHaveBeenCalledTimes(1);
    await open('/account/library');
    expect(replace).toHaveBeenCalledTimes(2);
    vi.setSystemTime(Date.now() + 60_001);
    await open('/account/library');
    expect(replace).toHaveBeenCalledTimes(3);
  });

  it('stays where nothing says where they wanted, and where storage is damaged', async () => {
    await open(null);
    sessionStorage.setItem('guildhall:way-back', '{');
    await open('/account/orders');
    expect(replace).not.toHaveBeenCalled();
  });
});

it('somebody whose login has ended signs in again', async () => {
  signIn(-1);
  await open('/account/orders');
  expect(replace).not.toHaveBeenCalled();
});
