import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A captured mail. */
export interface CaughtMail {
  id: string;
  /** When it arrived, ISO 8601 in UTC. */
  at: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** Every http address in it, each once, in the order of appearance. */
  links: string[];
}

export interface MailSink {
  /** The page that shows the captured mails. */
  url: string;
  smtpPort: number;
  /** The captured mails, newest first. */
  mails(to?: string): CaughtMail[];
  close(): Promise<void>;
}

export interface MailSinkOptions {
  /** Port of the SMTP server; 0 takes a free one. */
  smtp: number;
  /** Port of the page; 0 takes a free one. */
  page: number;
  /** The present code of the demo's authenticator app; without it there is no page that shows one. */
  deskCode?: (() => AppCode) | undefined;
}

/** A code of an authenticator app, and how long it is shown yet. */
export interface AppCode {
  code: string;
  secondsLeft: number;
}

const LOOPBACK = '127.0.0.1';
const SIZE_LIMIT_BYTES = 25 * 1024 * 1024;
/** Older mails are dropped. */
const KEPT = 500;
/** A mail may contain styles and pictures of this machine, but no scripts and no other requests. */
const MAIL_POLICY =
  "default-src 'none'; img-src data: http://127.0.0.1:* http://localhost:*; style-src 'unsafe-inline'; sandbox allow-popups";
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'self'";

/**
 * Captures every mail of the stack instead of sending it: an SMTP server, a page to read the mails, and a JSON API
 * (`GET /api/mails?to=`, `GET /api/mails/{id}`, `DELETE /api/mails`). No mail is forwarded.
 * @throws Error when one of the ports is taken.
 */
export async function openMailSink({
  smtp: smtpPort,
  page: pagePort,
  deskCode,
}: MailSinkOptions): Promise<MailSink> {
  const mails: CaughtMail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: SIZE_LIMIT_BYTES,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('error', done);
      stream.once('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        readMail(Buffer.concat(chunks), to).then((mail) => {
          mails.unshift(mail);
          mails.length = Math.min(mails.length, KEPT);
          done();
        }, done);
      });
    },
  });
  // A client that disconnects early is no reason to stop.
  smtp.on('error', () => undefined);
  const http = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sink');
    const to = searchParams.get('to');
    const wanted = to === null ? mails : mails.filter((mail) => mail.to.includes(to));
    const [, kind = '', id] = /^\/(?:(api\/mails|mail|plain)(?:\/([\w-]+))?)?$/.exec(pathname) ?? [
      null,
      'none',
    ];
    const one = id === undefined ? undefined : mails.find((mail) => mail.id === id);
    if (kind === 'api/mails' && request.method === 'DELETE') {
      mails.length = 0;
      return answer(response, 200, 'application/json', '{}');
    }
    if (kind === 'api/mails' && id === undefined)
      return answer(response, 200, 'application/json', JSON.stringify(wanted));
    if (kind === 'api/mails' && one) return answer(response, 200, 'application/json', JSON.stringify(one));
    if (kind === 'plain' && one) {
      const asText = searchParams.get('as') === 'text' || one.html === '';
      const shown = asText ? textPage(one) : one.html;
      return answer(response, 200, 'text/html', shown, MAIL_POLICY);
    }
    if (kind === 'mail' && one) return answer(response, 200, 'text/html', mailPage(one), PAGE_POLICY);
    if (pathname === '/desk-code' && deskCode)
      return answer(response, 200, 'text/html', codePage(deskCode()), PAGE_POLICY);
    if (kind === '') return answer(response, 200, 'text/html', listPage(wanted), PAGE_POLICY);
    return answer(response, 404, 'text/plain', 'There is no such mail.');
  });
  await listening(smtp.server, () => smtp.listen(smtpPort, LOOPBACK));
  await listening(http, () => http.listen(pagePort, LOOPBACK)).catch(async (reason) => {
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
    throw reason;
  });
  return {
    url: `http://${LOOPBACK}:${portOf(http)}`,
    smtpPort: portOf(smtp.server),
    mails: (to) => mails.filter((mail) => to === undefined || mail.to.includes(to)),
    async close() {
      http.closeAllConnections();
      await Promise.all([
        new Promise<void>((resolve) => smtp.close(() => resolve())),
        new Promise<void>((resolve) => http.close(() => resolve())),
      ]);
    },
  };
}

/** A mail from its raw bytes and its envelope; the envelope decides the recipient. */
async function readMail(raw: Buffer, to: string[]): Promise<CaughtMail> {
  const mail = await PostalMime.parse(raw);
  const text = mail.text ?? '';
  const html = mail.html ?? '';
  return {
    id: randomUUID(),
    at: new Date().toISOString(),
    from: mail.from?.address ?? '',
    to,
    subject: mail.subject ?? '',
    text,
    html,
    links: linksIn(`${html}\n${text}`),
  };
}

/** The http addresses in a text or in HTML, each once. */
export function linksIn(text: string): string[] {
  // A document type and pictures contain addresses that are no links, and plain texts put links in brackets.
  const body = text
    .replace(/<!DOCTYPE[^>]*>/gi, '')
    .replace(/xmlns="[^"]*"/g, '')
    .replace(/<img [^>]*>/gi, '');
  const found = body.match(/https?:\/\/[^\s"'<>()[\]]+/g) ?? [];
  return [...new Set(found.map((link) => link.replaceAll('&amp;', '&').replace(/[.,;:]+$/, '')))];
}

interface Listening {
  once(event: 'error', heard: (reason: Error) => void): unknown;
  once(event: 'listening', heard: () => void): unknown;
}

function listening(server: Listening, listen: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', resolve);
    listen();
  });
}

function portOf(server: { address(): unknown }): number {
  const address = server.address();
  return typeof address === 'object' && address !== null && 'port' in address ? Number(address.port) : 0;
}

function answer(response: ServerResponse, status: number, type: string, body: string, policy?: string): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(policy ? { 'content-security-policy': policy } : {}),
  });
  response.end(body);
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const LOOK = `<style>
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
  pre { white-space: pre-wrap }
  li { margin-block: .75rem } ul { list-style: none; padding: 0 } small { opacity: .75 }
  iframe { width: 100%; height: 42rem; border: 1px solid }
</style>`;

function frame(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>${LOOK}<body>${body}</body></html>`;
}

function listPage(mails: CaughtMail[]): string {
  const rows = mails.map(
    (mail) =>
      `<li><a href="/mail/${mail.id}">${escaped(mail.subject || 'No subject')}</a><br><small>to ${escaped(mail.to.join(', '))}, ${mail.at.slice(0, 19).replace('T', ' ')}</small></li>`,
  );
  const list =
    rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>No mail yet. Sign up on the site and look again.</p>';
  return frame(
    'Mail',
    `<h1>Mail</h1><p>Every mail this site sends is caught here; none leaves this machine.</p>${list}`,
  );
}

/** In place of an app on a phone. It reloads when the next code begins. */
function codePage({ code, secondsLeft }: AppCode): string {
  return frame(
    'Desk code',
    `<meta http-equiv="refresh" content="${secondsLeft}"><h1>${code}</h1>
     <p>The operator desk asks odile and magnus for this code. Each works once; the next one comes in ${secondsLeft} seconds.</p>`,
  );
}

/** A mail's plain text, as a page. */
function textPage(mail: CaughtMail): string {
  return frame(mail.subject || 'No subject', `<pre>${escaped(mail.text)}</pre>`);
}

function mailPage(mail: CaughtMail): string {
  const links = mail.links.map(
    (link) => `<li><a href="${escaped(link)}" rel="noreferrer">${escaped(link)}</a></li>`,
  );
  return frame(
    mail.subject,
    `<p><a href="/">All mail</a></p><h1>${escaped(mail.subject || 'No subject')}</h1>
     <p><small>from ${escaped(mail.from)} to ${escaped(mail.to.join(', '))}</small></p>
     <iframe src="/plain/${mail.id}" sandbox title="The mail"></iframe>
     <p>Shown alone: ${mail.html === '' ? '' : `<a href="/plain/${mail.id}">HTML</a>, `}<a href="/plain/${mail.id}?as=text">plain text</a></p>
     ${links.length > 0 ? `<h2>Links in it</h2><ul>${links.join('')}</ul>` : ''}`,
  );
}
