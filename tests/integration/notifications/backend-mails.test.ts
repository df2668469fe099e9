import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailCode } from '../../../src/data/identity/sign-in-codes.ts';
import { userClient } from '../../../src/data/kernel/client.ts';
import { withSetting } from '../../../src/data/kernel/site-settings.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { BRAND } from '../../../src/domain/kernel/brand.ts';
import { configurePocketBase } from '../../../src/pocketbase/tools/configure.ts';
import { nameAtDesk } from '../../../src/server/app/site-settings.ts';
import { accountMails } from '../../../src/server/notifications/account-mails.ts';
import { openBackendMails } from '../../../src/server/notifications/backend-mails.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';

/** The name of the site in the mails that the backend sends by itself. */

const SITE = 'http://127.0.0.1:4321';
const EMAIL = 'gesa@guildhall.test';

let backend: TestBackend;
let mailbox: Mailbox;
let userId = '';
beforeAll(async () => {
  backend = await openTestBackend();
  mailbox = await openMailbox();
  const letterhead = { siteUrl: SITE, siteName: 'Guildhall' };
  await configurePocketBase(backend.pb, {
    ...letterhead,
    google: null,
    smtp: {
      ...{ host: '127.0.0.1', port: mailbox.port, username: '', password: '', tls: false },
      from: 'mail@guildhall.test',
    },
    accountMails: accountMails(letterhead),
  });
  const password = 'a long enough password';
  const user = await backend.pb
    .collection('users')
    .create({ username: 'gesa', email: EMAIL, password, passwordConfirm: password });
  userId = user.id;
});
afterAll(async () => {
  await mailbox.close();
  await backend.close();
});

it('the mails about codes, passwords and addresses bear the name that is set at the desk', async () => {
  const errors: unknown[] = [];
  const letterhead = { siteUrl: SITE, siteName: 'Guildhall' };
  const mails = openBackendMails(backend.pb, letterhead, (reason) => errors.push(reason));
  await mails.follow();
  letterhead.siteName = 'Halle & Ton';
  await mails.follow();
  const users = userClient(backend.url, undefined, '203.0.113.9').collection('users');
  await mailCode(backend.pb, userId, '48210937');
  await users.requestPasswordReset(EMAIL);
  await users.requestVerification(EMAIL);
  await expect.poll(() => mailbox.mails.length).toBe(3);
  for (const { subject, text, html, from } of mailbox.mails) {
    expect(subject).toContain('Halle & Ton');
    expect(text).toContain('Halle & Ton');
    expect(html).toContain('Halle &amp; Ton');
    for (const part of [subject, text, html, from?.name]) expect(part).not.toContain('Guildhall');
    expect(from?.name).toBe('Halle & Ton');
  }
  // What a start has set beside the name stays.
  const { meta, smtp } = await backend.pb.settings.getAll();
  expect([meta?.['appURL'], meta?.['senderAddress'], smtp?.['port']]).toEqual([
    SITE,
    'mail@guildhall.test',
    mailbox.port,
  ]);
  expect(errors).toEqual([]);
});

it('a restart takes the name of the desk, and that of the environment where none is set', async () => {
  const environment = { siteName: 'Of the environment' };
  expect(await nameAtDesk(backend.pb, environment)).toBe('Of the environment');
  const value = { ...BRAND.fallback, name: 'Of the desk' };
  const steps = withSetting(transaction(backend.pb), { name: BRAND.name, value, seen: 0 }, Date.now());
  await steps.run();
  expect(await nameAtDesk(backend.pb, environment)).toBe('Of the desk');
});
