import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { serviceClient, userClient } from '../../src/data/kernel/client.ts';
import { type BackendGate, openBackendGate } from '../../src/ops/backend-gate.ts';
import { freePort } from '../../src/ops/ports.ts';
import type { App } from '../../src/server/app/app.ts';
import { servePassedSignIn } from '../../src/server/http/backend/passed-sign-in.ts';
import { forwardToBackend } from '../../src/server/http/backend/pocketbase-gate.ts';
import { Pictures } from '../../src/server/http/pictures/pictures.ts';

const SECRET = 'a-secret-of-more-than-32-characters';
/** What has reached the backend behind the gate. */
let asked: { line: string; headers: IncomingMessage['headers']; body: string }[];
let backend: Server;
let gate: BackendGate;
const portOf = (server: Server) => (server.address() as AddressInfo).port;
const opened = (handle: (req: IncomingMessage, res: ServerResponse) => void) =>
  new Promise<Server>((resolve) => {
    const server = createServer(handle).listen(0, '127.0.0.1', () => resolve(server));
  });
const closed = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

beforeEach(async () => {
  asked = [];
  backend = await opened(async (req, res) => {
    const body = String(await buffer(req));
    asked.push({ line: `${req.method} ${req.url}`, headers: req.headers, body });
    res.writeHead(200, { 'content-type': 'application/json', 'x-from': 'the backend' });
    res.end('{"token":"a.b.c","record":{"id":"x"}}');
  });
  gate = await openBackendGate({
    host: '127.0.0.1',
    port: await freePort(),
    secret: SECRET,
    pocketbasePort: portOf(backend),
  });
});
afterEach(async () => {
  await gate.close();
  await closed(backend);
});

it.each([
  ['GET', '/api/collections/users/records'],
  ['POST', '/api/collections/_superusers/auth-with-password'],
  ['POST', '/api/collections/users/auth-with-password'],
  ['GET', '/_/'],
  ['POST', '/internal/ask'],
  ['GET', '/api/files/products/abcdefghijklmno/picture.webp'],
  ['POST', '/api/health'],
  ['GET', '/api/health/../collections'],
])('another machine without the secret finds nothing: %s %s', async (method, path) => {
  for (const headers of [{}, { 'x-guildhall-secret': `${SECRET}x` }, { 'x-guildhall-secret': '' }]) {
    const answer = await fetch(gate.url + path, {
      method,
      headers: { ...headers, 'x-guildhall-site': '1', 'x-guildhall-client': '203.0.113.9' },
      ...(method === 'POST' ? { body: '{}' } : {}),
    });
    expect([answer.status, await answer.json()]).toMatchObject([404, { status: 404 }]);
  }
  expect(asked).toEqual([]);
});

it('anybody may ask whether the backend lives', async () => {
  const answer = await fetch(`${gate.url}/api/health`);
  expect([answer.status, answer.headers.get('x-from')]).toEqual([200, 'the backend']);
});

it('a site with the secret gets what a site on the same machine gets, and the secret goes no further', async () => {
  const answer = await fetch(`${gate.url}/internal/tx?a=1`, {
    method: 'POST',
    headers: { 'x-guildhall-secret': SECRET, 'x-guildhall-client': '203.0.113.9', authorization: 'a token' },
    body: 'steps',
  });
  expect(answer.status).toBe(200);
  expect(asked).toMatchObject([
    {
      line: 'POST /internal/tx?a=1',
      headers: { 'x-guildhall-client': '203.0.113.9', authorization: 'a token' },
      body: 'steps',
    },
  ]);
  expect(asked[0]?.headers).not.toHaveProperty('x-guildhall-secret');
});

it('each way in which a site asks its backend shows the secret', async () => {
  const there = { url: gate.url, secret: SECRET };
  await userClient(there, 'token', '203.0.113.9').health.check();
  await serviceClient({ ...there, email: 'a@b.test', password: 'x' }).send('/internal/changes', {});
  await new Pictures(there, '/nowhere')
    .get({ width: 320, collection: 'products', record: 'abcdefghijklmno', file: 'a.webp' })
    .catch(() => null);
  const site = await opened((req, res) => {
    if (req.url === '/api/realtime')
      return forwardToBackend(req, res, { backend: there, client: 'x', body: Buffer.alloc(0) });
    const app = {
      settings: { pocketbase: there },
      identity: {
        knownDevices: { deviceOf: () => null },
        signInLimits: { minutesToWait: async () => null, forget: async () => undefined },
      },
    } as unknown as App;
    void servePassedSignIn(app, req, res, Buffer.from('{"identity":"a@b.test","password":"x"}'), 'x');
  });
  for (const path of ['/api/realtime', '/sign-in'])
    await (await fetch(`http://127.0.0.1:${portOf(site)}${path}`)).arrayBuffer();
  await closed(site);
  expect(asked.map(({ line }) => line)).toEqual([
    'GET /api/health',
    'POST /api/collections/_superusers/auth-with-password',
    'GET /internal/changes',
    'GET /api/files/products/abcdefghijklmno/a.webp',
    'GET /api/realtime',
    'POST /api/collections/users/auth-with-password',
  ]);
});

it('while the backend restarts, sites are told to ask again', async () => {
  await closed(backend);
  const answer = await fetch(`${gate.url}/api/health`, { headers: { 'x-guildhall-secret': SECRET } });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
});
