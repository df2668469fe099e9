import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CaughtMail, linksIn, type MailSink, openMailSink } from '../../src/dev/mail.ts';

let sink: MailSink;
beforeEach(async () => {
  sink = await openMailSink({ smtp: 0, page: 0 });
});
afterEach(() => sink.close());

/** Sends a mail to the sink by SMTP and waits until the connection closes. */
function post(to: string, mail: string): Promise<void> {
  const lines = [
    'EHLO test',
    'MAIL FROM:<hall@guildhall.test>',
    `RCPT TO:<${to}>`,
    'DATA',
    `${mail}\r\n.`,
    'QUIT',
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(sink.smtpPort, '127.0.0.1');
    socket.on('data', (chunk) => {
      // The last line of a reply has a space after its code.
      if (!/^\d{3} .*\r\n$/m.test(chunk.toString())) return;
      const line = lines.shift();
      if (line !== undefined) socket.write(`${line}\r\n`);
    });
    socket.once('error', reject);
    socket.once('close', () => resolve());
  });
}

const HTML = [
  'Subject: Confirm <b>your</b> address',
  'From: hall@guildhall.test',
  'To: wren@guildhall.test',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p><a href="http://127.0.0.1:4321/verify-email?token=a.b-c&amp;x=1">Confirm</a></p><script>alert(1)</script>',
].join('\r\n');

describe('the mail sink', () => {
  it('stores mails with their links and lists them by recipient', async () => {
    await post('wren@guildhall.test', HTML);
    await post('tobias@guildhall.test', 'Subject: Your code\r\n\r\n12345678');
    expect(sink.mails().map(({ subject }) => subject)).toEqual(['Your code', 'Confirm <b>your</b> address']);
    const [mail] = sink.mails('wren@guildhall.test');
    expect(mail?.links).toEqual(['http://127.0.0.1:4321/verify-email?token=a.b-c&x=1']);
    const listed = (await (
      await fetch(`${sink.url}/api/mails?to=wren@guildhall.test`)
    ).json()) as CaughtMail[];
    expect(listed.map(({ id }) => id)).toEqual([mail?.id]);
    const one = (await (await fetch(`${sink.url}/api/mails/${mail?.id}`)).json()) as CaughtMail;
    expect(one).toEqual(mail);
  });

  it('shows a mail in a sandboxed frame', async () => {
    await post('wren@guildhall.test', HTML);
    const [mail] = sink.mails();
    const page = await (await fetch(`${sink.url}/mail/${mail?.id}`)).text();
    expect(page).toContain('sandbox');
    expect(page).not.toContain('<b>your</b>');
    expect(page).not.toContain('<script>');
    const shown = await fetch(`${sink.url}/plain/${mail?.id}`);
    expect(shown.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
  });

  it('deletes all mails on request, and answers 404 for unknown ones', async () => {
    await post('wren@guildhall.test', HTML);
    await fetch(`${sink.url}/api/mails`, { method: 'DELETE' });
    expect(sink.mails()).toEqual([]);
    expect((await fetch(`${sink.url}/mail/none`)).status).toBe(404);
    expect((await fetch(`${sink.url}/etc/passwd`)).status).toBe(404);
    expect(await (await fetch(sink.url)).text()).toContain('No mail yet');
  });

  it('refuses to open on a taken port', async () => {
    const taken = Number(new URL(sink.url).port);
    await expect(openMailSink({ smtp: 0, page: taken })).rejects.toThrow('EADDRINUSE');
  });
});

describe('links', () => {
  it('are found once, without the full stop after them', () => {
    expect(linksIn('See http://a.test/x. And "http://a.test/x", <http://b.test/?q=1&amp;r=2>')).toEqual([
      'http://a.test/x',
      'http://b.test/?q=1&r=2',
    ]);
  });
});
