import { runProgram } from './children.ts';

/** In a path: new in each request, so that no cache can hold it. */
export const NEW_ID = '[<id>]';

/** A load without a single answer is repeated for twice as long, up to this. In seconds. */
const LONGEST_S = 60;

export interface Load {
  /** Requests that succeeded. */
  requests: number;
  requestsPerSecond: number;
  /** Requests that failed, as a share from 0 to 1: a site under too much load refuses early. */
  refused: number;
  /** Latency in ms. */
  p50: number;
  p99: number;
}

interface Seen {
  non2xx: number;
  errors: number;
  succeeded: number;
  seconds: number;
  p50: number;
  p99: number;
}

/**
 * Requests one address over and over, from a process of its own, so that the client does not slow the site down.
 * @param path may hold `NEW_ID`.
 * @param cookie sent with each request, if any.
 * @throws Error if most answers failed: a benchmark of error pages says nothing.
 */
export async function load(
  origin: string,
  path: string,
  seconds: number,
  connections: number,
  cookie = '',
): Promise<Load> {
  const words = [origin, path, String(seconds), String(connections), cookie];
  const seen = (await runProgram('load-client.ts', words)) as Seen;
  // On a busy machine the first page may take longer than the load lasts.
  if (seen.succeeded + seen.non2xx + seen.errors === 0 && seconds < LONGEST_S)
    return load(origin, path, 2 * seconds, connections, cookie);
  const refused = seen.non2xx + seen.errors;
  if (refused >= seen.succeeded)
    throw new Error(`${path}: ${seen.non2xx} answers were no success, ${seen.errors} requests failed.`);
  return {
    requests: seen.succeeded,
    requestsPerSecond: seen.succeeded / seen.seconds,
    refused: refused / (refused + seen.succeeded),
    p50: seen.p50,
    p99: seen.p99,
  };
}
