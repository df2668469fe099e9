import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';

const AUTOCANNON = createRequire(import.meta.url).resolve('autocannon/autocannon.js');

/** In a path: something new in each request, so that no cache can know it. */
export const NEW_ID = '[<id>]';

export interface Load {
  requests: number;
  requestsPerSecond: number;
  /** Latency in ms. */
  p50: number;
  p99: number;
}

/**
 * Asks for one address over and over, from a process of its own so that the asking costs the asked nothing.
 * A path may hold `NEW_ID`.
 * @throws Error when an answer was no success: a benchmark of error pages says nothing.
 */
export async function load(url: string, seconds: number, connections: number): Promise<Load> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      AUTOCANNON,
      '--json',
      '--no-progress',
      ...(url.includes(NEW_ID) ? ['--idReplacement'] : []),
      `--connections=${connections}`,
      `--duration=${seconds}`,
      '--headers=accept-encoding=br',
      '--headers=accept=text/html',
      url.replaceAll(NEW_ID, '[%3Cid%3E]'),
    ],
    { maxBuffer: 8 * 2 ** 20 },
  );
  const result = JSON.parse(stdout) as {
    non2xx: number;
    errors: number;
    '2xx': number;
    duration: number;
    latency: { p50: number; p99: number };
  };
  if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0)
    throw new Error(`${url}: ${result.non2xx} answers were no success, ${result.errors} requests failed.`);
  return {
    requests: result['2xx'],
    requestsPerSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}
