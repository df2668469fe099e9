import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuthBackend } from '../../../src/data/identity/users.ts';
import { createAccount } from '../../../src/server/identity/sign-up.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';

let backend: TestBackend;
let auth: AuthBackend;
beforeAll(async () => {
  backend = await openTestBackend();
  auth = { url: backend.url, client: '203.0.113.7' };
});
afterAll(() => backend.close());

const password = 'a long enough password';
const account = (username: string, name = username) => ({
  ...{ username, email: `${name}@guildhall.test`, password },
});
const usernames = async () =>
  (await backend.pb.collection('users').getFullList()).map(({ username }) => String(username));

it('sign-up answers the same for a taken address, and says when the name is taken', async () => {
  expect(await createAccount(auth, account('first'))).toBeNull();
  expect(await createAccount(auth, account('second', 'first'))).toBeNull();
  expect(await createAccount(auth, account('first', 'third'))).toMatchObject({ isNameTaken: true });
  // A taken name is reported even where the address is taken too.
  expect(await createAccount(auth, account('first'))).toMatchObject({ isNameTaken: true });
  expect(await createAccount(auth, { ...account('fourth'), email: 'no address' })).toMatchObject({
    isNameTaken: false,
  });
  expect(await usernames()).toEqual(['first']);
});
