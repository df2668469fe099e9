import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { hidesAi } from '../../data/identity/ai-choice.ts';
import { wantsMature } from '../../data/identity/mature.ts';
import { HIDE_AI } from '../../domain/catalogue/search-params.ts';
import { paths } from '../../paths.ts';
import type { App } from '../app/app.ts';
import { type FailureLog, openFailureLog } from '../kernel/failure-log.ts';
import type { Log } from '../kernel/log.ts';
import { hasWritten } from '../kernel/own-writes.ts';
import { type Admission, Refused } from './admission.ts';
import { isApiPath, openApiHandler } from './api/api-handler.ts';
import { attachmentRequestOf, openAttachmentHandler } from './attachments.ts';
import { openBackendRequests } from './backend/backend-requests.ts';
import { isForwarded } from './backend/pocketbase-gate.ts';
import { busySender, sendBusy } from './busy.ts';
import { compressAnswer } from './compress.ts';
import { downloadRequestOf, serveDownload } from './downloads.ts';
import { openAskers } from './incoming/askers.ts';
import { type BodiesOptions, VisitorGone } from './incoming/bodies.ts';
import { bodyRule } from './incoming/body-rules.ts';
import { type ConnectionOptions, guardConnections } from './incoming/connections.ts';
import { openIntake } from './incoming/intake.ts';
import { namesOneHost, sameOrigin } from './incoming/request-checks.ts';
import {
  addressCounter,
  CHEAP_LIMIT,
  clientAddress,
  type Limit,
  missCounter,
  openFrontLimits,
} from './limits.ts';
import { openListeners } from './listeners.ts';
import { isExportRequest, serveAccountExport } from './packed/account-exports.ts';
import { selectionRequestOf, serveSelection } from './packed/selections.ts';
import type { FrontPageCache } from './page-cache.ts';
import { openPictureHandler } from './pictures/picture-handler.ts';
import type { Pictures } from './pictures/pictures.ts';
import { type PreviewRequest, previewRequestOf, sendPreview } from './previews.ts';
import { openReadiness } from './readiness.ts';
import type { Page } from './ready-page.ts';
import type { AstroHandler } from './render.ts';
import { cacheKey, readableAddress, urgencyOf, withoutLastSlashes } from './routes.ts';
import {
  BARE_POLICY,
  packingFor,
  pageSender,
  SECURITY_HEADERS,
  sendJson,
  sendJsonError,
  sendRefusal,
  sendText,
} from './send.ts';
import { openUploadHandler, refuseUpload, uploadsRequestOf } from './uploads.ts';

export interface FrontParts {
  app: App;
  log: Log;
  /** Where failures are reported; if missing, the log above. */
  failures?: FailureLog;
  files: Map<string, Page>;
  pages: FrontPageCache;
  pictures: Pictures;
  /** Shared with the page cache, whose renders it admits. */
  admission: Admission;
  astro: AstroHandler;
  /** Limits that tests make smaller. */
  bodies?: BodiesOptions;
  lines?: Partial<ConnectionOptions>;
}

export interface Front {
  server: http.Server;
  /** What requests hold in memory at the moment. */
  readonly held: { bodyBytes: number; connections: number; unreadBytes: number };
  /**
   * Says at /readyz that this process drains, serves for `noticeMs` whoever still comes, so that load balancers can notice,
   * and ends their connections. Then accepts no more, lets the requests it has begun finish for `withinMs`, and closes.
   */
  drain(withinMs: number, noticeMs?: number): Promise<void>;
}

/** Paths of the backend; all other paths under /api/ are our own. */
const BACKEND_ONLY =
  /^\/api\/(collections|realtime|files|health|settings|logs|backups|batch|crons|sql|admins|oauth2-redirect)(\/|$)/;
/** The methods of pages, actions and our own addresses under /api/. */
const RENDERED_METHODS = ['GET', 'HEAD', 'POST'];
/** How often a closing server looks for connections that are no longer answered. In ms. */
const IDLE_EVERY_MS = 50;
const LAST_RESORT = 'Oops! An error occurred.';

/** The HTTP server of the site: files, pictures, cached pages, the public part of the backend, and Astro for the rest. */
export function openFront(parts: FrontParts): Front {
  const { app, files, pages, pictures, admission, astro, bodies, lines } = parts;
  const failures = parts.failures ?? openFailureLog(parts.log);
  const { settings } = app;
  const hosts = new Set(settings.hosts);
  const listeners = openListeners(settings.limits, app.rateLimits);
  const intake = openIntake(app, bodies);
  const cheap = addressCounter(CHEAP_LIMIT);
  const misses = missCounter(app.rateLimits);
  const secondsToWait = openFrontLimits(app.rateLimits);
  const servePicture = openPictureHandler({ app, pictures, admission, misses, secondsToWait });
  const secure = settings.siteUrl.startsWith('https://');
  const common = {
    ...SECURITY_HEADERS,
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
  const sendPage = pageSender(common);
  const refuse = busySender({ ...common, 'content-security-policy': BARE_POLICY });
  /** Sets the common headers and the strictest policy. Cached pages bring their own. */
  const setCommonHeaders = (res: ServerResponse) => {
    for (const [name, value] of Object.entries(common)) res.setHeader(name, value);
    res.setHeader('content-security-policy', BARE_POLICY);
  };
  const uploadHandler = openUploadHandler(app, (reason) => failures.note('an upload failed', reason));
  const attachmentHandler = openAttachmentHandler(app, (reason) =>
    failures.note('an attachment failed', reason),
  );
  const readiness = openReadiness(app.needs);
  let draining = false;

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (!namesOneHost(req)) {
      setCommonHeaders(res);
      return sendText(res, 400, 'A request names one host.');
    }
    const url = readableAddress(req.url ?? '/');
    req.url = url;
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    let query = mark < 0 ? '' : url.slice(mark + 1);
    // A lasting choice becomes a part of the search, so that everybody who chose alike shares its page.
    const isChosen = path === paths.search() && hidesAi(req.headers.cookie);
    if (isChosen) {
      query = query === '' ? HIDE_AI : `${query}&${HIDE_AI}`;
      req.url = `${path}?${query}`;
    }
    const reads = req.method === 'GET' || req.method === 'HEAD';
    if (reads && hosts.has(req.headers.host ?? '')) {
      if (settings.limits && cheap.count(client(req))) return refuse(req, res, 429, 10);
      const file = files.get(path);
      if (file) return sendPage(req, res, file, 'FILE');
      const key = cacheKey(path, query);
      if (hasWritten(req.headers.cookie)) await app.seen(req.headers.cookie);
      // Visitors who want to see mature models get uncached pages; cached ones do not contain them.
      if (key !== null && !wantsMature(req.headers.cookie)) return serveCachedPage(req, res, key, isChosen);
    }
    setCommonHeaders(res);

    if (path === '/healthz') return sendText(res, 200, 'ok');
    if (path === '/readyz') {
      const { status, text } = await readiness.answer();
      return sendText(res, status, text);
    }
    if (!hosts.has(req.headers.host ?? '')) return sendText(res, 421, 'This host is not served here.');

    if (isApiPath(path)) return serveApi(req, res, path, query);
    if (reads) {
      if (/^\/(img|video)\//.test(path)) return servePicture(req, res, path, client(req));
      const preview = previewRequestOf(path);
      if (preview) return servePreview(req, res, preview);
      const download = downloadRequestOf(path);
      if (download)
        return limitDownload(req, res, (onError) =>
          serveDownload(app, req, res, download, client(req), onError),
        );
      const selected = selectionRequestOf(path, query);
      if (selected)
        return limitDownload(req, res, (onError) =>
          serveSelection(app, req, res, selected, client(req), onError),
        );
      if (isExportRequest(path))
        return limitDownload(req, res, (onError) => serveAccountExport(app, req, res, client(req), onError));
      if (path.length > 1 && path.endsWith('/') && !path.startsWith('/_')) {
        const to = withoutLastSlashes(path) || '/';
        // Never "//host" nor "/\\host": that would redirect to another site.
        const location = `${to.replace(/^[/\\]+/, '/')}${mark < 0 ? '' : url.slice(mark)}`;
        res.writeHead(308, { location, 'cache-control': 'no-cache' });
        res.end();
        return;
      }
    }
    const uploads = uploadsRequestOf(path);
    if (uploads) return serveUpload(req, res, () => uploadHandler(req, res, uploads, client(req)));
    const attached = attachmentRequestOf(path, query);
    if (attached) return serveUpload(req, res, () => attachmentHandler(req, res, attached, client(req)));
    if (path.startsWith('/api/')) {
      const passes = isForwarded(req.method ?? 'GET', path);
      if (passes) return serveBackend(req, res, path);
      if (BACKEND_ONLY.test(path)) return sendJsonError(res, 404, "The requested resource wasn't found.");
    }
    return serveRendered(req, res);
  };

  const client = (req: IncomingMessage) => clientAddress(req, settings.behindProxy);
  const askerOf = openAskers(app.sessions, client);
  const waitFor = async (limit: Limit, req: IncomingMessage) =>
    settings.limits ? secondsToWait(limit, client(req)) : null;

  const serveCachedPage = async (
    req: IncomingMessage,
    res: ServerResponse,
    key: string,
    isChosen: boolean,
  ) => {
    const wait = pages.holds(key) ? null : await waitFor('page', req);
    if (wait !== null) return refuse(req, res, 429, wait);
    const asker = pages.lacks(key) ? await askerOf(req) : undefined;
    const retry = asker ? admission.refuses(urgencyOf(key, asker.isMember), asker.key) : null;
    if (retry !== null) return refuse(req, res, 503, retry);
    const { page, freshness } = await pages.get(key, packingFor(req) || 'br', asker);
    return sendPage(req, res, page, freshness, isChosen);
  };

  const serveApi = openApiHandler({
    ...{ app, admission, client },
    waitFor: (req) => waitFor('page', req),
    bytesOf: (req, res, limitBytes) =>
      intake.bodyOfKnown(req, res, { limitBytes, reserved: false }, client(req)),
    onError: (reason) => failures.note('a request of the API failed', reason),
  });
  const serveBackend = openBackendRequests({ app, admission, intake, listeners, misses, client, waitFor });

  async function limitDownload(
    req: IncomingMessage,
    res: ServerResponse,
    serve: (onError: (reason: unknown) => void) => Promise<void>,
  ): Promise<void> {
    const wait = await waitFor('download', req);
    if (wait !== null) return sendBusy(req, res, 429, wait);
    return serve((reason) => failures.note('a download failed', reason));
  }

  async function servePreview(
    req: IncomingMessage,
    res: ServerResponse,
    request: PreviewRequest,
  ): Promise<void> {
    const wait = await waitFor('page', req);
    if (wait !== null) return sendBusy(req, res, 429, wait);
    return sendPreview(app, req, res, request);
  }

  /** Runs the handler of uploads or attachments, after the checks for same origin and rate limit. */
  async function serveUpload(
    req: IncomingMessage,
    res: ServerResponse,
    handle: () => Promise<void>,
  ): Promise<void> {
    const reads = req.method === 'GET' || req.method === 'HEAD';
    if (!reads && !sameOrigin(req, settings.hosts))
      return refuseUpload(req, res, 403, 'Requests from other sites are not accepted.');
    const wait = await waitFor('upload', req);
    if (wait !== null) return sendBusy(req, res, 429, wait);
    return handle();
  }

  /** Rendered by Astro: private pages, actions, the 404 page. */
  async function serveRendered(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const reads = req.method === 'GET' || req.method === 'HEAD';
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
      const wait = await waitFor('page', req);
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
  }

  const handle = (req: IncomingMessage, res: ServerResponse) => {
    if (!connections.admit(req, res)) return;
    if (draining) res.shouldKeepAlive = false;
    answer(req, res).catch((reason) => {
      if (reason instanceof VisitorGone) return;
      if (!res.headersSent) setCommonHeaders(res);
      if (reason instanceof Refused) return sendBusy(req, res, 503, reason.retryAfterS);
      failures.note('a request failed', reason, { path: (req.url ?? '').split('?')[0] });
      sendText(res, 500, LAST_RESORT);
    });
  };
  const server = http.createServer({ connectionsCheckingInterval: 1000 }, handle);
  const connections = guardConnections(server, {
    limitAddresses: settings.limits && !settings.behindProxy,
    ...lines,
  });
  // Who asks before sending a body is told to go on when the body is read, or is refused.
  server.on('checkContinue', handle);
  server.requestTimeout = 120_000;
  server.headersTimeout = 15_000;
  server.keepAliveTimeout = 65_000;

  return {
    server,
    get held() {
      return { bodyBytes: intake.heldBytes, ...connections.held };
    },
    async drain(withinMs, noticeMs = 0) {
      draining = true;
      readiness.drain();
      if (noticeMs > 0) await new Promise((resolve) => setTimeout(resolve, noticeMs));
      connections.stop();
      failures.stop();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      listeners.close();
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
