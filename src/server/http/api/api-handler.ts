import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'astro/zod';
import type { TokenHolder } from '../../../data/account/api-tokens.ts';
import { paths } from '../../../paths.ts';
import { tokenHolder } from '../../account/api-tokens.ts';
import type { App } from '../../app/app.ts';
import { expectedFailure } from '../../kernel/failure-log.ts';
import { type Admission, Refused } from '../admission.ts';
import { compressAnswer } from '../compress.ts';
import { type BodyRefusal, VisitorGone } from '../incoming/bodies.ts';
import { FORM_LIMIT_BYTES } from '../incoming/body-rules.ts';
import { apiDescription } from './description.ts';
import { ApiRefused, sendFailure } from './failure.ts';
import type { ApiRoute } from './route.ts';
import { routesAt } from './routes.ts';

/** Whether a path is one of the API. */
export const isApiPath = (path: string): boolean => path.startsWith(paths.api('/'));

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
/** Programs that only read may answer from any page in a browser. */
const FOR_ALL = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/**
 * Opens the API. It knows tokens and no cookies, so that no page of another site can ask in a visitor's name; what is public
 * may be asked by every page.
 */
export function openApiHandler({ app, admission, bytesOf, waitFor, client, onError }: ApiParts): ApiHandler {
  const { apiLimits, settings } = app;

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
      return sendAnswer(req, res, apiDescription(app.commerce.siteName, settings.siteUrl), true);
    }
    const found = routesAt(path.slice(paths.api('').length));
    if (found.length === 0) throw new ApiRefused('not_found', 'There is no such address.');
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
      throw new ApiRefused('method_not_allowed', 'This method is not allowed here.');
    }
    const { route, params } = chosen;
    const holder = await holderFor(req, route);
    const search = new URLSearchParams(query);
    const asked = { app, params, search, holder, query: queryOf(route, search), body: undefined as unknown };
    if (route.body) {
      const limitBytes = route.limitBytes ?? FORM_LIMIT_BYTES;
      const body = await bytesOf(req, res, limitBytes);
      if (typeof body === 'string') throw bodyRefused(body, limitBytes);
      asked.body = route.body === 'picture' ? Uint8Array.from(body) : bodyOf(route.body, body.toString());
    }
    const file = { req, res, onError };
    // Files are streamed, which may take hours: they hold no place.
    if (route.answer === 'file') {
      await route.handle(asked as never, file);
      return;
    }
    const owner = holder ? `person ${holder.userId}` : client(req);
    const body = await admission.run('program', () => route.handle(asked as never, file), owner);
    return sendAnswer(req, res, body as object, route.scope === null);
  }

  async function countVisitor(req: IncomingMessage): Promise<void> {
    const wait = await apiLimits.visitor(client(req));
    if (wait !== null) throw tooMany(wait);
  }

  /** Who asks; null for what everybody may ask. @throws ApiRefused */
  async function holderFor(req: IncomingMessage, route: ApiRoute): Promise<TokenHolder | null> {
    if (route.scope === null) {
      await countVisitor(req);
      return null;
    }
    const holder = await tokenHolder(app.pb, req.headers.authorization, app.commerce.now());
    if (!holder) {
      await countVisitor(req);
      throw new ApiRefused(
        'unauthorized',
        'Send a valid access token in the header Authorization, as “Bearer” and the token.',
      );
    }
    const wait = await apiLimits.request(holder.tokenId);
    if (wait !== null) throw tooMany(wait);
    if (!holder.scopes.includes(route.scope))
      throw new ApiRefused('forbidden', `This access token lacks the scope ${route.scope}.`);
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
  new ApiRefused('too_many_requests', 'Too many requests; wait as long as Retry-After says.', {
    retryAfterS,
  });

/** @throws ApiRefused with the name of the parameter that is wrong */
function queryOf(route: ApiRoute, search: URLSearchParams): unknown {
  return readBy(route.query, Object.fromEntries(search));
}

/** @throws ApiRefused with the name of the field that is wrong */
function bodyOf(schema: z.ZodObject, text: string): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new ApiRefused('bad_request', 'Send the fields as JSON.');
  }
  return readBy(schema, parsed);
}

function readBy(schema: z.ZodObject, value: unknown): unknown {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  const message = issue?.message ?? 'This is not valid.';
  throw field === ''
    ? new ApiRefused('bad_request', message)
    : new ApiRefused('bad_request', `${field}: ${message}`, { field });
}

function bodyRefused(refusal: BodyRefusal, limitBytes: number): ApiRefused {
  if (refusal === 'too-large')
    return new ApiRefused('too_large', `This request carries at most ${limitBytes} bytes.`);
  if (refusal === 'too-slow') return new ApiRefused('too_slow', 'The request arrived too slowly; try again.');
  return new ApiRefused('unavailable', BUSY, { retryAfterS: 2 });
}

function refusalOf(reason: unknown, onError: (reason: unknown) => void): ApiRefused {
  if (reason instanceof ApiRefused) return reason;
  if (reason instanceof Refused) {
    return new ApiRefused('unavailable', BUSY, { retryAfterS: reason.retryAfterS });
  }
  onError(reason);
  if (expectedFailure(reason)) return new ApiRefused('unavailable', AWAY, { retryAfterS: 5 });
  return new ApiRefused('internal', 'Something went wrong while processing your request.');
}

function sendAnswer(req: IncomingMessage, res: ServerResponse, body: object, isPublic: boolean): void {
  const text = JSON.stringify(body);
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  const headers = {
    etag,
    'cache-control': isPublic ? 'public, max-age=60' : 'private, no-cache',
    ...(isPublic ? FOR_ALL : { vary: 'Authorization' }),
  };
  if (req.headers['if-none-match']?.includes(etag)) {
    res.writeHead(304, headers).end();
    return;
  }
  compressAnswer(req, res);
  res.writeHead(200, { ...headers, 'content-type': 'application/json' });
  res.end(req.method === 'HEAD' ? undefined : text);
}
