import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { sameOrigin } from '../../src/front/incoming/request-checks.ts';
import { type Packing, type Page, readyPage } from '../../src/front/ready-page.ts';
import { pageSender, SECURITY_HEADERS } from '../../src/front/send.ts';
import { clientAddress } from '../../src/server/http/limits.ts';

let server: Server;
async function serve(page: Page): Promise<string> {
  server = createServer((req, res) => pageSender(SECURITY_HEADERS)(req, res, page, 'HIT'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const ready = (status = 200, wanted: Packing = 'br') =>
  readyPage(
    { status, headers: { 'content-type': 'text/html' }, body: Buffer.from('<p>text</p>'.repeat(200)) },
    0,
    { wanted },
  );

describe('a page that is sent', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const)('is packed as the visitor takes it: %s', async (accepts, packed) => {
    const answer = await fetch(await serve(await ready(200, packed ?? 'br')), {
      headers: { 'accept-encoding': accepts },
    });
    expect(answer.headers.get('content-encoding')).toBe(packed);
    expect(await answer.text()).toBe('<p>text</p>'.repeat(200));
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
  });

  it('is not sent to who has it already', async () => {
    const page = await ready();
    const url = await serve(page);
    const answer = await fetch(url, { headers: { 'if-none-match': `"other", ${page.etag}` } });
    expect(answer.status).toBe(304);
    expect(await answer.text()).toBe('');
  });

  it('is not sent again for its exact Last-Modified date, unless the ETag differs', async () => {
    const changed = 'Sat, 21 Nov 2026 05:00:00 GMT';
    const headers = { 'content-type': 'application/rss+xml', 'last-modified': changed };
    const url = await serve(await readyPage({ status: 200, headers, body: Buffer.from('<rss/>') }, 0));
    const status = async (headers: Record<string, string>) => (await fetch(url, { headers })).status;
    expect(await status({ 'if-modified-since': changed })).toBe(304);
    expect(await status({ 'if-modified-since': 'Sat, 21 Nov 2026 06:00:00 GMT' })).toBe(200);
    expect(await status({ 'if-modified-since': changed, 'if-none-match': '"other"' })).toBe(200);
  });

  it('that a cookie chose is said to be of one visitor, so that no cache in front keeps it', async () => {
    const headers = {
      'content-type': 'text/html',
      'cdn-cache-control': 'max-age=60',
      'cache-tag': 'search',
    };
    const page = await readyPage({ status: 200, headers, body: Buffer.from('<p>hidden</p>') }, 0, {
      tagged: true,
    });
    const send = pageSender(SECURITY_HEADERS);
    server = createServer((req, res) => send(req, res, page, 'HIT', req.url === '/chosen'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const told = async (path: string, more: Record<string, string> = {}) => {
      const { headers } = await fetch(url + path, { headers: more });
      return ['cache-control', 'cdn-cache-control', 'cache-tag', 'surrogate-key'].map((name) =>
        headers.get(name),
      );
    };
    expect(await told('/')).toEqual(['no-cache', 'max-age=60', 'search', 'search']);
    expect(await told('/chosen')).toEqual(['private, no-cache', null, null, null]);
    expect(await told('/chosen', { 'if-none-match': page.etag })).toEqual([
      'private, no-cache',
      null,
      null,
      null,
    ]);
    expect(await told('/')).toEqual(['no-cache', 'max-age=60', 'search', 'search']);
  });

  it('answers a 404 in full, even to who has it', async () => {
    const page = await ready(404);
    expect((await fetch(await serve(page), { headers: { 'if-none-match': page.etag } })).status).toBe(404);
  });

  it('tells its length without its body to a HEAD', async () => {
    const answer = await fetch(await serve(await ready()), { method: 'HEAD' });
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(0);
    expect(await answer.text()).toBe('');
  });

  it('forbids frames, whatever its own policy says', async () => {
    const page = await readyPage(
      { status: 200, headers: { 'content-security-policy': "default-src 'self'" }, body: Buffer.from('x') },
      0,
    );
    const policy = (await fetch(await serve(page))).headers.get('content-security-policy');
    expect(policy).toBe("default-src 'self'; frame-ancestors 'none'");
  });
});

/** As much of a request as the judges look at. */
const requestWith = (headers: Record<string, string>, remoteAddress = '10.0.0.1') =>
  ({ headers, socket: { remoteAddress } }) as unknown as Parameters<typeof sameOrigin>[0];

describe('where a writing request comes from', () => {
  const hosts = ['guildhall.example'];
  it.each([
    [{}, true],
    [{ origin: 'https://guildhall.example' }, true],
    [{ origin: 'https://guildhall.example', 'sec-fetch-site': 'same-origin' }, true],
    [{ origin: 'https://evil.example' }, false],
    [{ origin: 'null' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ origin: 'https://guildhall.example.evil.example' }, false],
  ])('%j: ours is %s', (headers, ours) => {
    expect(sameOrigin(requestWith(headers), hosts)).toBe(ours);
  });
});

describe('the visitor’s address', () => {
  it('is the address of the connection, whatever the headers claim', () => {
    expect(clientAddress(requestWith({ 'x-forwarded-for': '1.2.3.4' }), false)).toBe('10.0.0.1');
  });

  it('is what our proxy wrote, not what stood before it', () => {
    expect(clientAddress(requestWith({ 'x-forwarded-for': '1.2.3.4, 203.0.113.7' }), true)).toBe(
      '203.0.113.7',
    );
    expect(clientAddress(requestWith({}), true)).toBe('10.0.0.1');
  });
});
