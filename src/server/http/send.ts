import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page } from './page-cache.ts';

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

/** Sends a ready page: 304 where the visitor has it, else in the best encoding he takes. */
export function sendPage(req: IncomingMessage, res: ServerResponse, page: Page, from: string): void {
  const headers: Record<string, string | number> = { ...page.headers, 'x-cache': from };
  headers['content-security-policy'] = withFrameAncestors(
    page.headers['content-security-policy'] ?? BARE_POLICY,
  );
  if (req.headers['if-none-match']?.includes(page.etag) && page.status === 200) {
    res.writeHead(304, headers);
    res.end();
    return;
  }
  const accepts = String(req.headers['accept-encoding'] ?? '');
  let body = page.plain;
  if (page.br !== page.plain && /\bbr\b/.test(accepts)) {
    headers['content-encoding'] = 'br';
    body = page.br;
  } else if (page.gz !== page.plain && /\bgzip\b/.test(accepts)) {
    headers['content-encoding'] = 'gzip';
    body = page.gz;
  }
  headers['content-length'] = body.length;
  res.writeHead(page.status, headers);
  res.end(req.method === 'HEAD' ? undefined : body);
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

/** An answer in the backend's error shape, for requests that expect JSON. */
export function sendJsonError(res: ServerResponse, status: number, message: string): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  res.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'content-security-policy': BARE_POLICY,
  });
  res.end(JSON.stringify({ status, message, data: {} }));
}
