/**
 * Gives memory back after a rush. V8 keeps the pages of a heap that was large for a moment, and nobody tells a process that
 * its machine is short of memory: after 200 connections had asked for new pages the site held 407 MB, of which it used 290.
 */

const MB = 1024 * 1024;
/** Below this the site is as small as it gets with the demo world; the smallest machines have 512 MB. */
const RELIEF_ABOVE_BYTES = 320 * MB;
/** How much the process has grown since the last relief before there is something to give back. */
const GROWTH = 1.2;
const LOOK_EVERY_MS = 1000;
const PAUSE_MS = 5000;

/** What is known when it is decided: sizes in bytes, `leftBytes` after the last relief, 0 before the first. */
export interface MemoryReading {
  residentBytes: number;
  leftBytes: number;
  sinceMs: number;
}

/** Whether to give memory back now. A process that needs what it has is not stopped again for nothing: it must have grown. */
export function isReliefDue({ residentBytes, leftBytes, sinceMs }: MemoryReading): boolean {
  return residentBytes > RELIEF_ABOVE_BYTES && residentBytes > leftBytes * GROWTH && sinceMs >= PAUSE_MS;
}

/**
 * Looks each second and collects garbage where it is due, which stops the process for about 150 ms per 100 MB in use. Does
 * nothing in a process that was started without `--expose-gc`.
 * @returns stops looking
 */
export function openMemoryRelief(): () => void {
  const collect = globalThis.gc;
  if (!collect) return () => undefined;
  let leftBytes = 0;
  let endedAt = performance.now() - PAUSE_MS;
  const timer = setInterval(() => {
    const sinceMs = performance.now() - endedAt;
    if (!isReliefDue({ residentBytes: process.memoryUsage.rss(), leftBytes, sinceMs })) return;
    // Only this kind of collection returns pages to the machine.
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    leftBytes = process.memoryUsage.rss();
    endedAt = performance.now();
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
