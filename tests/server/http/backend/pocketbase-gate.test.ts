import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  backendPictureOf,
  forwardToBackend,
  isForwarded,
  PASSED_ROUTES,
} from '../../../../src/server/http/backend/pocketbase-gate.ts';
import { ROOT } from '../../../structure/source.ts';

const USER = '/api/collections/users';
const RECORD = 'abc123abc123abc';

describe('the gate to the backend', () => {
  it.each<[method: string, path: string]>([
    ['POST', `${USER}/auth-with-password`],
    ['POST', `${USER}/auth-refresh`],
    ['GET', '/api/realtime'],
    ['POST', '/api/realtime'],
    ['GET', '/api/health'],
    ['HEAD', '/api/health'],
    ['GET', `/api/files/users/${RECORD}/face_x1.webp`],
    ['GET', `/api/files/products/${RECORD}/a.webp`],
    ['GET', `/api/files/stores/${RECORD}/a.webp`],
  ])('is open for %s %s', (method, path) => {
    expect(isForwarded(method, path)).toBe(true);
  });

  it.each([
    // Passed on once, beside actions that count and ask for more: a bare token could change the e-mail address.
    ...[
      'request-email-change',
      'confirm-email-change',
      'request-otp',
      'auth-with-otp',
      'auth-with-oauth2',
      'request-verification',
      'confirm-verification',
      'request-password-reset',
      'confirm-password-reset',
    ].map((verb) => ['POST', `${USER}/${verb}`]),
    ['GET', `${USER}/auth-methods`],
    ['POST', `${USER}/records`],
    ['GET', `${USER}/records`],
    ['GET', `${USER}/records/${RECORD}`],
    ['PATCH', `${USER}/records/${RECORD}`],
    ['DELETE', `${USER}/records/${RECORD}`],
    ['POST', `${USER}/impersonate/${RECORD}`],
    ['GET', `${USER}/auth-with-password`],
    ['POST', '/api/collections/_superusers/auth-with-password'],
    ['POST', '/api/collections/_superusers/auth-refresh'],
    ['POST', '/api/collections/products/records'],
    ['GET', '/api/collections/products/records'],
    ['GET', '/api/collections'],
    ['GET', '/api/settings'],
    ['GET', '/api/logs'],
    ['GET', '/api/backups'],
    ['POST', '/api/batch'],
    ['GET', '/api/crons'],
    ['POST', '/api/files/token'],
    ['GET', `/api/files/product_files/${RECORD}/a.stl`],
    ['GET', `/api/files/users/${RECORD}/../../../internal/tx`],
    ['GET', `/api/files/users/${RECORD}/..%2f..%2fa`],
    ['POST', '/internal/tx'],
    ['POST', '/internal/ask'],
    ['GET', '/internal/changes'],
    ['GET', '/_/'],
    ['GET', '/api/oauth2-redirect'],
    ['POST', `/api/collections/users%2fauth-refresh`],
    ['POST', `/api/collections/./users/auth-refresh`],
    ['POST', `//api/collections/users/auth-refresh`],
    ['POST', `${USER}/auth-refresh/`],
    ['POST', `${USER}/AUTH-REFRESH`],
    ['OPTIONS', `${USER}/auth-refresh`],
    ['CONNECT', '/api/health'],
  ])('is closed for %s %s', (method, path) => {
    expect(isForwarded(method, path)).toBe(false);
  });

  it('is described in the operator’s manual, each route with who may and what limits it', () => {
    const manual = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8');
    const rows = PASSED_ROUTES.map(
      ({ method, address, who, limit }) => `| \`${method} ${address}\` | ${who} | ${limit} |`,
    );
    expect(manual).toContain(rows.join('\n'));
  });

  it('finds the record of a picture address', () => {
    expect(backendPictureOf(`/api/files/products/${RECORD}/a.webp`)).toEqual({
      collection: 'products',
      record: RECORD,
    });
    expect(backendPictureOf('/api/health')).toBeNull();
  });
});

describe('what passes', () => {
  let heard: { headers: IncomingMessage['headers']; body: string }[] = [];
  let backend: Server;
  let front: Server;
  const portOf = (server: Server) => (server.address() as AddressInfo).port;

  beforeAll(async () => {
    backend = createServer(async (req, res) => {
      let body = '';
      for await (const chunk of req) body += chunk;
      heard.push({ headers: req.headers, body });
      res.writeHead(200, {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        'set-cookie': 'x=1',
        server: 'backend',
      });
      res.end('{"ok":true}');
    });
    front = createServer(async (req, res) =>
      forwardToBackend(req, res, {
        backend: { url: `http://127.0.0.1:${portOf(backend)}` },
        client: '203.0.113.7',
        body: await buffer(req),
      }),
    );
    for (const server of [backend, front])
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    for (const server of [backend, front]) {
      server.closeAllConnections();
      server.close();
    }
  });

  function send(headers: Record<string, string>, body: string): Promise<IncomingMessage> {
    heard = [];
    return new Promise((resolve, reject) => {
      const sent = request(
        { port: portOf(front), method: 'POST', path: `${USER}/auth-refresh`, headers },
        resolve,
      );
      sent.once('error', reject);
      sent.end(body);
    });
  }

  it('sends the visitor’s real address, which cannot be forged', async () => {
    const answer = await send(
      {
        authorization: 'token',
        'content-type': 'application/json',
        'x-forwarded-for': '198.51.100.1',
        'x-guildhall-client': '198.51.100.2',
        cookie: 'pb_auth=secret',
        host: 'evil.example',
      },
      '{"a":1}',
    );
    expect(answer.statusCode).toBe(200);
    const [request] = heard;
    expect(request?.body).toBe('{"a":1}');
    expect(request?.headers['x-guildhall-client']).toBe('203.0.113.7');
    expect(request?.headers['authorization']).toBe('token');
    expect(request?.headers['cookie']).toBeUndefined();
    expect(request?.headers['x-forwarded-for']).toBeUndefined();
    expect(request?.headers.host).not.toBe('evil.example');
  });

  it('returns no CORS headers, no cookie and nothing cacheable', async () => {
    const { headers } = await send({}, '');
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['server']).toBeUndefined();
    expect(headers['cache-control']).toBe('no-store');
  });

  it('answers 503 in the backend’s shape while it is away', async () => {
    const away = createServer((req, res) =>
      forwardToBackend(req, res, {
        backend: { url: 'http://127.0.0.1:9' },
        client: 'x',
        body: Buffer.alloc(0),
      }),
    );
    await new Promise<void>((resolve) => away.listen(0, '127.0.0.1', resolve));
    const answer = await fetch(`http://127.0.0.1:${portOf(away)}/api/health`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ status: 503, message: expect.any(String), data: {} });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    away.closeAllConnections();
    away.close();
  });
});
