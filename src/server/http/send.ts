import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Page, plainOf } from './page-cache.ts';

/** What every answer carries, whatever its status and type. */
export const SECURITY_HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'x-frame-options': 'DENY',
};

/** The policy of answers that are no pages of ours: nothing may run, load or frame them. */
export const BARE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Frames cannot be forbidden from a `<meta>` element, so the directive is added to the header. */
export function withFrameAncestors(policy: string): string {
  return /frame-ancestors/.test(policy) ? policy : `${policy.replace(/;\s*$/, '')}; frame-ancestors 'none'`;
}

export type PageSender = (req: IncomingMessage, res: ServerResponse, page: Page, from: string) => void;

/**
 * Sends ready pages: 304 where the visitor has it, else in the best encoding he takes. A page's headers, with those
 * `common` to all answers, are put together once; nothing may have been set on the answer before, for Node sends a
 * prepared list several times faster than single headers.
 */
export function pageSender(common: Record<string, string>): PageSender {
  const prepared = new WeakMap<Page, Map<string, string[]>>();
  const headersOf = (page: Page, packed: '' | 'br' | 'gzip', from: string, length: number): string[] => {
    const known = prepared.get(page) ?? new Map<string, string[]>();
    prepared.set(page, known);
    const key = `${packed} ${from} ${length}`;
    let headers = known.get(key);
    if (!headers) {
      headers = Object.entries({
        ...common,
        ...page.headers,
        'content-security-policy': withFrameAncestors(page.headers['content-security-policy'] ?? BARE_POLICY),
        'x-cache': from,
        ...(packed === '' ? {} : { 'content-encoding': packed }),
        ...(length < 0 ? {} : { 'content-length': String(length) }),
      }).flat();
      known.set(key, headers);
    }
    return headers;
  };
  return (req, res, page, from) => {
    if (page.status === 200 && isKnown(req, page)) {
      res.writeHead(304, headersOf(page, '', from, -1));
      res.end();
      return;
    }
    const accepts = req.headers['accept-encoding'];
    let body: Buffer | null = null;
    let packed: '' | 'br' | 'gzip' = '';
    if (typeof accepts === 'string') {
      if (page.br !== page.plain && /\bbr\b/.test(accepts)) [body, packed] = [page.br, 'br'];
      else if (page.gz !== page.plain && /\bgzip\b/.test(accepts)) [body, packed] = [page.gz, 'gzip'];
    }
    body ??= plainOf(page);
    res.writeHead(page.status, headersOf(page, packed, from, body.length));
    res.end(req.method === 'HEAD' ? undefined : body);
  };
}

/** Whether the visitor has this page already: by its tag, or where he names none, by the very date it was sent with. */
function isKnown({ headers }: IncomingMessage, page: Page): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags.includes(page.etag);
  const since = headers['if-modified-since'];
  return since !== undefined && since === page.headers['last-modified'];
}

/** A short plain answer of the front itself. */
export function sendText(
  res: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  res.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': BARE_POLICY,
    ...headers,
  });
  res.end(text);
}

/**
 * An answer in the backend's error shape, for requests that expect JSON.
 * @param data what is wrong by field, where fields were sent.
 */
export function sendJsonError(
  res: ServerResponse,
  status: number,
  message: string,
  data: Record<string, { code: string; message: string }> = {},
): void {
  sendJson(res, status, { status, message, data });
}

/** An answer for the one who asked, and nobody else. */
export function sendJson(res: ServerResponse, status: number, body: object): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  res.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'content-security-policy': BARE_POLICY,
  });
  res.end(JSON.stringify(body));
}
