import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AccountRefused,
  type AuthBackend,
  changePassword,
  changeProfile,
  deleteUser,
  recognise,
  renewTokenKey,
  requestPasswordReset,
  signInWithPassword,
  signUp,
} from '../../../src/data/identity/users.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { exportUser } from '../account/exported.ts';

let backend: TestBackend;
let auth: AuthBackend;
beforeAll(async () => {
  backend = await openTestBackend();
  auth = { url: backend.url, client: '203.0.113.7' };
});
afterAll(() => backend.close());

const password = 'a long enough password';
async function person(name: string) {
  const email = `${name}@guildhall.test`;
  await signUp(auth, { username: name, email, password });
  return signInWithPassword(auth, email, password);
}
const refused = (request: Promise<unknown>) =>
  request.then(
    () => null,
    (reason: unknown) => (reason instanceof AccountRefused ? reason : Promise.reject(reason)),
  );

describe('a user', () => {
  it('is recognised by the token alone', async () => {
    const { user, session } = await person('tobias');
    expect(user).toMatchObject({
      username: 'tobias',
      email: 'tobias@guildhall.test',
      verified: false,
      avatar: null,
      theme: 'system',
    });
    const known = await recognise(auth, session.token);
    expect(known.state === 'known' && known.person.user.id).toBe(user.id);
  });

  it('is refused with a forged token', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = `${part({ alg: 'none' })}.${part({ exp: 9_999_999_999, type: 'auth', collectionId: '_superusers', id: 'x' })}.x`;
    expect(await recognise(auth, token)).toEqual({ state: 'refused' });
  });

  it('stays signed in while the backend is unavailable', async () => {
    const { session } = await person('patient');
    expect(await recognise({ ...auth, url: 'http://127.0.0.1:1' }, session.token)).toEqual({
      state: 'unavailable',
    });
  });

  it('cannot sign up with a taken name or address', async () => {
    await person('first');
    const again = await refused(signUp(auth, { username: 'first', email: 'other@guildhall.test', password }));
    expect(again?.fields['username']?.code).toBe('validation_not_unique');
    const address = await refused(
      signUp(auth, { username: 'second', email: 'first@guildhall.test', password }),
    );
    expect(address?.fields['email']?.code).toBe('validation_not_unique');
  });

  it('learns nothing about other accounts from a password reset', async () => {
    await person('known');
    await expect(requestPasswordReset(auth, 'known@guildhall.test')).resolves.toBeUndefined();
    await expect(requestPasswordReset(auth, 'nobody@guildhall.test')).resolves.toBeUndefined();
  });

  it.each(['endSessions', 'changePassword'] as const)('loses every session at once by %s', async (verb) => {
    const { user, session } = await person(`leaves-${verb.toLowerCase()}`);
    if (verb === 'endSessions') await renewTokenKey(backend.pb, user.id);
    else await changePassword(backend.pb, user.id, 'another long password');
    expect(await recognise(auth, session.token)).toEqual({ state: 'refused' });
  });

  it('changes the profile, exports the data and deletes the account', async () => {
    const { user } = await person('wren');
    expect(
      await changeProfile(backend.pb, user.id, { username: 'wren-two', theme: 'dark', showMature: true }),
    ).toMatchObject({
      username: 'wren-two',
      theme: 'dark',
      showMature: true,
    });
    const data = JSON.stringify(await exportUser(backend.pb, user.id));
    expect(data).toContain('wren@guildhall.test');
    expect(data).not.toMatch(/password|tokenKey/i);
    await deleteUser(backend.pb, user.id);
    expect(await refused(signInWithPassword(auth, 'wren@guildhall.test', password))).not.toBeNull();
  });

  it('cannot delete the account while it owns a store', async () => {
    const { user } = await person('seller');
    await backend.pb
      .collection('stores')
      .create({ owner: user.id, slug: 'hers', name: 'Hers', state: 'open' });
    expect(await refused(deleteUser(backend.pb, user.id))).not.toBeNull();
  });
});
