import { createHash, timingSafeEqual } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { SECRET_HEADER } from '../data/kernel/backend.ts';

export interface BackendGateOptions {
  /** The private address and the port on which sites of other machines reach it. */
  host: string;
  port: number;
  secret: string;
  /** The port of PocketBase, which itself listens on the loopback address only. */
  pocketbasePort: number;
}

export interface BackendGate {
  url: string;
  close(): Promise<void>;
}

/** What is answered without the secret: whether the backend lives, which load balancers and sites ask. */
const OPEN_TO_ALL = '/api/health';
/** Longer than sites keep an unused connection, so that none is closed while a request is on its way. In ms. */
const KEEP_ALIVE_MS = 65_000;
/** Shorter than PocketBase keeps one. In ms. */
const IDLE_MS = 60_000;
/** Headers of a single connection. */
const NOT_PASSED_ON = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', SECRET_HEADER]);

/**
 * Opens the door of the backend for sites on other machines. Who has the secret gets what a site on the same machine gets;
 * anybody else finds nothing, so which addresses visitors reach is decided by the sites alone. It is not checked within
 * PocketBase, whose hooks would hold an interpreter for as long as a page listens.
 * @throws Error with the code EADDRINUSE or EADDRNOTAVAIL where it cannot listen.
 */
export async function openBackendGate(options: BackendGateOptions): Promise<BackendGate> {
  const agent = new http.Agent({ keepAlive: true, timeout: IDLE_MS });
  const expected = digest(options.secret);
  const knows = (sent: string | string[] | undefined) =>
    typeof sent === 'string' && timingSafeEqual(digest(sent), expected);

  const server = http.createServer((req, res) => {
    const asksHealth = req.method === 'GET' && req.url === OPEN_TO_ALL;
    if (!asksHealth && !knows(req.headers[SECRET_HEADER])) {
      // The body of a stranger is not read.
      res.writeHead(404, { 'content-type': 'application/json', connection: 'close' });
      res.end('{"status":404,"message":"The requested resource wasn\'t found.","data":{}}');
      return;
    }
    pass(req, res, options.pocketbasePort, agent);
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // Uploads of pictures end before; pages listen by answers, which have no such limit.
  server.requestTimeout = 120_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const shown = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    url: `http://${shown}:${options.port}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      agent.destroy();
    },
  };
}

/** Passes one request on and its answer back, both as they come. */
function pass(req: IncomingMessage, res: ServerResponse, port: number, agent: http.Agent): void {
  const upstream = http.request(
    {
      host: '127.0.0.1',
      port,
      agent,
      method: req.method,
      path: req.url,
      headers: passedOn(req.headers),
    },
    (answer) => {
      res.writeHead(answer.statusCode ?? 502, passedOn(answer.headers));
      answer.pipe(res);
      answer.on('error', () => res.destroy());
    },
  );
  upstream.on('error', () => {
    if (res.headersSent) return void res.destroy();
    res.writeHead(503, { 'content-type': 'application/json', 'retry-after': '2' });
    res.end('{"status":503,"message":"The service is restarting; try again in a moment.","data":{}}');
  });
  req.on('error', () => upstream.destroy());
  res.on('close', () => upstream.destroy());
  req.pipe(upstream);
}

function passedOn(headers: http.IncomingHttpHeaders): http.OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_PASSED_ON.has(name)));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
