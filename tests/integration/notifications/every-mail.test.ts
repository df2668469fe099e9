import { createServer } from 'node:net';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailCode } from '../../../src/data/identity/sign-in-codes.ts';
import { userClient } from '../../../src/data/kernel/client.ts';
import { queueMail } from '../../../src/data/notifications/mails.ts';
import { isStoppable } from '../../../src/domain/notifications/addressed-mail.ts';
import { MAIL_KINDS, type MailKind } from '../../../src/domain/notifications/mail.ts';
import {
  DIGESTS,
  mailKindOf,
  NOTIFICATION_KINDS,
  switchOfMailKind,
} from '../../../src/domain/notifications/notification.ts';
import { configurePocketBase } from '../../../src/pocketbase/tools/configure.ts';
import { accountMails } from '../../../src/server/notifications/account-mails.ts';
import { sendDigests } from '../../../src/server/notifications/digests.ts';
import { mailText } from '../../../src/server/notifications/mail-layout.ts';
import { type NotifyParts, notify } from '../../../src/server/notifications/notifications.ts';
import { openOutbox } from '../../../src/server/notifications/outbox.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { headerOf, openMailbox } from './mailbox.ts';

const SITE = 'http://127.0.0.1:4321';
const SETTINGS = `<${SITE}/account/notifications/settings>`;
const MINUTE = 60_000;

let backend: TestBackend;
/** Just before the daily digest. */
let now = Date.UTC(2026, 10, 21, 6, 50);
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const smtpAt = (port: number) => ({
  host: '127.0.0.1',
  port,
  username: '',
  password: '',
  tls: false,
  from: 'hall@guildhall.test',
});
const outboxAt = (port: number, onError: (reason: unknown) => void) =>
  openOutbox({
    pb: backend.pb,
    smtp: smtpAt(port),
    siteUrl: SITE,
    siteName: 'Guildhall',
    now: () => now,
    onError,
  });

async function person(name: string): Promise<{ id: string; email: string }> {
  const email = `${name}@guildhall.test`;
  const password = 'a password of the tests';
  const data = { email, username: name, password, passwordConfirm: password, verified: true };
  return { id: (await backend.pb.collection('users').create(data)).id, email };
}

async function deadPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

/** A plain-text part, and a way to unsubscribe. */
function expectWhole(mail: Email | undefined, way: string | RegExp): void {
  expect(mail?.text?.trim()).toBeTruthy();
  expect(headerOf(mail, 'list-unsubscribe')).toMatch(way);
}

it('a mail server that is down for an hour loses and repeats nothing, digests included', async () => {
  const errors: unknown[] = [];
  const parts: NotifyParts = {
    pb: backend.pb,
    siteUrl: SITE,
    siteName: 'Guildhall',
    now: () => now,
    mailQueued: () => undefined,
    onError: (reason) => errors.push(reason),
  };
  const people = [await person('ada'), await person('bob'), await person('cyd')];
  const send = (kind: 'question' | 'new-product', key: string) =>
    notify(parts, {
      to: people.map(({ id }) => id),
      kind,
      storeId: null,
      key,
      title: `About ${key}`,
      path: '/account',
      mail: { subject: `About ${key}`, paragraphs: ['Look.'] },
    });
  const dead = outboxAt(await deadPort(), (reason) => errors.push(reason));
  for (let minute = 0; minute <= 60; minute++) {
    // Sent twice, like a retry; a new one every quarter of an hour.
    if (minute % 15 === 0) for (const _ of [1, 2]) await send('question', `question-${minute}`);
    if (minute === 5) await send('new-product', 'product-5');
    await sendDigests(parts);
    await dead.wake();
    now += MINUTE;
  }
  await dead.close();
  expect(errors.length).toBeGreaterThan(3);
  const mailbox = await openMailbox();
  const alive = outboxAt(mailbox.port, (reason) => expect.fail(String(reason)));
  now += 60 * MINUTE;
  for (const _ of [1, 2]) await alive.wake();
  await alive.close();
  const got = mailbox.mails.map(({ to, subject }) => `${to?.[0]?.address} ${subject}`).sort();
  const subjects = ['0', '15', '30', '45', '60'].map((minute) => `About question-${minute}`);
  expect(got).toEqual(
    people.flatMap(({ email }) => ['About product-5', ...subjects].map((subject) => `${email} ${subject}`)),
  );
  await mailbox.close();
});

describe('every mail', () => {
  it('of the outbox has a plain text and a link to unsubscribe, or to the settings', async () => {
    const mailbox = await openMailbox();
    const kinds = [...new Set<MailKind>([...MAIL_KINDS, ...NOTIFICATION_KINDS.map(mailKindOf)])];
    for (const kind of kinds) {
      const mail = {
        mailKey: `each:${kind}`,
        kind,
        to: 'wren@guildhall.test',
        subject: kind,
        body: 'Look.\n',
      };
      await queueMail(backend.pb, mail, now);
    }
    const box = outboxAt(mailbox.port, (reason) => expect.fail(String(reason)));
    await box.wake();
    await box.close();
    expect(mailbox.mails.map(({ subject }) => subject).sort()).toEqual([...kinds].sort());
    for (const mail of mailbox.mails) {
      const kind = mail.subject ?? '';
      const own = switchOfMailKind(kind) ?? (isStoppable(kind) ? kind : null);
      expectWhole(mail, own === null ? SETTINGS : new RegExp(`^<${SITE}/mail-off/[a-z0-9]{15}>$`));
      expect(headerOf(mail, 'list-unsubscribe-post')).toBe(
        own === null ? undefined : 'List-Unsubscribe=One-Click',
      );
      expect(mail.text).toMatch(
        own === null ? /^Look\.\s+$/ : /No more mails like this one:\n\S+\/mail-off\//,
      );
    }
    await mailbox.close();
  });

  it('that can be switched off belongs to a switch or a digest', () => {
    for (const kind of NOTIFICATION_KINDS.filter((one) => one !== 'case'))
      expect(switchOfMailKind(mailKindOf(kind))).toBe(kind);
    for (const digest of DIGESTS) expect(switchOfMailKind(`${digest}-digest`)).toBe(digest);
    for (const kind of ['receipt', 'refund', 'dispute', 'gift', 'access', 'case', 'account'])
      expect(switchOfMailKind(kind)).toBeNull();
  });

  it('of the backend, about signing in and addresses, has both too', async () => {
    const mailbox = await openMailbox();
    await configurePocketBase(backend.pb, {
      siteUrl: SITE,
      siteName: 'Guildhall',
      smtp: smtpAt(mailbox.port),
      google: null,
      accountMails: accountMails({ siteUrl: SITE, siteName: 'Guildhall' }),
    });
    const { email, id } = await person('newcomer');
    await backend.pb.collection('users').update(id, { verified: false });
    const users = userClient(backend.url, undefined, '203.0.113.9').collection('users');
    await users.requestVerification(email);
    await users.requestPasswordReset(email);
    await mailCode(backend.pb, id, '48210937');
    await expect.poll(() => mailbox.mails.length).toBe(3);
    for (const mail of mailbox.mails) {
      expectWhole(mail, SETTINGS);
      expect(mail.html).toContain('prefers-color-scheme:dark');
      expect(mail.text).not.toMatch(/[{}<>]|color-scheme|font:/);
      // A bracket behind an address was taken along by readers of mail, and the link was dead.
      expect(mail.text).not.toContain('](');
      expect(mail.html).not.toContain('<!--text');
    }
    const bodies = mailbox.mails.map(({ subject, text, html }) => ({ subject, text, html }));
    const code = bodies.find(({ subject }) => subject === '48210937 is your code for Guildhall');
    expect([code?.text, code?.html?.includes('48210937')]).toEqual([
      expect.stringContaining('48210937'),
      true,
    ]);
    const confirm = bodies.find(({ subject }) => subject?.startsWith('Confirm your address'));
    expect(confirm?.text).toMatch(
      /^http:\/\/127\.0\.0\.1:4321\/verify-email\?token=[\w-]+\.[\w-]+\.[\w-]+$/m,
    );
    // The settings beside the templates stay as the migrations made them.
    const { otp, authAlert } = await backend.pb.collections.getOne('users');
    expect([otp.enabled, otp.duration, otp.length, authAlert.enabled]).toEqual([false, 300, 8, true]);
    await mailbox.close();
  });
});

it('a mail with parts is sent as plain text and HTML that say the same, each with its link', async () => {
  const mailbox = await openMailbox();
  const text = mailText({ siteUrl: SITE, siteName: 'Guildhall' }, ['It costs less now.', '<b>Look</b>']);
  const mail = {
    mailKey: 'parts:1',
    kind: 'sale',
    to: 'wren@guildhall.test',
    subject: 'A sale',
    ...text,
  } as const;
  await queueMail(backend.pb, mail, now);
  const box = outboxAt(mailbox.port, (reason) => expect.fail(String(reason)));
  await box.wake();
  await box.close();
  const [sent] = mailbox.mails;
  expect(sent?.text).toContain('It costs less now.');
  expect(sent?.html).toContain('<p>It costs less now.</p>');
  expect(sent?.html).toContain('&lt;b&gt;Look&lt;/b&gt;');
  for (const form of [sent?.text, sent?.html]) expect(form).toMatch(/\/mail-off\/[a-z0-9]{15}/);
  await mailbox.close();
});
