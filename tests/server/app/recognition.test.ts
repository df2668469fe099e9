import { expect, it } from 'vitest';
import type { SignedIn } from '../../../src/data/identity/users.ts';
import type { App } from '../../../src/server/app/app.ts';
import { beginSession } from '../../../src/server/app/recognition.ts';
import { openKnownDevices } from '../../../src/server/identity/known-devices.ts';

/** The names of the cookies that a sign-in writes. */
function cookiesOf(verified: boolean): string[] {
  const names: string[] = [];
  const cookies = { set: (name: string) => names.push(name) };
  const signedIn = {
    user: { email: 'mira@guildhall.test', verified },
    session: { token: 'a', record: {} },
  } as unknown as SignedIn;
  beginSession(
    { identity: { knownDevices: openKnownDevices('a secret') } as App['identity'] },
    cookies as never,
    null,
    signedIn,
  );
  return names;
}

it('a browser is known to an account only once the address is confirmed', () => {
  expect(cookiesOf(true)).toEqual(['pb_auth', 'guildhall_device']);
  expect(cookiesOf(false)).toEqual(['pb_auth']);
});
