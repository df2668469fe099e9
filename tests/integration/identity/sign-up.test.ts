import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuthBackend } from '../../../src/data/identity/users.ts';
import { configurePocketBase } from '../../../src/pocketbase/tools/configure.ts';
import { createAccount } from '../../../src/server/identity/sign-up.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { openMailbox } from '../notifications/mailbox.ts';

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

it('the owner of a taken address gets the mail to set a new password', async () => {
  const mailbox = await openMailbox();
  const smtp = {
    host: '127.0.0.1',
    port: mailbox.port,
    username: '',
    password: '',
    tls: false,
    from: 'mail@guildhall.test',
  };
  const site = { siteUrl: 'http://127.0.0.1:4321', siteName: 'Guildhall', google: null };
  await configurePocketBase(backend.pb, { ...site, smtp });
  await createAccount(auth, account('owner'));
  await expect.poll(() => mailbox.mails.length).toBe(1);
  await createAccount(auth, account('stranger', 'owner'));
  await expect.poll(() => mailbox.mails.length).toBe(2);
  expect(mailbox.mails[1]?.subject).toContain('password');
  await mailbox.close();
});
