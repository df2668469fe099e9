import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { hidesAi } from '../../data/identity/ai-choice.ts';
import { wantsMature } from '../../data/identity/mature.ts';
import { HIDE_AI } from '../../domain/catalogue/search/search-params.ts';
import { readableAddress, withoutLastSlashes } from '../../front/addresses.ts';
import type { BuiltRelease } from '../../front/astro/release.ts';
import type { AstroHandler } from '../../front/astro/render.ts';
import { openHttpServer } from '../../front/http-server.ts';
import type { BodiesOptions } from '../../front/incoming/bodies.ts';
import type { ConnectionOptions } from '../../front/incoming/connections.ts';
import { namesOneHost, sameOrigin } from '../../front/incoming/request-checks.ts';
import { type Admission, Refused } from '../../front/load-shedding/admission.ts';
import type { FrontPageCache } from '../../front/page-cache.ts';
import { openReadiness } from '../../front/readiness.ts';
import type { Page } from '../../front/ready-page.ts';
import { type Route, type RoutedRequest, route, serveByFirst, step } from '../../front/routes.ts';
import {
  BARE_POLICY,
  packingFor,
  pageSender,
  SECURITY_HEADERS,
  sendJsonError,
  sendText,
} from '../../front/send.ts';
import { paths } from '../../paths.ts';
import type { App } from '../app/app.ts';
import { type FailureLog, openFailureLog } from '../kernel/failure-log.ts';
import type { Log } from '../kernel/log.ts';
import { hasWritten } from '../kernel/own-writes.ts';
import { isApiPath, openApiHandler } from './api/api-handler.ts';
import { attachmentRequestOf, openAttachmentHandler } from './attachments.ts';
import { openBackendRequests } from './backend/backend-requests.ts';
import { isForwarded } from './backend/pocketbase-gate.ts';
import { busySender, sendBusy } from './busy.ts';
import { downloadRequestOf, serveDownload } from './downloads.ts';
import { openAskers } from './incoming/askers.ts';
import { openIntake } from './incoming/intake.ts';
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
import { openPictureHandler } from './pictures/picture-handler.ts';
import type { Pictures } from './pictures/pictures.ts';
import { previewRequestOf, sendPreview } from './previews.ts';
import { openRendered } from './rendered.ts';
import { cacheKey, urgencyOf } from './routes.ts';
import { openUploadHandler, refuseUpload, uploadsRequestOf } from './uploads.ts';

export interface FrontParts {
  app: App;
  log: Log;
  /** Where failures are reported; if missing, the log above. */
  failures?: FailureLog;
  files: Pick<ReadonlyMap<string, Page>, 'get'>;
  pages: FrontPageCache;
  pictures: Pictures;
  /** Shared with the page cache, whose renders it admits. */
  admission: Admission;
  astro: AstroHandler;
  /** What is served; tests that make their pages themselves have none. */
  release?: Pick<BuiltRelease, 'id' | 'need'>;
  /** Limits that tests make smaller. */
  bodies?: BodiesOptions;
  lines?: Partial<ConnectionOptions>;
}

export interface Front {
  server: Server;
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
const LAST_RESORT = 'Oops! An error occurred.';

/** Whether a visitor searches who hides what was made with AI: their choice becomes a part of the search. */
const isChosenSearch = ({ headers }: IncomingMessage, path: string) =>
  path === paths.search() && hidesAi(headers.cookie);

/**
 * The HTTP server of the site: files, pictures, cached pages, the public part of the backend, and Astro for the rest. The
 * first route of a table that takes a request serves it.
 */
export function openFront(parts: FrontParts): Front {
  const { app, files, pages, pictures, admission, astro, release, bodies, lines } = parts;
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
  const readiness = openReadiness([...app.needs, ...(release ? [release.need] : [])]);
  const alive = release ? `ok ${release.id}` : 'ok';

  const isOurs = (req: IncomingMessage) => hosts.has(req.headers.host ?? '');
  const client = (req: IncomingMessage) => clientAddress(req, settings.behindProxy);
  const askerOf = openAskers(app.http.sessions, client);
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

  const serveRendered = openRendered({
    ...{ app, admission, astro, intake, askerOf, client },
    waitForPage: (req) => waitFor('page', req),
  });

  async function limitDownload(
    req: IncomingMessage,
    res: ServerResponse,
    serve: (onError: (reason: unknown) => void) => Promise<void>,
  ): Promise<void> {
    const wait = await waitFor('download', req);
    if (wait !== null) return sendBusy(req, res, 429, wait);
    return serve((reason) => failures.note('a download failed', reason));
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

  const asksTooOften = ({ req }: RoutedRequest) => settings.limits && cheap.count(client(req));
  /** Files and cached pages of our own hosts, which are the same for everybody and bring their own headers. */
  const shared: Route[] = [
    route('too many requests', asksTooOften, ({ req, res }) => refuse(req, res, 429, 10)),
    route(
      'files',
      ({ path }) => files.get(path),
      ({ req, res }, file) => sendPage(req, res, file, 'FILE'),
    ),
    step('own writes', ({ req }) =>
      hasWritten(req.headers.cookie) ? app.seen(req.headers.cookie) : undefined,
    ),
    route(
      'cached pages',
      // Visitors who want to see mature models get uncached pages; cached ones do not contain them.
      ({ req, path, query }) => !wantsMature(req.headers.cookie) && cacheKey(path, query),
      ({ req, res, path }, key) => serveCachedPage(req, res, key, isChosenSearch(req, path)),
    ),
  ];
  const rest: Route[] = [
    step('common headers', ({ res }) => setCommonHeaders(res)),
    route(
      'liveness',
      ({ path }) => path === '/healthz',
      ({ res }) => sendText(res, 200, alive),
    ),
    route(
      'readiness',
      ({ path }) => path === '/readyz',
      async ({ res }) => {
        const { status, text } = await readiness.answer();
        sendText(res, status, text);
      },
    ),
    route(
      'other hosts',
      ({ req }) => !isOurs(req),
      ({ res }) => sendText(res, 421, 'This host is not served here.'),
    ),
    route(
      'the API',
      ({ path }) => isApiPath(path),
      ({ req, res, path, query }) => serveApi(req, res, path, query),
    ),
    route(
      'pictures and videos',
      ({ reads, path }) => reads && /^\/(img|video)\//.test(path),
      ({ req, res, path }) => servePicture(req, res, path, client(req)),
    ),
    route(
      'previews',
      ({ reads, path }) => reads && previewRequestOf(path),
      async ({ req, res }, preview) => {
        const wait = await waitFor('page', req);
        if (wait !== null) return sendBusy(req, res, 429, wait);
        return sendPreview(app, req, res, preview);
      },
    ),
    route(
      'downloads',
      ({ reads, path }) => reads && downloadRequestOf(path),
      ({ req, res }, download) =>
        limitDownload(req, res, (onError) => serveDownload(app, req, res, download, client(req), onError)),
    ),
    route(
      'archives of a selection',
      ({ reads, path, query }) => reads && selectionRequestOf(path, query),
      ({ req, res }, selected) =>
        limitDownload(req, res, (onError) => serveSelection(app, req, res, selected, client(req), onError)),
    ),
    route(
      'exports',
      ({ reads, path }) => reads && isExportRequest(path),
      ({ req, res }) =>
        limitDownload(req, res, (onError) => serveAccountExport(app, req, res, client(req), onError)),
    ),
    route(
      'slashes at the end',
      ({ reads, path }) => reads && path.length > 1 && path.endsWith('/') && !path.startsWith('/_'),
      redirectWithoutSlashes,
    ),
    route(
      'uploads',
      ({ path }) => uploadsRequestOf(path),
      ({ req, res }, uploads) => serveUpload(req, res, () => uploadHandler(req, res, uploads, client(req))),
    ),
    route(
      'attachments',
      ({ path, query }) => attachmentRequestOf(path, query),
      ({ req, res }, attached) =>
        serveUpload(req, res, () => attachmentHandler(req, res, attached, client(req))),
    ),
    route(
      'the backend',
      ({ req, path }) => path.startsWith('/api/') && isForwarded(req.method ?? 'GET', path),
      ({ req, res, path }) => serveBackend(req, res, path),
    ),
    route(
      'what the backend keeps to itself',
      ({ path }) => BACKEND_ONLY.test(path),
      ({ res }) => sendJsonError(res, 404, "The requested resource wasn't found."),
    ),
    route('pages and actions', () => true, serveRendered),
  ];

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
    if (isChosenSearch(req, path)) {
      query = query === '' ? HIDE_AI : `${query}&${HIDE_AI}`;
      req.url = `${path}?${query}`;
    }
    const reads = req.method === 'GET' || req.method === 'HEAD';
    const asked: RoutedRequest = { req, res, path, query, reads };
    if (asked.reads && isOurs(req) && (await serveByFirst(shared, asked))) return;
    await serveByFirst(rest, asked);
  };

  const fail = (req: IncomingMessage, res: ServerResponse, reason: unknown) => {
    if (!res.headersSent) setCommonHeaders(res);
    if (reason instanceof Refused) return sendBusy(req, res, 503, reason.retryAfterS);
    failures.note('a request failed', reason, { path: (req.url ?? '').split('?')[0] });
    sendText(res, 500, LAST_RESORT);
  };
  const http = openHttpServer({
    answer,
    fail,
    connections: { limitAddresses: settings.limits && !settings.behindProxy, ...lines },
  });

  return {
    server: http.server,
    get held() {
      return { bodyBytes: intake.heldBytes, ...http.held };
    },
    drain(withinMs, noticeMs = 0) {
      readiness.drain();
      const onClosed = () => {
        failures.stop();
        listeners.close();
      };
      return http.drain({ withinMs, noticeMs, onClosed });
    },
  };
}

/** Redirects to the same address without slashes at the end of its path. */
function redirectWithoutSlashes({ req, res, path }: RoutedRequest): void {
  const url = req.url ?? '';
  const mark = url.indexOf('?');
  const to = withoutLastSlashes(path) || '/';
  // Never "//host" nor "/\\host": that would redirect to another site.
  const location = `${to.replace(/^[/\\]+/, '/')}${mark < 0 ? '' : url.slice(mark)}`;
  res.writeHead(308, { location, 'cache-control': 'no-cache' });
  res.end();
}
