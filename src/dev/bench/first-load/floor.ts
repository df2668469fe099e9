import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

/**
 * What the first load of a page could cost at least: a hand-written page with the headings and the pictures of the real
 * one, in the same order and with the same sizes, and nothing else: no scripts, no face, 0.5 kB of styles.
 */
const STYLES =
  'body{margin:0 auto;max-width:76rem;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;background:#f6f2ea;color:#1f1c17}' +
  'header{display:flex;gap:1rem;padding:1rem 0}h1,h2,h3{font-family:Georgia,serif;line-height:1.1}' +
  '.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(10rem,1fr));gap:1rem}' +
  'img{display:block;width:100%;height:auto;border-radius:14px}a{color:#1d6f63}';
/** Of a picture, what decides when and how large it is loaded. */
const KEPT = /\s(?:src|srcset|sizes|width|height|alt|loading|fetchpriority|decoding)="[^"]*"/g;

/** The floor of a page, from its markup. */
export function floorOf(html: string): string {
  const body = html.slice(html.indexOf('<main'));
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '';
  const parts = Array.from(
    body.matchAll(/<(h[123])\b[^>]*>([\s\S]*?)<\/\1>|<img\b[^>]*>/g),
    ([tag, heading, inner = '']) =>
      heading
        ? `<${heading}>${inner.replace(/<[^>]*>/g, '')}</${heading}>`
        : `<img${(tag.match(KEPT) ?? []).join('')}>`,
  );
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<title>${title}</title><style>${STYLES}</style></head><body><header><a href="/">Home</a><a href="/search">Search</a></header>` +
    `<main class="grid">${parts.join('')}</main></body></html>`
  );
}

/** A server with the floors of these pages under the same paths; pictures come from the site itself. */
export async function openFloor(
  origin: string,
  paths: readonly string[],
): Promise<{ origin: string; close(): Promise<void> }> {
  const pages = new Map<string, Buffer>();
  for (const path of paths)
    pages.set(path, brotliCompressSync(floorOf(await (await fetch(origin + path)).text())));
  const server = createServer(async (request, response) => {
    const page = pages.get(request.url ?? '');
    if (page) {
      const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' };
      response.writeHead(200, { ...headers, 'content-length': page.length }).end(page);
      return;
    }
    try {
      const { accept = '*/*' } = request.headers;
      const answer = await fetch(origin + (request.url ?? '/'), { headers: { accept } });
      const type = answer.headers.get('content-type') ?? 'application/octet-stream';
      response.writeHead(answer.status, { 'content-type': type, 'cache-control': 'public, max-age=600' });
      response.end(Buffer.from(await answer.arrayBuffer()));
    } catch {
      response.writeHead(502).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
