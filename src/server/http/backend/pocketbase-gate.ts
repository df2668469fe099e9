import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { type Backend, secretHeader } from '../../../data/kernel/backend.ts';
import { BARE_POLICY, sendJsonError } from '../../../front/send.ts';

/** A request that the site's origin passes on to the backend. */
export interface PassedRoute {
  method: 'GET' | 'POST';
  path: RegExp;
  /** The path as people write it. */
  address: string;
  /** Who gets more than a refusal. */
  who: string;
  /** What stops somebody who asks too often. */
  limit: string;
}

const USERS = '/api/collections/users';
const userRoute = (verb: string, who: string, limit: string): PassedRoute => ({
  method: 'POST',
  path: new RegExp(`^${USERS}/${verb}$`),
  address: `${USERS}/${verb}`,
  who,
  limit,
});

/**
 * Everything that is passed on; all other paths of the backend are not found. What an action does better is not here:
 * sign-up reveals which addresses are taken, mailed codes and links are counted by the actions, and a change of the
 * address needs the password there. docs/operating.md has the same table, and a test compares them.
 */
export const PASSED_ROUTES: readonly PassedRoute[] = [
  userRoute(
    'auth-with-password',
    'anybody who knows the password',
    '10 attempts in 10 minutes for an account, together with the sign-in page; 30 a minute for an address',
  ),
  userRoute(
    'auth-refresh',
    'a signed-in person, about their own account',
    '300 in 10 seconds for an address',
  ),
  {
    method: 'GET',
    path: /^\/api\/realtime$/,
    address: '/api/realtime',
    who: 'anybody; hints reach signed-in people only',
    limit: '60 connections for an address, 20 000 in total',
  },
  {
    method: 'POST',
    path: /^\/api\/realtime$/,
    address: '/api/realtime',
    who: 'a signed-in person, for hints to themselves',
    limit: '12 connections for a person; 300 requests in 10 seconds for an address',
  },
  {
    method: 'GET',
    path: /^\/api\/files\/(users|stores|products)\/[a-z0-9]{15}\/[\w.-]{1,120}$/,
    address: '/api/files/{users, stores or products}/{id}/{file}',
    who: 'anybody, pictures that are public',
    limit: '120 a minute for an address that are not found; 600 in 10 seconds, by the backend',
  },
  {
    method: 'GET',
    path: /^\/api\/health$/,
    address: '/api/health',
    who: 'anybody',
    limit: '600 in 10 seconds for an address, by the backend',
  },
];

/** Where the front server reads the request itself, to count attempts by account. */
export const PASSWORD_ROUTE = `${USERS}/auth-with-password`;

/** Whether a request is forwarded to the backend. `path` is still encoded: a path with escapes is never forwarded. */
export function isForwarded(method: string, path: string): boolean {
  const effective = method === 'HEAD' ? 'GET' : method;
  return PASSED_ROUTES.some((route) => route.method === effective && route.path.test(path));
}

/** The collection and record of a backend file address, or null for other addresses. */
export function backendPictureOf(
  path: string,
): { collection: 'users' | 'stores' | 'products'; record: string } | null {
  const match = /^\/api\/files\/(users|stores|products)\/([a-z0-9]{15})\//.exec(path);
  return match ? { collection: match[1] as 'users' | 'stores' | 'products', record: match[2] ?? '' } : null;
}

/** Only these headers are forwarded, so that a client cannot claim another address, host or session. */
const PASSED_ON = [
  'authorization',
  'content-type',
  'accept',
  'accept-language',
  'user-agent',
  'range',
  'if-none-match',
  'if-modified-since',
  'last-event-id',
];
const NOT_RETURNED = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'set-cookie',
  'content-security-policy',
  'x-powered-by',
  'server',
  'date',
]);

export interface GateOptions {
  backend: Backend;
  /** The visitor's address, for the backend's rate limits. */
  client: string;
  /** Read before, so that no visitor can keep the backend waiting. */
  body: Buffer;
  /** Told the status of the backend's answer. */
  onStatus?: (status: number) => void;
  /** Sends an endless answer; all others are piped. */
  stream?: ((answer: IncomingMessage, res: ServerResponse) => void) | undefined;
}

/** Forwards one request and streams the answer back. Answers 503 in the backend's error shape if it is unreachable. */
export function forwardToBackend(
  req: IncomingMessage,
  res: ServerResponse,
  { backend, client, body, onStatus, stream }: GateOptions,
): void {
  const headers: Record<string, string | string[]> = {
    'x-guildhall-client': client,
    ...secretHeader(backend.secret),
  };
  for (const name of PASSED_ON) {
    const value = req.headers[name];
    if (value !== undefined) headers[name] = value;
  }
  if (req.method === 'POST') headers['content-length'] = String(body.length);
  const target = new URL(backend.url);
  const { request } = target.protocol === 'https:' ? https : http;
  const upstream = request(
    { host: target.hostname, port: target.port, method: req.method, path: req.url, headers },
    (answer) => {
      const returned: Record<string, string | string[]> = { 'content-security-policy': BARE_POLICY };
      for (const [name, value] of Object.entries(answer.headers)) {
        if (value !== undefined && !NOT_RETURNED.has(name) && !name.startsWith('access-control-'))
          returned[name] = value;
      }
      if (!/^\/api\/files\//.test(req.url ?? '')) returned['cache-control'] = 'no-store';
      onStatus?.(answer.statusCode ?? 502);
      res.writeHead(answer.statusCode ?? 502, returned);
      if (stream) stream(answer, res);
      else answer.pipe(res);
      answer.on('error', () => res.destroy());
    },
  );
  upstream.on('error', () => {
    if (!res.headersSent) res.setHeader('retry-after', '2');
    sendJsonError(res, 503, 'The service is restarting; try again in a moment.');
  });
  res.on('close', () => upstream.destroy());
  upstream.end(body);
}
