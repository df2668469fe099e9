import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { VisitorGone } from './incoming/bodies.ts';
import { type ConnectionOptions, guardConnections } from './incoming/connections.ts';

export interface HttpServerOptions {
  answer(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** Answers a request whose answer failed. Not called where the visitor is gone. */
  fail(req: IncomingMessage, res: ServerResponse, reason: unknown): void;
  connections: ConnectionOptions;
}

export interface Draining {
  /** How long requests that were begun may take, in ms. */
  withinMs: number;
  /** How long new requests are still served, so that load balancers can notice, in ms. */
  noticeMs: number;
  /** Called when no new connections are accepted any more. */
  onClosed(): void;
}

export interface HttpServer {
  server: http.Server;
  /** What connections hold in memory at the moment. */
  readonly held: { connections: number; unreadBytes: number };
  /** Serves for a while whoever still comes, then lets the requests that were begun finish, and closes. */
  drain(draining: Draining): Promise<void>;
}

/** How often a closing server looks for connections that are no longer answered. In ms. */
const IDLE_EVERY_MS = 50;

/** A server whose connections are limited, and which closes without cutting off anybody who is being answered. */
export function openHttpServer({ answer, fail, connections: options }: HttpServerOptions): HttpServer {
  let isDraining = false;
  const handle = (req: IncomingMessage, res: ServerResponse) => {
    if (!connections.admit(req, res)) return;
    if (isDraining) res.shouldKeepAlive = false;
    answer(req, res).catch((reason) => {
      if (!(reason instanceof VisitorGone)) fail(req, res, reason);
    });
  };
  const server = http.createServer({ connectionsCheckingInterval: 1000 }, handle);
  const connections = guardConnections(server, options);
  // Who asks before sending a body is told to go on when the body is read, or is refused.
  server.on('checkContinue', handle);
  server.requestTimeout = 120_000;
  server.headersTimeout = 15_000;
  server.keepAliveTimeout = 65_000;

  return {
    server,
    get held() {
      return connections.held;
    },
    async drain({ withinMs, noticeMs, onClosed }) {
      isDraining = true;
      if (noticeMs > 0) await new Promise((resolve) => setTimeout(resolve, noticeMs));
      connections.stop();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      onClosed();
      // Node leaves a connection open whose last answer was begun before; nobody may ask on it any more.
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_EVERY_MS);
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), withinMs);
      await closed;
      clearTimeout(cut);
      clearInterval(idle);
    },
  };
}
