import { setFlagsFromString } from 'node:v8';

/**
 * Gives memory back after a rush. V8 keeps the pages of a heap that was large for a moment, and nobody tells a process that
 * its machine is short of memory: after 200 connections had asked for new pages the site held 407 MB, of which it used 290.
 */

const MB = 1024 * 1024;
/** Above what the site takes with the demo world and its daily traffic; the smallest machines have 512 MB. */
const COLLECT_ABOVE_BYTES = 320 * MB;
/** A collection that gives back less than this part of the memory was not worth its pause. */
const WORTH_IT = 0.1;
const LOOK_EVERY_MS = 1000;
const SHORTEST_PAUSE_MS = 3000;
const LONGEST_PAUSE_MS = 300_000;

/** Room for young objects of each thread, in MB a half; V8 takes up to three. */
const THREADS_SEMI_SPACE_MB = 4;

/**
 * Gives threads that start from now on less room for young objects than the main thread has, which keeps what it began with.
 * A page is drawn faster in a lot of room; the search and the printer of invoices need little, and each held 30 MB more. A
 * worker's own limits do not help: the flag with which the site starts goes before them.
 */
export function keepThreadsSmall(): void {
  setFlagsFromString(`--max-semi-space-size=${THREADS_SEMI_SPACE_MB}`);
}

/**
 * How long to wait after a collection, in ms: twice as long after one that was not worth it, so that a process that needs what it
 * has is stopped once in five minutes.
 */
export function pauseAfter(pauseMs: number, beforeBytes: number, afterBytes: number): number {
  if (beforeBytes - afterBytes >= beforeBytes * WORTH_IT) return SHORTEST_PAUSE_MS;
  return Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
}

/**
 * Looks each second and collects garbage where there is too much memory, which stops the process for about 150 ms per 100 MB
 * in use. Does nothing in a process that was started without `--expose-gc`.
 * @returns stops looking
 */
export function collectUnderPressure(): () => void {
  const collect = globalThis.gc;
  if (!collect) return () => undefined;
  let pauseMs = SHORTEST_PAUSE_MS;
  let endedAt = performance.now();
  const timer = setInterval(() => {
    if (performance.now() - endedAt < pauseMs) return;
    const beforeBytes = process.memoryUsage.rss();
    if (beforeBytes <= COLLECT_ABOVE_BYTES) return;
    // Only this kind of collection returns pages to the machine.
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    pauseMs = pauseAfter(pauseMs, beforeBytes, process.memoryUsage.rss());
    endedAt = performance.now();
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
