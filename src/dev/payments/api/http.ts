import type { IncomingMessage, ServerResponse } from 'node:http';
import { type FormFields, formOfJson, parseForm } from './form.ts';
import { Problem } from './problem.ts';

const BODY_LIMIT = 1024 * 1024;

export async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of req) {
    length += (chunk as Buffer).length;
    if (length > BODY_LIMIT) throw new Problem(413, 'The request is too long.');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The parameters of a request: from the query of a GET or DELETE, else from the body by its type. */
export function sentForm(req: IncomingMessage, query: string, body: string): FormFields {
  if (req.method === 'GET' || req.method === 'DELETE') return parseForm(query);
  return isJson(req) ? formOfJson(body) : parseForm(body);
}

export function isJson(req: IncomingMessage): boolean {
  return (req.headers['content-type'] ?? '').startsWith('application/json');
}

export function header(req: IncomingMessage, name: string): string | null {
  const value = req.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

export function answerJson(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  res.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers });
  res.end(JSON.stringify(body));
}

/** @param leadsTo addresses outside a form of this page may lead to when it is sent */
export function sendPage(
  res: ServerResponse,
  status: number,
  html: string,
  formTargets: readonly unknown[] = [],
): void {
  const origins = formTargets.flatMap((address) => URL.parse(String(address))?.origin ?? []);
  res.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-frame-options': 'DENY',
    // Browsers apply this list to redirects after a form is sent, too.
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${[...new Set(origins)].join(' ')}; frame-ancestors 'none'`,
  });
  res.end(html);
}

export function redirect(res: ServerResponse, location: string): void {
  res.writeHead(303, { location, 'cache-control': 'no-store' });
  res.end();
}
