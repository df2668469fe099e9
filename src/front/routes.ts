import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request, as routes look at it. */
export interface RoutedRequest {
  req: IncomingMessage;
  res: ServerResponse;
  /** Without the query, and decodable. */
  path: string;
  /** What follows the first "?", or "". */
  query: string;
  /** Whether it only reads: GET and HEAD. */
  reads: boolean;
}

/** One line of a table of routes. */
export interface Route {
  name: string;
  /** Whether it answered the request, or has begun to; the next route is asked otherwise. */
  serve(asked: RoutedRequest): boolean | Promise<boolean>;
}

type Maybe<T> = T | null | undefined | false;

/** Serves the requests in which `find` finds something; null, undefined and false are nothing. */
export function route<T>(
  name: string,
  find: (asked: RoutedRequest) => Maybe<T>,
  serve: (asked: RoutedRequest, found: T) => void | Promise<void>,
): Route {
  return {
    name,
    serve(asked) {
      const found = find(asked);
      if (found === null || found === undefined || found === false) return false;
      const served = serve(asked, found);
      return served ? served.then(() => true) : true;
    },
  };
}

/** Does something for each request that comes this far, and lets it go on. */
export function step(name: string, work: (asked: RoutedRequest) => void | Promise<void>): Route {
  return {
    name,
    serve(asked) {
      const done = work(asked);
      return done ? done.then(() => false) : false;
    },
  };
}

/** Serves a request by the first route that takes it. Returns whether one did. */
export async function serveByFirst(routes: readonly Route[], asked: RoutedRequest): Promise<boolean> {
  for (const { serve } of routes) {
    const served = serve(asked);
    if (served === true || (served !== false && (await served))) return true;
  }
  return false;
}
