import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { BARE_POLICY, sendJsonError } from './send.ts';

/**
 * Backend requests that are forwarded through the site's origin; all others are not found. Sign-up is not among them,
 * because the backend reveals which addresses are taken and our own action does not.
 */
const OPEN: { method: string; path: RegExp }[] = [
  ...[
    'auth-with-password',
    'auth-with-oauth2',
    'auth-refresh',
    'auth-with-otp',
    'request-otp',
    'request-verification',
    'confirm-verification',
    'request-password-reset',
    'confirm-password-reset',
    'request-email-change',
    'confirm-email-change',
  ].map((verb) => ({ method: 'POST', path: new RegExp(`^/api/collections/users/${verb}$`) })),
  { method: 'GET', path: /^\/api\/collections\/users\/auth-methods$/ },
  { method: 'GET', path: /^\/api\/realtime$/ },
  { method: 'POST', path: /^\/api\/realtime$/ },
  { method: 'GET', path: /^\/api\/files\/(users|stores|products)\/[a-z0-9]{15}\/[\w.-]{1,120}$/ },
  { method: 'GET', path: /^\/api\/health$/ },
];

/** Whether a request is forwarded to the backend. `path` is still encoded: a path with escapes is never forwarded. */
export function isForwarded(method: string, path: string): boolean {
  const effective = method === 'HEAD' ? 'GET' : method;
  return OPEN.some((entry) => entry.method === effective && entry.path.test(path));
}

/** The collection and record of a backend file address, or null for other addresses. */
export function backendPictureOf(
  path: string,
): { collection: 'users' | 'stores' | 'products'; record: string } | null {
  const match = /^\/api\/files\/(users|stores|products)\/([a-z0-9]{15})\//.exec(path);
  return match ? { collection: match[1] as 'users' | 'stores' | 'products', record: match[2] ?? '' } : null;
}

/** Maximum body of a forwarded request; the forms forwarded here are small. In bytes. */
const BODY_LIMIT_BYTES = 1024 * 1024;
/** Only these headers are forwarded, so that a client cannot claim another address, host or session. */
const PASSED_ON = [
  'authorization',
  'content-type',
  'content-length',
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
  backend: string;
  /** The visitor's address, for the backend's rate limits. */
  client: string;
  /** Sends an endless answer; all others are piped. */
  stream?: ((answer: IncomingMessage, res: ServerResponse) => void) | undefined;
}

/** Forwards one request and streams the answer back. Answers 503 in the backend's error shape if it is unreachable. */
export function forwardToBackend(
  req: IncomingMessage,
  res: ServerResponse,
  { backend, client, stream }: GateOptions,
): void {
  const length = Number(req.headers['content-length'] ?? 0);
  if (length > BODY_LIMIT_BYTES) {
    sendJsonError(res, 413, 'The request is larger than 1 MB.');
    return;
  }
  const headers: Record<string, string | string[]> = { 'x-guildhall-client': client };
  for (const name of PASSED_ON) {
    const value = req.headers[name];
    if (value !== undefined) headers[name] = value;
  }
  const target = new URL(backend);
  const upstream = http.request(
    { host: target.hostname, port: target.port, method: req.method, path: req.url, headers },
    (answer) => {
      const returned: Record<string, string | string[]> = { 'content-security-policy': BARE_POLICY };
      for (const [name, value] of Object.entries(answer.headers)) {
        if (value !== undefined && !NOT_RETURNED.has(name) && !name.startsWith('access-control-'))
          returned[name] = value;
      }
      if (!/^\/api\/files\//.test(req.url ?? '')) returned['cache-control'] = 'no-store';
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
  let received = 0;
  req.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > BODY_LIMIT_BYTES) {
      upstream.destroy();
      sendJsonError(res, 413, 'The request is larger than 1 MB.');
    }
  });
  req.pipe(upstream);
}
