import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

const BUSY = 'The site is very busy at the moment';

const STYLE =
  ':root{color-scheme:light dark;font:1.1rem/1.6 system-ui,sans-serif}' +
  'main{max-width:34rem;margin:18vh auto;padding:0 1.25rem}h1{font-size:1.6rem;line-height:1.2}';
/** Nothing is loaded; only the style above applies. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`;

/** A page without files of its own, so that a refusal costs one request. A page that was only read asks again by itself. */
const pageFor = (state: string, seconds: number, wasRead: boolean) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>One moment, please</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
${wasRead ? `<meta http-equiv="refresh" content="${seconds}">` : ''}<style>${STYLE}</style></head>
<body><main><h1>One moment, please</h1><p>${state}. ${
    wasRead
      ? `This page tries again by itself in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`
      : 'Nothing was changed. Go back and send the form once more.'
  }</p></main></body></html>`;

/** How a refusal is written: for people, for the browser's side of an action, for programs that know the API, for others, for
 * anybody else. */
type Form = 'page' | 'action' | 'program' | 'json' | 'text';
export type Status = 429 | 503;

interface Refusal {
  headers: string[];
  body: string;
}

/** How a refusal is written for programs that know an API. */
export interface ForPrograms {
  isAskedBy(req: Pick<IncomingMessage, 'url' | 'headers'>): boolean;
  /** JSON. */
  body(status: Status, sentence: string): string;
  headers: Readonly<Record<string, string>>;
}

/** What refusals have in common. */
export interface BusyOptions {
  /** Headers of each answer, if none are set on it before. */
  common?: Record<string, string>;
  /** Why, in a sentence without its full stop. */
  state?: string;
  /** Without it programs are answered like any address below /api. */
  programs?: ForPrograms;
}

/**
 * Refuses a request that can wait: as a page for people, as an action's error for actions, as an API refuses for its
 * programs, as JSON for other addresses below /api, and else as a sentence.
 * @param status 429 for a visitor who asks too often, 503 if the site is overloaded.
 * @param seconds after which to try again, at least 1.
 */
export type BusySender = (req: IncomingMessage, res: ServerResponse, status: Status, seconds: number) => void;

function formFor({ url = '/', headers }: IncomingMessage, programs?: ForPrograms): Form {
  if (url.startsWith('/_actions/')) return 'action';
  if (programs?.isAskedBy({ url, headers })) return 'program';
  if (url.startsWith('/api/')) return 'json';
  return headers.accept?.includes('text/html') ? 'page' : 'text';
}

function refusal(
  { state = BUSY, programs }: BusyOptions,
  form: Form,
  status: Status,
  seconds: number,
  wasRead: boolean,
): Refusal {
  const sentence = `${state}; try again shortly.`;
  const written = (body: string, type: string, more: Readonly<Record<string, string>> = {}): Refusal => ({
    headers: Object.entries({
      'content-type': type,
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      'retry-after': String(seconds),
      ...more,
    }).flat(),
    body,
  });
  switch (form) {
    case 'action': {
      // What `ActionError.fromJson` of the pages' scripts reads.
      const code = status === 429 ? 'TOO_MANY_REQUESTS' : 'SERVICE_UNAVAILABLE';
      const error = { type: 'AstroActionError', code, status, message: sentence };
      return written(JSON.stringify(error), 'application/json');
    }
    case 'json':
      return written(JSON.stringify({ status, message: sentence, data: {} }), 'application/json');
    case 'program':
      return written(programs?.body(status, sentence) ?? '', 'application/json', programs?.headers);
    case 'page':
      return written(pageFor(state, seconds, wasRead), 'text/html; charset=utf-8', {
        'content-security-policy': POLICY,
      });
    case 'text':
      return written(sentence, 'text/plain; charset=utf-8');
  }
}

/**
 * Refuses requests that can wait, with answers that are prepared: under overload there are hundreds a second, and what
 * one of them costs the thread is missing for the pages.
 */
export function openBusySender(options: BusyOptions = {}): BusySender {
  /** Few: the forms, times the seconds to wait, at most a minute. */
  const prepared = new Map<string, Refusal>();
  const shared = Object.entries(options.common ?? {});
  return (req, res, status, seconds) => {
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const wasRead = req.method === 'GET' || req.method === 'HEAD';
    const form = formFor(req, options.programs);
    const name = `${form} ${status} ${seconds} ${wasRead}`;
    let ready = prepared.get(name);
    if (!ready) {
      const { headers, body } = refusal(options, form, status, seconds, wasRead);
      const others = shared.filter(([header]) => !headers.includes(header)).flat();
      ready = { headers: [...others, ...headers], body };
      prepared.set(name, ready);
    }
    res.writeHead(status, ready.headers);
    res.end(req.method === 'HEAD' ? undefined : ready.body);
  };
}
