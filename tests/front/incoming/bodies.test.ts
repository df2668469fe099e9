import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { paths } from '../../../src/paths.ts';
import {
  FORM_LIMIT_BYTES,
  LARGE_ACTIONS,
  WEBHOOK_LIMIT_BYTES,
} from '../../../src/server/http/incoming/body-rules.ts';
import {
  type BareFront,
  eventually,
  type Line,
  openBareFront,
  requestText,
} from '../../server/http/bare-front.ts';

let front: BareFront | null = null;
let backend: Server | null = null;
const lines: Line[] = [];
afterEach(async () => {
  for (const line of lines.splice(0)) line.socket.destroy();
  await front?.close();
  backend?.closeAllConnections();
  backend?.close();
  front = backend = null;
});
async function opened(...options: Parameters<typeof openBareFront>): Promise<BareFront> {
  front = await openBareFront(...options);
  return front;
}
function line(): Line {
  const made = (front as BareFront).connect();
  lines.push(made);
  return made;
}
/** A request whose body is announced and sent without its last byte. */
const held = (path: string, bytes: number, headers: string[] = []) =>
  requestText('POST', path, [`Content-Length: ${bytes}`, ...headers], 'x'.repeat(bytes - 1));
const SIGNED = 'Stripe-Signature: t=1,v1=00';
const statusOf = (heard: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1]);

describe('a body', () => {
  it('of 8 MB to the webhook is refused before it is kept', async () => {
    const { held } = await opened();
    const one = line();
    one.send(
      requestText('POST', paths.paymentWebhook(), ['Content-Length: 8000000', SIGNED], 'x'.repeat(70_000)),
    );
    expect(statusOf(await one.until('\r\n\r\n'))).toBe(413);
    expect(held.bodyBytes).toBe(0);
  });

  it('to the webhook without a signature is refused before it is read', async () => {
    await opened();
    const one = line();
    one.send(requestText('POST', paths.paymentWebhook(), ['Content-Length: 200000']));
    expect(statusOf(await one.until('\r\n\r\n'))).toBe(400);
    expect(front?.held.bodyBytes).toBe(0);
  });

  it('of an action is at most a form, whatever its address promises', async () => {
    await opened();
    for (const path of [
      '/_actions/session.signIn',
      '/login?_action=session.signIn',
      '/api/views',
      '/nowhere',
    ]) {
      const one = line();
      one.send(requestText('POST', path, [`Content-Length: ${FORM_LIMIT_BYTES + 1}`]));
      expect(statusOf(await one.until('\r\n\r\n')), path).toBe(413);
    }
  });

  it('that a stranger sends to the backend is at most a form, and reaches it only complete', async () => {
    let asked = 0;
    backend = createServer((req, res) => {
      asked++;
      req.resume();
      res.end('{}');
    });
    await new Promise<void>((resolve) => backend?.listen(0, '127.0.0.1', resolve));
    const { port } = backend.address() as AddressInfo;
    await opened({ env: { POCKETBASE_URL: `http://127.0.0.1:${port}` } });
    const path = '/api/realtime';
    const [large, slow] = [line(), line()];
    large.send(requestText('POST', path, [`Content-Length: ${FORM_LIMIT_BYTES + 1}`]));
    expect(statusOf(await large.until('\r\n\r\n'))).toBe(413);
    slow.send(held(path, 100));
    await eventually(() => front?.held.bodyBytes === 100);
    expect(asked).toBe(0);
    slow.send('x');
    expect(statusOf(await slow.until('\r\n\r\n'))).toBe(200);
    expect(asked).toBe(1);
  });

  it('of a picture is refused before it is read where nobody is signed in', async () => {
    await opened();
    const cookie = `Cookie: pb_auth=${encodeURIComponent(JSON.stringify({ token: 'a.b.c' }))}`;
    for (const [headers, status] of [
      [[], 401],
      [[cookie], 503],
    ] as const) {
      const one = line();
      one.send(
        requestText('POST', '/_actions/account.changeAvatar', ['Content-Length: 5000000', ...headers]),
      );
      expect(statusOf(await one.until('\r\n\r\n'))).toBe(status);
    }
    expect(front?.held.bodyBytes).toBe(0);
  });

  it('of a length that is not told ends where its limit is', async () => {
    await opened();
    const one = line();
    one.send(requestText('POST', '/_actions/session.signIn', ['Transfer-Encoding: chunked']));
    const piece = 'x'.repeat(10_000);
    for (let sent = 0; sent < 8; sent++) one.send(`${piece.length.toString(16)}\r\n${piece}\r\n`);
    expect(statusOf(await one.until('\r\n\r\n'))).toBe(413);
    await eventually(() => front?.held.bodyBytes === 0);
  });

  it('in a thousand tiny pieces holds no more than its bytes', async () => {
    await opened();
    const one = line();
    one.send(requestText('POST', '/_actions/session.signIn', ['Transfer-Encoding: chunked']));
    one.send('1\r\nx\r\n'.repeat(20_000));
    await eventually(() => (front?.held.bodyBytes ?? 0) > 16_384);
    expect(front?.held.bodyBytes).toBeLessThanOrEqual(40_000);
    one.send('0\r\n\r\n');
    expect(await one.until('POST 20000')).toContain('POST 20000');
  });

  it('is read to the last byte, and a client that asks first is told to send it', async () => {
    await opened();
    const one = line();
    one.send(requestText('POST', '/login', ['Content-Length: 50000', 'Expect: 100-continue']));
    expect(await one.until('100 Continue')).toContain('100 Continue');
    one.send('x'.repeat(50_000));
    expect(await one.until('POST 50000')).toContain('POST 50000');
    const other = line();
    other.send(requestText('POST', '/login', ['Content-Length: 500000', 'Expect: 100-continue']));
    expect(await other.ended()).toMatch(/^HTTP\/1\.1 413/);
  });
});

describe('150 connections that hold back the last byte', () => {
  it('fill the budget, not the memory: further ones are told to come again, payments are not', async () => {
    await opened({ bodies: { maxBytes: 1_000_000, reserveBytes: 500_000 } });
    const all = Array.from({ length: 150 }, () => line());
    for (const one of all) one.send(held('/_actions/session.signIn', 60_000));
    const refused = () => all.filter(({ heard }) => heard.startsWith('HTTP/1.1 503'));
    await eventually(() => refused().length >= 130);
    expect(front?.held.bodyBytes).toBeLessThanOrEqual(1_000_000);
    expect(refused()[0]?.heard).toMatch(/retry-after: 2/i);
    for (const path of ['/_actions/checkout.checkOut', paths.paymentWebhook()]) {
      const payment = line();
      payment.send(`${held(path, 60_000, [SIGNED])}x`);
      expect(await payment.until('POST 60000')).toContain('POST 60000');
    }
  });

  it('leave nothing behind when they go', async () => {
    await opened();
    const all = Array.from({ length: 150 }, () => line());
    for (const one of all) one.send(held(paths.paymentWebhook(), WEBHOOK_LIMIT_BYTES, [SIGNED]));
    await eventually(() => (front?.held.bodyBytes ?? 0) > 20_000_000);
    for (const { socket } of all) socket.destroy();
    await eventually(() => front?.held.bodyBytes === 0);
  });

  it('from one address cannot take the room of others', async () => {
    await opened({
      env: { RATE_LIMITS: 'on', BEHIND_PROXY: '1' },
      bodies: { maxBytes: 1_000_000, ofAddressMaxBytes: { form: 300_000, long: 300_000 } },
    });
    const from = (address: string) => [`X-Forwarded-For: ${address}`];
    const all = Array.from({ length: 20 }, () => line());
    for (const one of all) one.send(held('/_actions/session.signIn', 60_000, from('10.1.1.1')));
    await eventually(() => all.filter(({ heard }) => heard.startsWith('HTTP/1.1 503')).length >= 15);
    const other = line();
    other.send(`${held('/login', 60_000, from('10.1.1.2'))}x`);
    expect(await other.until('POST 60000')).toContain('POST 60000');
  });

  it('are not waited for', async () => {
    await opened({ bodies: { pace: { bytes: 1000, withinMs: 50 } } });
    const one = line();
    one.send(held('/_actions/session.signIn', 60_000));
    expect(await one.ended()).toMatch(/^HTTP\/1\.1 408/);
    await eventually(() => front?.held.bodyBytes === 0);
  });
});

describe('the table of large actions', () => {
  it('refuses what is longer than its action may be', async () => {
    await opened();
    for (const [action, limit] of Object.entries(LARGE_ACTIONS)) {
      const one = line();
      one.send(requestText('POST', `/_actions/${action}`, [`Content-Length: ${limit + 1}`]));
      expect(statusOf(await one.until('\r\n\r\n')), action).toBe(413);
    }
  });
});
