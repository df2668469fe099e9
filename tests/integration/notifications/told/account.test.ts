import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { mailCode } from '../../../../src/data/identity/sign-in-codes.ts';
import { userClient } from '../../../../src/data/kernel/client.ts';
import type { AccountMail } from '../../../../src/domain/moderation/mail-policies.ts';
import { configurePocketBase } from '../../../../src/pocketbase/tools/configure.ts';
import { accountMails } from '../../../../src/server/notifications/account-mails.ts';
import { openTestBackend, type TestBackend } from '../../../dev/world/backend.ts';
import { headerOf, type Mailbox, openMailbox } from '../mailbox.ts';
import { ACCOUNT } from './account-table.ts';
import { linksOf } from './told.ts';

const LETTERHEAD = { siteUrl: 'http://127.0.0.1:4321', siteName: 'Guildhall' };
const PASSWORD = 'a password of the tests';
const OWN = 'wren@guildhall.test';
const NEW = 'wren.new@guildhall.test';
let backend: TestBackend;
let mailbox: Mailbox;
let id = '';

beforeAll(async () => {
  [backend, mailbox] = await Promise.all([openTestBackend(), openMailbox()]);
  await configurePocketBase(backend.pb, {
    ...LETTERHEAD,
    smtp: {
      ...{ host: '127.0.0.1', port: mailbox.port, username: '', password: '', tls: false },
      from: 'hall@guildhall.test',
    },
    google: null,
    accountMails: accountMails(LETTERHEAD),
  });
  const person = { email: OWN, username: 'wren', password: PASSWORD, passwordConfirm: PASSWORD };
  id = (await backend.pb.collection('users').create(person)).id;
});
afterEach(() => mailbox.mails.splice(0));
afterAll(async () => {
  await mailbox.close();
  await backend.close();
});

const usersFrom = (client: string) => userClient(backend.url, undefined, client).collection('users');
const DEEDS: Record<AccountMail, () => Promise<unknown>> = {
  verification: () => usersFrom('203.0.113.9').requestVerification(OWN),
  'password-reset': () => usersFrom('203.0.113.9').requestPasswordReset(OWN),
  async 'new-address'() {
    const users = usersFrom('203.0.113.9');
    await users.authWithPassword(OWN, PASSWORD);
    await users.requestEmailChange(NEW);
  },
  code: () => mailCode(backend.pb, id, '48210937'),
  async 'sign-in-alert'() {
    await usersFrom('203.0.113.9').authWithPassword(OWN, PASSWORD);
    await usersFrom('198.51.100.7').authWithPassword(OWN, PASSWORD);
  },
};

it.each(Object.keys(ACCOUNT) as AccountMail[])('%s', async (kind) => {
  await DEEDS[kind]();
  const [to, paths] = ACCOUNT[kind];
  await expect.poll(() => mailbox.mails.length).toBeGreaterThan(0);
  const seen = mailbox.mails.map((mail) => [
    mail.to?.map(({ address }) => address).join(),
    linksOf(mail.text ?? ''),
    headerOf(mail, 'list-unsubscribe-post'),
  ]);
  expect(seen).toEqual([[to === 'own' ? OWN : NEW, paths, undefined]]);
});
