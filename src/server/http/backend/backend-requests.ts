import type { IncomingMessage, ServerResponse } from 'node:http';
import { sameOrigin } from '../../../front/incoming/request-checks.ts';
import type { Admission } from '../../../front/load-shedding/admission.ts';
import { sendJsonError } from '../../../front/send.ts';
import type { App } from '../../app/app.ts';
import { sendBusy } from '../busy.ts';
import { FORM_RULE } from '../incoming/body-rules.ts';
import type { Intake } from '../incoming/intake.ts';
import type { Limit, MissCounter } from '../limits.ts';
import type { Listeners } from '../listeners.ts';
import { SIGN_IN_RULE, servePassedSignIn } from './passed-sign-in.ts';
import { backendPictureOf, forwardToBackend, PASSWORD_ROUTE } from './pocketbase-gate.ts';

const NO_BODY: Buffer = Buffer.alloc(0);

export interface BackendRequestParts {
  app: App;
  admission: Admission;
  intake: Intake;
  listeners: Listeners;
  /** Counts pictures that are not found, by address. */
  misses: MissCounter;
  client(req: IncomingMessage): string;
  /** Seconds that the sender of a request has to wait, or null. */
  waitFor(limit: Limit, req: IncomingMessage): Promise<number | null>;
}

/** Serves the requests that are passed on to the backend (`isForwarded`), after the checks that are ours. */
export function openBackendRequests(parts: BackendRequestParts) {
  const { app, admission, intake, listeners, misses, client, waitFor } = parts;
  const { settings } = app;
  return async (req: IncomingMessage, res: ServerResponse, path: string): Promise<void> => {
    let body = NO_BODY;
    if (req.method === 'POST') {
      if (!sameOrigin(req, settings.hosts))
        return sendJsonError(res, 403, 'Requests from other sites are not accepted.');
      const wait = await waitFor(path === PASSWORD_ROUTE ? 'auth' : 'page', req);
      if (wait !== null) {
        res.setHeader('retry-after', String(wait));
        return sendJsonError(res, 429, 'Too many attempts; wait a minute.');
      }
      const rule = path === PASSWORD_ROUTE ? SIGN_IN_RULE : FORM_RULE;
      const sent = await intake.bodyOf(req, res, rule, client(req));
      if (!sent) return;
      // Checking a password costs the backend as much as several pages.
      if (path === PASSWORD_ROUTE)
        return admission.run('vital', () => servePassedSignIn(app, req, res, sent, client(req)));
      body = sent;
    }
    const shown = backendPictureOf(path);
    if (shown && settings.limits && misses.isOver(client(req)) && !app.http.visibility.knows(shown))
      return sendBusy(req, res, 429, 60);
    if (shown && !(await app.http.visibility.isPublic(shown.collection, shown.record))) {
      misses.count(client(req));
      return sendJsonError(res, 404, "The requested resource wasn't found.");
    }
    const listens = req.method === 'GET' && path === '/api/realtime';
    const refusal = listens ? await listeners.admit(res, client(req)) : null;
    if (refusal) return sendBusy(req, res, refusal === 'full' ? 503 : 429, 30);
    // Nothing may come for minutes.
    if (listens) req.socket.setTimeout(0);
    forwardToBackend(req, res, {
      backend: settings.pocketbase,
      client: client(req),
      body,
      onStatus: (status) => {
        if (shown && status === 404) misses.count(client(req));
      },
      stream: listens ? listeners.send : undefined,
    });
  };
}
