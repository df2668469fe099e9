import type { IncomingMessage } from 'node:http';

/** Whether a request has at most one Host header. A proxy in front may go by another one of two than this server. */
export function namesOneHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let named = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') named++;
  }
  return named <= 1;
}

/** Whether a writing request comes from our own pages, by headers that scripts cannot forge. */
export function sameOrigin(req: IncomingMessage, hosts: readonly string[]): boolean {
  const site = req.headers['sec-fetch-site'];
  // Set only by browsers; under a strict referrer policy the origin header is "null".
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = req.headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && hosts.includes(new URL(origin).host);
}
