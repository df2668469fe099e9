import http from 'node:http';
import { sendText } from './send.ts';
import type { BusySender } from './too-busy.ts';

/** Answers at the site's port while the site waits for its database. */
export interface StartupServer {
  /** The address it listens at. */
  port: number;
  /** Frees the port; requests that have begun are answered. */
  close(): Promise<void>;
}

/** A database that was restarted is back after a second or two. */
const RETRY_SECONDS = 5;
/** How long answers that have begun may take before the port is freed. In ms. */
const LAST_ANSWERS_MS = 500;

/**
 * Answers for a site that was started while its database is away: it lives, it is not ready, and everybody else is asked to
 * try again by `refuse`. A load balancer that looks for sites with cached pages reads at /healthz that this one has none.
 */
export async function openStartupServer(
  port: number,
  host: string,
  refuse: BusySender,
): Promise<StartupServer> {
  const server = http.createServer((req, res) => {
    // Nobody stays connected to it.
    res.shouldKeepAlive = false;
    const [path] = (req.url ?? '/').split('?');
    if (path === '/healthz') return sendText(res, 200, 'starting');
    if (path === '/readyz') return sendText(res, 503, 'not ready: the database does not answer');
    refuse(req, res, 503, RETRY_SECONDS);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Who has connected and says nothing does not keep the site from opening.
        setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS).unref();
      }),
  };
}
