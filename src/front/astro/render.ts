import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Rendered } from '../ready-page.ts';

/** Timeout of a render; it only takes longer if the backend hangs. In ms. */
const RENDER_WITHIN_MS = 10_000;

/** Astro's adapter in middleware mode. */
export type AstroHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  next?: (reason?: unknown) => void,
  locals?: object,
) => Promise<void> | void;

/**
 * Renders a GET request without cookies or client address, for our own host. A page rendered this way cannot contain
 * anything about a visitor.
 */
export function renderAnonymous(
  handler: AstroHandler,
  path: string,
  host: string,
  locals: object,
): Promise<Rendered> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      reject(new Error(`${path} was not rendered within ${RENDER_WITHIN_MS / 1000} s`));
      req.socket.destroy();
    }, RENDER_WITHIN_MS);
    const req = new http.IncomingMessage(new Socket());
    Object.assign(req, { method: 'GET', url: path, headers: { host, accept: 'text/html' }, complete: true });
    req.push(null);
    const res = new http.ServerResponse(req);
    const chunks: Buffer[] = [];
    const take = (chunk: unknown) => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
    };
    const headers: Record<string, string> = {};
    res.writeHead = ((status: number, ...rest: unknown[]) => {
      res.statusCode = status;
      const sent = rest.find((part) => typeof part === 'object' && part !== null) as
        | Record<string, string>
        | undefined;
      for (const [name, value] of Object.entries(sent ?? {})) headers[name.toLowerCase()] = String(value);
      return res;
    }) as ServerResponse['writeHead'];
    res.write = ((chunk: unknown) => {
      take(chunk);
      return true;
    }) as ServerResponse['write'];
    res.end = ((chunk?: unknown) => {
      take(chunk);
      for (const [name, value] of Object.entries(res.getHeaders()))
        headers[name.toLowerCase()] ??= String(value);
      clearTimeout(late);
      resolve({ status: res.statusCode, headers, body: Buffer.concat(chunks) });
      queueMicrotask(() => {
        res.emit('finish');
        res.emit('close');
      });
      return res;
    }) as ServerResponse['end'];
    Promise.resolve(handler(req, res, undefined, locals)).catch((reason) => {
      clearTimeout(late);
      reject(reason);
    });
  });
}
