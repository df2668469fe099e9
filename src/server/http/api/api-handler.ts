import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TokenHolder } from '../../../data/account/api-tokens.ts';
import { idempotencyKeyRefusal, REPEAT_REFUSAL_TEXTS } from '../../../domain/account/idempotency.ts';
import { compressAnswer } from '../../../front/compress.ts';
import { type BodyRefusal, VisitorGone } from '../../../front/incoming/bodies.ts';
import { type Admission, Refused } from '../../../front/load-shedding/admission.ts';
import { paths } from '../../../paths.ts';
import { answerOnce, fingerprintOf, type KeptAnswer } from '../../account/api-answers.ts';
import { tokenHolder } from '../../account/api-tokens.ts';
import type { App } from '../../app/app.ts';
import { DISK_FULL, expectedFailure } from '../../kernel/failure-log.ts';
import { badRequest, conflict, forbidden, notFound, RefusalError } from '../../kernel/refusal-error.ts';
import { FORM_LIMIT_BYTES } from '../incoming/body-rules.ts';
import { apiDescription } from './description.ts';
import { etagOf, namesEtag, requireMatch } from './etag.ts';
import { FOR_ALL, sendFailure } from './failure.ts';
import { bodyOf, queryOf } from './reading.ts';
import type { ApiRoute } from './route.ts';
import { RESOURCES, routesAt } from './routes.ts';

/** Whether a path is one of the API. */
export const isApiPath = (path: string): boolean => /^\/api\/v\d+(\/|$)/.test(path);

export interface ApiParts {
  app: App;
  admission: Admission;
  /** The body of a request, or why it is not accepted. @throws VisitorGone */
  bytesOf(req: IncomingMessage, res: ServerResponse, limitBytes: number): Promise<Buffer | BodyRefusal>;
  /** Counts the request of an address. Returns the seconds to wait, or null. */
  waitFor(req: IncomingMessage): Promise<number | null>;
  client(req: IncomingMessage): string;
  onError(reason: unknown): void;
}

/** Handles one request of the API. `path` and `query` are those of its address. */
export type ApiHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  query: string,
) => Promise<void>;

const BUSY = 'The site is very busy at the moment; try again shortly.';
const AWAY = 'The service is restarting; try again in a moment.';

/**
 * Opens the API. It knows tokens and no cookies, so that no page of another site can ask in a visitor's name; what is public
 * may be asked by every page.
 */
export function openApiHandler({ app, admission, bytesOf, waitFor, client, onError }: ApiParts): ApiHandler {
  const {
    settings,
    account: { apiLimits },
  } = app;

  async function answer(
    req: IncomingMessage,
    res: ServerResponse,
    path: string,
    query: string,
  ): Promise<void> {
    const wait = await waitFor(req);
    if (wait !== null) throw tooMany(wait);
    if (path === paths.apiDescription()) {
      await countVisitor(req);
      const text = JSON.stringify(apiDescription(app.commerce.siteName, settings.siteUrl));
      const sent = { status: 200, location: null, text, isState: true, isRepeated: false };
      return sendAnswer(req, res, sent, true);
    }
    const found = path.startsWith(paths.api('/')) ? routesAt(path.slice(paths.api('').length)) : [];
    if (found.length === 0) {
      const description = settings.siteUrl + paths.apiDescription();
      throw notFound(`There is no such address; ${description} lists all of them.`);
    }
    const method = req.method === 'HEAD' ? 'GET' : req.method;
    const isPublic = found.some(({ route }) => route.scope === null);
    if (method === 'OPTIONS' && isPublic) {
      const allow = {
        'access-control-allow-methods': 'GET',
        'access-control-allow-headers': 'if-none-match',
      };
      res.writeHead(204, { ...FOR_ALL, ...allow }).end();
      return;
    }
    const chosen = found.find(({ route }) => route.method === method);
    if (!chosen) {
      res.setHeader('allow', found.map(({ route }) => route.method).join(', '));
      throw new RefusalError('method_not_allowed', 'This method is not allowed here.');
    }
    const { route, params } = chosen;
    const holder = await holderFor(req, route);
    const search = new URLSearchParams(query);
    const known = req.headers['if-match'];
    const ifMatch = known === undefined ? null : (now: object) => requireMatch(known, now);
    const asked = { app, params, holder, ifMatch, query: queryOf(route.query, search) };
    const file = { req, res, onError };
    // Files are streamed, which may take hours: they hold no place.
    if (route.answer === 'file') {
      await route.handle({ ...asked, body: undefined }, file);
      return;
    }
    let bytes: Buffer = Buffer.alloc(0);
    if (route.body) {
      const limitBytes = route.limitBytes ?? FORM_LIMIT_BYTES;
      const body = await bytesOf(req, res, limitBytes);
      if (typeof body === 'string') throw bodyRefused(body, limitBytes);
      bytes = body;
    }
    const body = !route.body
      ? undefined
      : route.body === 'picture'
        ? Uint8Array.from(bytes)
        : bodyOf(route.body, bytes.toString());
    if (route.method !== 'GET' && route.matches !== true && known !== undefined)
      throw new RefusalError(
        'precondition_failed',
        'If-Match is not understood at this address; leave it out.',
      );
    const work = async () => {
      const answer = (await route.handle({ ...asked, body }, file)) as object;
      const made = route.madeAt?.(answer as never) ?? null;
      const location = made === null ? null : settings.siteUrl + paths.api(made);
      return { status: made === null ? 200 : 201, location, text: JSON.stringify(answer) };
    };
    const isState = route.method === 'GET' || (route.method !== 'DELETE' && RESOURCES.has(route.answer));
    const owner = holder ? `person ${holder.userId}` : client(req);
    const sent = await admission.run(
      'program',
      async () =>
        route.method === 'GET' || holder === null
          ? { ...(await work()), isState, isRepeated: false }
          : { ...(await once(req, holder, bytes, work)), isState },
      owner,
    );
    return sendAnswer(req, res, sent, route.scope === null);
  }

  /** Does what changes something, once for each Idempotency-Key of its token. @throws RefusalError */
  async function once(
    req: IncomingMessage,
    { tokenId, userId }: TokenHolder,
    body: Uint8Array,
    work: () => Promise<KeptAnswer & { text: string }>,
  ): Promise<Omit<Sent, 'isState'>> {
    const key = req.headers['idempotency-key'];
    if (key === undefined) return { ...(await work()), isRepeated: false };
    const refusal = idempotencyKeyRefusal(String(key));
    if (refusal !== null) throw badRequest(refusal);
    const wait = await apiLimits.keptAnswer(userId);
    if (wait !== null) throw tooMany(wait);
    const fingerprint = fingerprintOf([req.method ?? '', req.url ?? '', body]);
    const asked = { tokenId, key: String(key), fingerprint };
    const wasRefused = (reason: unknown) => reason instanceof RefusalError;
    const done = await answerOnce(app.pb, asked, app.commerce.now, work, wasRefused);
    if ('refusal' in done) {
      const isOther = done.refusal === 'other-request';
      const more = isOther ? {} : { retryAfterS: 2 };
      throw new RefusalError(
        isOther ? 'unprocessable' : 'conflict',
        REPEAT_REFUSAL_TEXTS[done.refusal],
        more,
      );
    }
    const { answer, isRepeated } = done;
    if (answer.text === null)
      throw conflict('This request was done; its answer was too long to be kept. Read it again.');
    return { ...answer, text: answer.text, isRepeated };
  }

  async function countVisitor(req: IncomingMessage): Promise<void> {
    const wait = await apiLimits.visitor(client(req));
    if (wait !== null) throw tooMany(wait);
  }

  /** Who asks; null for what everybody may ask. @throws RefusalError */
  async function holderFor(req: IncomingMessage, route: ApiRoute): Promise<TokenHolder | null> {
    if (route.scope === null) {
      await countVisitor(req);
      return null;
    }
    const holder = await tokenHolder(app.pb, req.headers.authorization, app.commerce.now());
    if (!holder) {
      await countVisitor(req);
      throw new RefusalError(
        'unauthorized',
        'Send a valid access token in the header Authorization, as “Bearer” and the token.',
      );
    }
    const wait = await apiLimits.request(holder.tokenId);
    if (wait !== null) throw tooMany(wait);
    if (!holder.scopes.includes(route.scope))
      throw forbidden(`This access token lacks the scope ${route.scope}.`);
    return holder;
  }

  return async (req, res, path, query) => {
    try {
      await answer(req, res, path, query);
    } catch (reason) {
      if (reason instanceof VisitorGone) return;
      sendFailure(res, refusalOf(reason, onError));
    }
  };
}

const tooMany = (retryAfterS: number) =>
  new RefusalError('too_many_requests', 'Too many requests; wait as long as Retry-After says.', {
    retryAfterS,
  });

function bodyRefused(refusal: BodyRefusal, limitBytes: number): RefusalError {
  if (refusal === 'too-large')
    return new RefusalError('too_large', `This request carries at most ${limitBytes} bytes.`);
  if (refusal === 'too-slow')
    return new RefusalError('too_slow', 'The request arrived too slowly; try again.');
  return new RefusalError('unavailable', BUSY, { retryAfterS: 2 });
}

function refusalOf(reason: unknown, onError: (reason: unknown) => void): RefusalError {
  if (reason instanceof RefusalError) return reason;
  if (reason instanceof Refused) {
    return new RefusalError('unavailable', BUSY, { retryAfterS: reason.retryAfterS });
  }
  onError(reason);
  const expected = expectedFailure(reason);
  if (expected === 'the disk is full') return new RefusalError('unavailable', DISK_FULL, { retryAfterS: 60 });
  if (expected) return new RefusalError('unavailable', AWAY, { retryAfterS: 5 });
  return new RefusalError('internal', 'Something went wrong while processing your request.');
}

/** What is sent to a request that was not refused. */
interface Sent extends KeptAnswer {
  text: string;
  /** Whether it says how a resource is now, so that its ETag is the one of the resource. */
  isState: boolean;
  isRepeated: boolean;
}

function sendAnswer(
  req: IncomingMessage,
  res: ServerResponse,
  { status, location, text, isState, isRepeated }: Sent,
  isPublic: boolean,
): void {
  const etag = etagOf(text);
  const headers = {
    ...(isState ? { etag } : {}),
    'cache-control': isPublic ? 'public, max-age=60' : 'private, no-cache',
    ...(isPublic ? FOR_ALL : { vary: 'Authorization' }),
    ...(location === null ? {} : { location }),
    ...(isRepeated ? { 'idempotent-replayed': 'true' } : {}),
  };
  const reads = req.method === 'GET' || req.method === 'HEAD';
  const known = req.headers['if-none-match'];
  if (reads && known !== undefined && namesEtag(known, etag)) {
    res.writeHead(304, headers).end();
    return;
  }
  compressAnswer(req, res);
  res.writeHead(status, { ...headers, 'content-type': 'application/json' });
  res.end(req.method === 'HEAD' ? undefined : text);
}
