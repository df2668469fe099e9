import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

const SENTENCE = 'The site is very busy at the moment; try again shortly.';

const STYLE =
  ':root{color-scheme:light dark;font:1.1rem/1.6 system-ui,sans-serif}' +
  'main{max-width:34rem;margin:18vh auto;padding:0 1.25rem}h1{font-size:1.6rem;line-height:1.2}';
/** Nothing is loaded; only the style above applies. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`;

/** A page without files of its own, so that a refusal costs one request. A page that was only read asks again by itself. */
const pageFor = (seconds: number, wasRead: boolean) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>One moment, please</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
${wasRead ? `<meta http-equiv="refresh" content="${seconds}">` : ''}<style>${STYLE}</style></head>
<body><main><h1>One moment, please</h1><p>The site is very busy at the moment. ${
    wasRead
      ? `This page tries again by itself in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`
      : 'Nothing was changed. Go back and send the form once more.'
  }</p></main></body></html>`;

/**
 * Refuses a request that can wait: as a page for people, as an action's error for actions, as JSON for other addresses of
 * the API, and else as a sentence.
 * @param status 429 for a visitor who asks too often, 503 if the site is overloaded.
 * @param seconds after which to try again, at least 1.
 */
export function sendBusy(
  req: IncomingMessage,
  res: ServerResponse,
  status: 429 | 503,
  seconds: number,
): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const wasRead = req.method === 'GET' || req.method === 'HEAD';
  const url = req.url ?? '/';
  let type = 'text/plain; charset=utf-8';
  let body = SENTENCE;
  if (url.startsWith('/_actions/')) {
    // What `ActionError.fromJson` of the pages' scripts reads.
    const code = status === 429 ? 'TOO_MANY_REQUESTS' : 'SERVICE_UNAVAILABLE';
    type = 'application/json';
    body = JSON.stringify({ type: 'AstroActionError', code, status, message: SENTENCE });
  } else if (url.startsWith('/api/')) {
    type = 'application/json';
    body = JSON.stringify({ status, message: SENTENCE, data: {} });
  } else if (/\btext\/html\b/.test(req.headers.accept ?? '')) {
    type = 'text/html; charset=utf-8';
    body = pageFor(seconds, wasRead);
    res.setHeader('content-security-policy', POLICY);
  }
  res.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'retry-after': String(seconds),
  });
  res.end(req.method === 'HEAD' ? undefined : body);
}
