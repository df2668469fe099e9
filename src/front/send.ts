import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Packing, type Page, plainOf } from './ready-page.ts';

/** Headers of every answer. */
export const SECURITY_HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'x-frame-options': 'DENY',
};

/** The policy of answers that are not pages: they may load nothing and must not be framed. */
export const BARE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Adds frame-ancestors, which has no effect in a `<meta>` element, to the policy header. */
export function withFrameAncestors(policy: string): string {
  return /frame-ancestors/.test(policy) ? policy : `${policy.replace(/;\s*$/, '')}; frame-ancestors 'none'`;
}

export type PageSender = (
  req: IncomingMessage,
  res: ServerResponse,
  page: Page,
  from: string,
  /** Whether a cookie chose this page: no cache in front may keep it under its address. */
  isChosen?: boolean,
) => void | Promise<void>;

/** The best encoding that the visitor accepts; "" if none. */
export function packingFor({ headers }: IncomingMessage): '' | Packing {
  const accepts = headers['accept-encoding'];
  if (typeof accepts !== 'string') return '';
  if (/\bbr\b/.test(accepts)) return 'br';
  return /\bgzip\b/.test(accepts) ? 'gzip' : '';
}

/**
 * Sends cached pages: 304 if the visitor has the page, otherwise in the best accepted encoding. The headers of a page and
 * those `common` to all answers are prepared once; no header may be set on the answer before, because Node sends a
 * prepared list several times faster than single headers.
 */
export function pageSender(common: Record<string, string>): PageSender {
  const prepared = new WeakMap<Page, Map<string, string[]>>();
  const headersOf = (
    page: Page,
    packed: '' | Packing,
    { from, length, isChosen }: { from: string; length: number; isChosen: boolean },
  ): string[] => {
    const known = prepared.get(page) ?? new Map<string, string[]>();
    prepared.set(page, known);
    const key = `${packed} ${from} ${length} ${isChosen}`;
    let headers = known.get(key);
    if (!headers) {
      headers = Object.entries({
        ...common,
        ...(isChosen ? ofOneVisitor(page.headers) : page.headers),
        'content-security-policy': withFrameAncestors(page.headers['content-security-policy'] ?? BARE_POLICY),
        'x-cache': from,
        ...(packed === '' ? {} : { 'content-encoding': packed }),
        ...(length < 0 ? {} : { 'content-length': String(length) }),
      }).flat();
      known.set(key, headers);
    }
    return headers;
  };
  return (req, res, page, from, isChosen = false) => {
    if (page.status === 200 && isKnown(req, page)) {
      res.writeHead(304, headersOf(page, '', { from, length: -1, isChosen }));
      res.end();
      return;
    }
    const send = (body: Buffer, packed: '' | Packing) => {
      res.writeHead(page.status, headersOf(page, packed, { from, length: body.length, isChosen }));
      res.end(req.method === 'HEAD' ? undefined : body);
    };
    const packing = packingFor(req);
    const body = packing === 'br' ? page.br : packing === 'gzip' ? page.gz : null;
    // A file that is not worth compressing is its own encoding.
    if (packing !== '' && body && body !== page.plain) return send(body, packing);
    const plain = plainOf(page);
    return plain instanceof Promise ? plain.then((body) => send(body, '')) : send(plain, '');
  };
}

/** The headers of a page that only this visitor's browser may keep. */
function ofOneVisitor(headers: Page['headers']): Page['headers'] {
  const { 'cdn-cache-control': _, 'cache-tag': __, 'surrogate-key': ___, ...rest } = headers;
  return { ...rest, 'cache-control': 'private, no-cache' };
}

/** Whether the visitor has this page already: by its ETag, or without one by its exact Last-Modified date. */
function isKnown({ headers }: IncomingMessage, page: Page): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags.includes(page.etag);
  const since = headers['if-modified-since'];
  return since !== undefined && since === page.headers['last-modified'];
}

/** Sends a short answer that must not be cached; where one has begun, it is cut off. */
function sendBare(
  res: ServerResponse,
  status: number,
  type: string,
  body: string,
  headers: Record<string, string>,
): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  res.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'content-security-policy': BARE_POLICY,
    ...headers,
  });
  res.end(body);
}

/** Sends a short plain-text answer. */
export function sendText(
  res: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  sendBare(res, status, 'text/plain; charset=utf-8', text, headers);
}

/**
 * Sends an error in the backend's shape, for requests that expect JSON.
 * @param data errors by field.
 */
export function sendJsonError(
  res: ServerResponse,
  status: number,
  message: string,
  data: Record<string, { code: string; message: string }> = {},
): void {
  sendJson(res, status, { status, message, data });
}

/** The names that Astro gives to the statuses with which the front server refuses an action. */
const ACTION_CODES: Record<number, string> = {
  401: 'UNAUTHORIZED',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  413: 'CONTENT_TOO_LARGE',
  503: 'SERVICE_UNAVAILABLE',
};

/**
 * Refuses a request that Astro would have handled. The browser's side of an action shows `message` as it shows the errors
 * of the action itself; without `type` it would show a general sentence.
 */
export function sendRefusal(res: ServerResponse, status: number, message: string): void {
  sendJson(res, status, { type: 'AstroActionError', code: ACTION_CODES[status], status, message, data: {} });
}

/** Sends JSON that must not be cached. */
export function sendJson(
  res: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  sendBare(res, status, 'application/json', JSON.stringify(body), headers);
}
