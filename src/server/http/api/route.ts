import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'astro/zod';
import type { TokenHolder } from '../../../data/account/api-tokens.ts';
import type { ApiScope } from '../../../domain/account/api-token.ts';
import { PICTURE_MAX_BYTES } from '../../../domain/kernel/image-header.ts';
import type { App } from '../../app/app.ts';

/** What the handler of a route is given. */
export interface Asked<Query, Body = undefined> {
  app: App;
  /** The parts of the path in braces, by name: ids or slugs. */
  params: Readonly<Record<string, string>>;
  query: Query;
  body: Body;
  /** The query as it was written. */
  search: URLSearchParams;
}

/** The same, from somebody with a token. */
export interface AskedByHolder<Query, Body = undefined> extends Asked<Query, Body> {
  holder: TokenHolder;
  /**
   * Called with the answer that a resource has now, before it is changed.
   * @throws RefusalError where the program said in If-Match that it read another one
   */
  ifMatch(now: object): void;
}

/** A file to be sent, where the answer is no JSON. */
export interface FileAnswer {
  req: IncomingMessage;
  res: ServerResponse;
  onError(reason: unknown): void;
}

interface Described {
  /** Below /api/v1, with names of parts in braces: "/library/{product}". */
  path: string;
  /** One sentence for the documentation. */
  summary: string;
  /** Whether it calls `ifMatch`; a route that does not refuses If-Match. */
  matches?: boolean;
}

/** A route as the table holds it. Who may ask it is in `scope`: null for everybody. */
export interface ApiRoute extends Described {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  scope: ApiScope | null;
  query: z.ZodObject;
  /** The fields that it takes as JSON; 'picture' for the bytes of one; null where the route takes none. */
  body: z.ZodObject | 'picture' | null;
  /** The most bytes of its body; those of a form where it is missing. */
  limitBytes?: number;
  /** The JSON of its answer; 'file' for bytes. */
  answer: z.ZodType | 'file';
  /** For a route that makes something: the path of what it made, below /api/v1. */
  madeAt?(answer: never): string;
  handle(asked: AskedByHolder<never, never>, file: FileAnswer): Promise<unknown>;
}

type Read<Query extends z.ZodObject, Answer extends z.ZodType, Given> = Described & {
  query: Query;
  answer: Answer;
  handle(asked: Given): Promise<z.input<Answer>>;
};

/** A route that answers everybody with JSON. */
export function publicRead<Query extends z.ZodObject, Answer extends z.ZodType>(
  route: Read<Query, Answer, Asked<z.output<Query>>>,
): ApiRoute {
  return { ...route, method: 'GET', scope: null, body: null };
}

/** A route that answers the holder of a token with JSON. */
export function privateRead<Query extends z.ZodObject, Answer extends z.ZodType>(
  route: Read<Query, Answer, AskedByHolder<z.output<Query>>> & { scope: ApiScope },
): ApiRoute {
  return { ...route, method: 'GET', body: null };
}

/** A route that changes something for the holder of a token, and answers with JSON. */
export function privateWrite<Body extends z.ZodObject, Answer extends z.ZodType>(
  route: Described & {
    method: 'POST' | 'PATCH';
    scope: ApiScope;
    body: Body;
    limitBytes?: number;
    answer: Answer;
    madeAt?(answer: z.input<Answer>): string;
    handle(asked: AskedByHolder<unknown, z.output<Body>>): Promise<z.input<Answer>>;
  },
): ApiRoute {
  return { ...route, query: z.object({}) };
}

/** A route that takes the bytes of a picture from the holder of a token. */
export function privatePicture<Query extends z.ZodObject, Answer extends z.ZodType>(
  route: Described & {
    scope: ApiScope;
    query: Query;
    answer: Answer;
    handle(asked: AskedByHolder<z.output<Query>, Uint8Array<ArrayBuffer>>): Promise<z.input<Answer>>;
  },
): ApiRoute {
  return { ...route, method: 'POST', body: 'picture', limitBytes: PICTURE_MAX_BYTES };
}

/** A route that removes something of the holder of a token, and answers with JSON. */
export function privateDelete<Answer extends z.ZodType>(
  route: Described & {
    scope: ApiScope;
    answer: Answer;
    handle(asked: AskedByHolder<unknown>): Promise<z.input<Answer>>;
  },
): ApiRoute {
  return { ...route, method: 'DELETE', query: z.object({}), body: null };
}

/** A route that sends a file to the holder of a token. */
export function privateFile<Query extends z.ZodObject>(
  route: Described & {
    scope: ApiScope;
    query: Query;
    handle(asked: AskedByHolder<z.output<Query>>, file: FileAnswer): Promise<void>;
  },
): ApiRoute {
  return { ...route, method: 'GET', body: null, answer: 'file' };
}
