import type { IncomingMessage } from 'node:http';
import type { AstroHandler } from '../../front/astro/render.ts';
import { compressAnswer } from '../../front/compress.ts';
import { sameOrigin } from '../../front/incoming/request-checks.ts';
import type { Admission } from '../../front/load-shedding/admission.ts';
import type { RoutedRequest } from '../../front/routes.ts';
import { sendJson, sendJsonError, sendRefusal } from '../../front/send.ts';
import { paths } from '../../paths.ts';
import type { App } from '../app/app.ts';
import { hasWritten } from '../kernel/own-writes.ts';
import { sendBusy } from './busy.ts';
import type { AskerOf } from './incoming/askers.ts';
import { bodyRule } from './incoming/body-rules.ts';
import type { Intake } from './incoming/intake.ts';
import { urgencyOf } from './routes.ts';

export interface RenderedParts {
  app: App;
  admission: Admission;
  astro: AstroHandler;
  intake: Intake;
  askerOf: AskerOf;
  client(req: IncomingMessage): string;
  /** The seconds to wait for a visitor who asks for too many pages, or null. */
  waitForPage(req: IncomingMessage): Promise<number | null>;
}

/** The methods of pages, actions and our own addresses under /api/. */
const RENDERED_METHODS = ['GET', 'HEAD', 'POST'];
/** Serves what Astro renders for each visitor: private pages, actions, the 404 page. */
export function openRendered(parts: RenderedParts): (asked: RoutedRequest) => Promise<void> {
  const { app, admission, astro, intake, askerOf, client, waitForPage } = parts;
  const { settings } = app;
  const secure = settings.siteUrl.startsWith('https://');

  return async ({ req, res, reads }) => {
    if (!RENDERED_METHODS.includes(req.method ?? '')) {
      res.setHeader('allow', RENDERED_METHODS.join(', '));
      return sendRefusal(res, 405, 'This method is not allowed here.');
    }
    if (!reads && !sameOrigin(req, settings.hosts)) {
      return sendJsonError(res, 403, 'Requests from other sites are not accepted.');
    }
    const [path = '', query = ''] = (req.url ?? '').split('?', 2);
    const isWebhook = path === paths.paymentWebhook();
    if (isWebhook && !reads && req.headers['stripe-signature'] === undefined)
      return sendJson(res, 400, { error: 'The signature is missing.' });
    // Webhook events of the payment provider are always accepted: they are signed, small and important.
    if (!isWebhook) {
      const wait = await waitForPage(req);
      if (wait !== null) return sendBusy(req, res, 429, wait);
    }
    // Read before the headers below are removed.
    const [visitor, asker] = [client(req), await askerOf(req)];
    // Claims about host and protocol must not reach Astro, which builds addresses from them.
    for (const name of [
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-forwarded-port',
      'x-forwarded-for',
      'forwarded',
    ])
      delete req.headers[name];
    // TLS ends at the proxy in front; Astro builds addresses and checks origins by the public protocol.
    if (secure) Object.defineProperty(req.socket, 'encrypted', { value: true, configurable: true });
    if (!reads) {
      // Astro would pass on a stream that can be read only once, and the request hangs if it is not read to its end.
      const body = await intake.bodyOf(req, res, bodyRule(path, query), visitor);
      if (!body) return;
      Object.assign(req, { body });
    }
    if (hasWritten(req.headers.cookie)) await app.seen(req.headers.cookie);
    // After the body has arrived, so that a visitor who sends slowly holds no place.
    const render = async () => {
      if (res.destroyed) return;
      compressAnswer(req, res);
      await astro(req, res, undefined, { app, client: visitor });
    };
    await admission.run(urgencyOf(req.url ?? '', asker.isMember), render, asker.key);
  };
}
