import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import type { ClientRequest, ServerResponse } from 'node:http';

/**
 * Loaded into the site's process before the site itself: each answer says in the header `X-Trips` how many requests to
 * PocketBase were sent for it, and in `X-Writes` how many of them wrote something. The site has no part in it. Who asks and which store is theirs are not counted: how long they are
 * remembered is a matter of seconds, which no test should count.
 */
const trips = new AsyncLocalStorage<{ count: number; writes: number }>();
const backend = new URL(process.env['POCKETBASE_URL'] ?? 'http://127.0.0.1:8090').origin;

channel('http.server.request.start').subscribe((message) => {
  const { response } = message as { response: ServerResponse };
  const counted = { count: 0, writes: 0 };
  trips.enterWith(counted);
  const { writeHead } = response;
  response.writeHead = function (this: ServerResponse, ...args: Parameters<typeof writeHead>) {
    if (!this.headersSent) this.setHeader('X-Trips', counted.count).setHeader('X-Writes', counted.writes);
    return writeHead.apply(this, args);
  } as typeof writeHead;
});

/** @param sent the body of a question; "" where it is not known */
function count(method: string, url: URL, sent = ''): void {
  const counted = trips.getStore();
  const { origin, pathname } = url;
  const isRemembered =
    pathname.endsWith('/users/auth-refresh') ||
    (pathname === '/internal/ask' && sent !== '' && asksForOwnStore(sent));
  if (!counted || origin !== backend || isRemembered) return;
  counted.count += 1;
  const isQuestion =
    method === 'GET' || pathname === '/internal/ask' || pathname.endsWith('/auth-with-password');
  if (!isQuestion) counted.writes += 1;
}

/** Whether a trip asks for nothing but the store of a person. */
function asksForOwnStore(sent: string): boolean {
  const { queries, reads } = JSON.parse(sent) as { queries: { sql: string }[]; reads?: unknown[] };
  const [asked] = queries;
  return !reads && queries.length === 1 && /FROM stores s WHERE s\.owner = /.test(asked?.sql ?? '');
}

channel('http.client.request.created').subscribe((message) => {
  const { request } = message as { request: ClientRequest };
  const { end } = request;
  request.end = function (this: ClientRequest, ...args: unknown[]) {
    const url = new URL(request.path, `${request.protocol}//${request.getHeader('host')}`);
    count(request.method, url, Buffer.isBuffer(args[0]) ? args[0].toString() : '');
    return Reflect.apply(end, this, args);
  } as typeof end;
});

// Forms with files go by `fetch`.
channel('undici:request:create').subscribe((message) => {
  const { request } = message as { request: { method: string; origin: string | URL; path: string } };
  count(request.method, new URL(request.path, request.origin));
});
