import type { IncomingMessage, ServerResponse } from 'node:http';
import compression from 'node:zlib';
import { BARE_POLICY, withFrameAncestors } from './send.ts';

/** Compresses text answers, which Astro's adapter does not do, and adds header-only directives to the policy. */
export function compressAnswer(req: IncomingMessage, res: ServerResponse): void {
  const accepts = String(req.headers['accept-encoding'] ?? '');
  const writeHead = res.writeHead.bind(res) as (
    status: number,
    headers?: Record<string, unknown>,
  ) => ServerResponse;
  const write = res.write.bind(res) as (chunk: unknown, done?: () => void) => boolean;
  const end = res.end.bind(res) as (chunk?: unknown) => ServerResponse;
  let packer: compression.BrotliCompress | compression.Gzip | null = null;
  res.writeHead = ((status: number, ...rest: unknown[]) => {
    const sent = rest.find((part) => typeof part === 'object' && part !== null) as
      | Record<string, unknown>
      | undefined;
    for (const [name, value] of Object.entries(sent ?? {})) res.setHeader(name, value as string);
    const type = String(res.getHeader('content-type') ?? '');
    const policy = res.getHeader('content-security-policy');
    res.setHeader(
      'content-security-policy',
      withFrameAncestors(typeof policy === 'string' ? policy : BARE_POLICY),
    );
    if (type === 'text/html') res.setHeader('content-type', 'text/html; charset=utf-8');
    for (const name of ['cdn-cache-control', 'cache-tag']) res.removeHeader(name);
    if (!res.hasHeader('cache-control') || res.hasHeader('set-cookie') || status >= 400)
      res.setHeader('cache-control', 'private, no-store');
    const packs =
      /^(text\/|application\/(json|xml))/.test(type) &&
      !res.hasHeader('content-encoding') &&
      req.method !== 'HEAD' &&
      status !== 304;
    if (packs && /\bbr\b/.test(accepts)) {
      res.setHeader('content-encoding', 'br');
      packer = compression.createBrotliCompress({
        params: { [compression.constants.BROTLI_PARAM_QUALITY]: 4 },
      });
    } else if (packs && /\bgzip\b/.test(accepts)) {
      res.setHeader('content-encoding', 'gzip');
      packer = compression.createGzip();
    }
    if (packer) {
      res.removeHeader('content-length');
      res.appendHeader('vary', 'Accept-Encoding');
      packer.on('data', (chunk) => write(chunk));
      packer.on('end', () => end());
    }
    return writeHead(status);
  }) as ServerResponse['writeHead'];
  // Astro's adapter aborts a page that failed half way in this callback; without it the request would hang.
  res.write = ((chunk: unknown, done?: () => void) => {
    if (!res.headersSent && !packer) res.writeHead(res.statusCode);
    return packer ? packer.write(chunk, done) : write(chunk, done);
  }) as ServerResponse['write'];
  res.end = ((chunk?: unknown) => {
    if (!res.headersSent && !packer) res.writeHead(res.statusCode);
    if (!packer) return end(typeof chunk === 'function' ? undefined : chunk);
    if (chunk !== undefined && typeof chunk !== 'function') packer.end(chunk);
    else packer.end();
    return res;
  }) as ServerResponse['end'];
}
