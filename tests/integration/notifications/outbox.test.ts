import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { siteDaysSince } from '../../../src/data/desk/site-figures.ts';
import type { RecordOf } from '../../../src/data/kernel/record.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import {
  claimMail,
  clearMailTexts,
  mailsToSend,
  markFailed,
  markSent,
  queueMail,
  withMailAgain,
} from '../../../src/data/notifications/mails.ts';
import { openMailSink } from '../../../src/dev/mail.ts';
import { MAIL_TEXT_STORED_MS, type Mail } from '../../../src/domain/notifications/mail.ts';
import type { PeriodicJob } from '../../../src/server/jobs/periodic-job.ts';
import { messageId, openOutbox } from '../../../src/server/notifications/outbox.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { headerOf, openMailbox } from './mailbox.ts';

const SITE = 'http://127.0.0.1:4321';
const MINUTE = 60_000;

let backend: TestBackend;
let now: number;
let open: { close(): Promise<unknown> }[] = [];
let errors: unknown[] = [];

beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  now = Date.UTC(2026, 10, 21, 12);
  errors = [];
  for (const { id } of await rows()) await backend.pb.collection('mails').delete(id);
});
afterEach(async () => {
  backend.pb.baseURL = backend.url;
  for (const part of open.reverse()) await part.close();
  open = [];
});

function opened<T extends { close(): Promise<unknown> }>(part: T): T {
  open.push(part);
  return part;
}

function outbox(port: number, siteName = 'Guildhall'): PeriodicJob {
  return opened(
    openOutbox({
      pb: backend.pb,
      smtp: { host: '127.0.0.1', port, username: '', password: '', tls: false, from: 'hall@guildhall.test' },
      siteUrl: SITE,
      siteName,
      now: () => now,
      onError: (reason) => errors.push(reason),
    }),
  );
}

const rows = () => backend.pb.collection('mails').getFullList<RecordOf<'mails'>>({ sort: 'mailKey' });
const states = async () => (await rows()).map(({ state }) => state);

function mail(key: string, more: Partial<Mail> = {}): Mail {
  return {
    mailKey: key,
    kind: 'receipt',
    to: `${key}@guildhall.test`,
    subject: 'Your receipt',
    body: 'Thank you.\n',
    ...more,
  };
}

async function unusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

describe('the outbox', () => {
  it('sends a mail once, however often it is queued and woken', async () => {
    const sink = opened(await openMailSink({ smtp: 0, page: 0 }));
    await queueMail(backend.pb, mail('wren'), now);
    await queueMail(backend.pb, mail('wren', { subject: 'The same once more' }), now);
    const box = outbox(sink.smtpPort);
    await box.wake();
    await box.wake();
    expect(sink.mails().map(({ to, subject, text }) => ({ to, subject, text }))).toEqual([
      { to: ['wren@guildhall.test'], subject: 'Your receipt', text: 'Thank you.\n' },
    ]);
    expect(await rows()).toMatchObject([{ state: 'sent', tries: 1, error: '' }]);
    expect(errors).toEqual([]);
  });

  it('sends more than one batch', async () => {
    const sink = opened(await openMailSink({ smtp: 0, page: 0 }));
    const keys = Array.from({ length: 120 }, (_, index) => `person-${index}`);
    await Promise.all(keys.map((key) => queueMail(backend.pb, mail(key), now)));
    await outbox(sink.smtpPort).wake();
    expect(
      sink
        .mails()
        .flatMap(({ to }) => to)
        .sort(),
    ).toEqual(keys.map((key) => `${key}@guildhall.test`).sort());
  });

  it('loses and repeats nothing while the mail server is down for an hour', async () => {
    const port = await unusedPort();
    const keys = ['ada', 'bo', 'cy'];
    for (const key of keys) await queueMail(backend.pb, mail(key), now);
    const box = outbox(port);
    for (let minute = 0; minute <= 60; minute++) {
      await box.wake();
      now += MINUTE;
    }
    expect(await states()).toEqual(['waiting', 'waiting', 'waiting']);
    expect(errors.length).toBeGreaterThan(3);
    const sink = opened(await openMailSink({ smtp: port, page: 0 }));
    now += 60 * MINUTE;
    await box.wake();
    await box.wake();
    expect(
      sink
        .mails()
        .flatMap(({ to }) => to)
        .sort(),
    ).toEqual(keys.map((key) => `${key}@guildhall.test`));
    expect(await states()).toEqual(['sent', 'sent', 'sent']);
  });

  it('tries only one mail per run while the mail server is down', async () => {
    for (const key of ['ada', 'bo', 'cy']) await queueMail(backend.pb, mail(key), now);
    const box = outbox(await unusedPort());
    await box.wake();
    expect((await rows()).map(({ tries }) => tries).sort()).toEqual([0, 0, 1]);
  });

  it('continues past a rejected address, and gives it up after hours, not at once', async () => {
    const mailbox = opened(await openMailbox({ refuses: ['gone@guildhall.test'] }));
    await queueMail(backend.pb, mail('gone'), now);
    await queueMail(backend.pb, mail('wren'), now + 1);
    now += 1;
    const box = outbox(mailbox.port);
    await box.wake();
    expect(await rows()).toMatchObject([{ state: 'waiting', tries: 1 }, { state: 'sent' }]);
    for (let hour = 0; hour < 8; hour++) {
      now += 60 * MINUTE;
      await box.wake();
    }
    const [gone] = await rows();
    expect(gone).toMatchObject({ state: 'failed', bounced: true });
    expect(gone?.error).toContain('No such mailbox');
    expect(mailbox.attempts.get('gone@guildhall.test')).toBeLessThan(10);
    expect(mailbox.mails).toHaveLength(1);
    // Of the mails that were given up, only this one came back; sent again, it counts no more.
    await queueMail(backend.pb, mail('nobody', { to: 'no address' }), now);
    await box.wake();
    const sums = async () => {
      const { total } = await siteDaysSince(backend.pb, now);
      return [total?.mailsFailed, total?.mailsBounced];
    };
    expect(await sums()).toEqual([2, 1]);
    await withMailAgain(transaction(backend.pb), gone?.id ?? '', now).run();
    expect(await sums()).toEqual([1, 0]);
  });

  it('sends once where two processes wake at once', async () => {
    const mailbox = opened(await openMailbox());
    const keys = Array.from({ length: 20 }, (_, index) => `person-${index}`);
    for (const key of keys) await queueMail(backend.pb, mail(key), now);
    const boxes = [outbox(mailbox.port), outbox(mailbox.port), outbox(mailbox.port)];
    await Promise.all(boxes.map((box) => box.wake()));
    await Promise.all(boxes.map((box) => box.wake()));
    expect(mailbox.mails.map((sent) => headerOf(sent, 'message-id')).sort()).toEqual(
      keys.map((key) => messageId(key, SITE)).sort(),
    );
  });

  it('leaves a claimed mail alone for ten minutes, then sends what a crashed process left', async () => {
    const mailbox = opened(await openMailbox());
    await queueMail(backend.pb, mail('wren'), now);
    const [waiting] = await mailsToSend(backend.pb, now, 1);
    if (!waiting) throw new Error('nothing was queued');
    expect(await claimMail(backend.pb, waiting, now)).toMatchObject({ tries: 1 });
    expect(await claimMail(backend.pb, waiting, now)).toBeNull();
    const box = outbox(mailbox.port);
    now += 9 * MINUTE;
    await box.wake();
    expect(mailbox.mails).toHaveLength(0);
    now += 2 * MINUTE;
    await box.wake();
    await box.wake();
    expect(mailbox.mails.map((sent) => headerOf(sent, 'message-id'))).toEqual([messageId('wren', SITE)]);
  });

  it('does not send again what it could not record as sent', async () => {
    // The database becomes unavailable while the mail server accepts the mail.
    const away = `http://127.0.0.1:${await unusedPort()}`;
    const mailbox = opened(
      await openMailbox({
        beforeTaking: () => {
          backend.pb.baseURL = away;
        },
      }),
    );
    await queueMail(backend.pb, mail('wren'), now);
    const box = outbox(mailbox.port);
    await box.wake();
    backend.pb.baseURL = backend.url;
    expect(errors).toHaveLength(1);
    expect(await states()).toEqual(['sending']);
    now += 30 * MINUTE;
    await box.wake();
    expect(await states()).toEqual(['sent']);
    expect(mailbox.mails).toHaveLength(1);
  });

  it('keeps a claim that is newer than a failure', async () => {
    await queueMail(backend.pb, mail('wren'), now);
    const [waiting] = await mailsToSend(backend.pb, now, 1);
    const first = waiting && (await claimMail(backend.pb, waiting, now));
    now += 11 * MINUTE;
    const [left] = await mailsToSend(backend.pb, now, 1);
    const second = left && (await claimMail(backend.pb, left, now));
    if (!first || !second) throw new Error('both claims were due');
    await markFailed(backend.pb, first, { error: 'too late', again: now, isRefused: false }, now);
    expect(await rows()).toMatchObject([{ state: 'sending', error: '', tries: 2 }]);
    await markSent(backend.pb, second, now);
    await markFailed(backend.pb, second, { error: 'later still', again: now, isRefused: false }, now);
    expect(await states()).toEqual(['sent']);
  });
});

describe('a mail', () => {
  it('takes no header from a name or subject', async () => {
    const mailbox = opened(await openMailbox());
    const evil = 'Wren\r\nBcc: everybody@guildhall.test\r\n\r\nBuy here';
    await queueMail(
      backend.pb,
      mail('wren', { subject: evil, body: `Dear ${evil}\n.\nBcc: x@y.test\n` }),
      now,
    );
    await outbox(mailbox.port, evil).wake();
    const [sent] = mailbox.mails;
    expect([...mailbox.attempts.keys()]).toEqual(['wren@guildhall.test']);
    expect(headerOf(sent, 'bcc')).toBeUndefined();
    expect(sent?.headers.map(({ key }) => key).sort()).toEqual([
      'auto-submitted',
      'content-transfer-encoding',
      'content-type',
      'date',
      'from',
      'list-unsubscribe',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ]);
    expect(sent?.subject).toBe('Wren Bcc: everybody@guildhall.test Buy here');
    expect(sent?.from?.address).toBe('hall@guildhall.test');
    expect(sent?.text).toContain('\n.\nBcc: x@y.test\n');
  });

  it.each([
    'wren@guildhall.test, everybody@guildhall.test',
    'wren@guildhall.test\r\nRCPT TO:<everybody@guildhall.test>',
  ])('is never sent to %j', async (to) => {
    const mailbox = opened(await openMailbox());
    await queueMail(backend.pb, mail('wren', { to }), now);
    await outbox(mailbox.port).wake();
    expect(mailbox.attempts.size).toBe(0);
    expect(await states()).toEqual(['failed']);
  });

  it('is not written to somebody whose address is deleted', async () => {
    await queueMail(backend.pb, mail('wren', { to: '' }), now);
    expect(await states()).toEqual([]);
  });

  it('has an unsubscribe link where it can be switched off, and only there', async () => {
    const mailbox = opened(await openMailbox());
    await queueMail(backend.pb, mail('a', { kind: 'receipt' }), now);
    await queueMail(backend.pb, mail('b', { kind: 'sale' }), now + 1);
    now += 1;
    await outbox(mailbox.port).wake();
    const { id } = await backend.pb.collection('mails').getFirstListItem("kind = 'sale'");
    const off = `${SITE}/mail-off/${id}`;
    // Every mail has one: a receipt leads to the settings, because receipts are always sent.
    expect(mailbox.mails.map((sent) => headerOf(sent, 'list-unsubscribe'))).toEqual([
      `<${SITE}/account/notifications/settings>`,
      `<${off}>`,
    ]);
    expect(mailbox.mails.map((sent) => headerOf(sent, 'list-unsubscribe-post'))).toEqual([
      undefined,
      'List-Unsubscribe=One-Click',
    ]);
    expect(mailbox.mails.map(({ text }) => text?.includes(off))).toEqual([false, true]);
  });
});

it('texts of sent mails are emptied after thirty days, and the address stays for its link', async () => {
  const mail = (mailKey: string) => ({
    mailKey,
    kind: 'case' as const,
    to: 'wren@guildhall.test',
    subject: 'S',
    body: 'B',
  });
  await queueMail(backend.pb, mail('sent'), now);
  await queueMail(backend.pb, mail('waiting'), now);
  const sent = (await mailsToSend(backend.pb, now, 10)).find(({ mailKey }) => mailKey === 'sent');
  if (!sent) throw new Error('no mail to send');
  await claimMail(backend.pb, sent, now);
  await markSent(backend.pb, sent, now);
  expect(await clearMailTexts(backend.pb, now + MAIL_TEXT_STORED_MS - MINUTE, 10)).toBe(0);
  expect(await clearMailTexts(backend.pb, now + MAIL_TEXT_STORED_MS + MINUTE, 10)).toBe(1);
  expect(await rows()).toMatchObject([
    { mailKey: 'sent', to: 'wren@guildhall.test', subject: '', body: '' },
    { mailKey: 'waiting', subject: 'S', body: 'B' },
  ]);
});
