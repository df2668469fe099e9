import { readFileSync } from 'node:fs';
import type { Instant } from '../../domain/kernel/instant.ts';

/** How often the file is checked for a change, in ms. */
const CHECK_EVERY_MS = 250;

/**
 * The clock for everything with a business date: months, prices, grace periods and schedules. It is the system clock,
 * except with the payment stand-in, where a developer moves time forward and `file` holds by how many ms. The file is
 * read on every call, so that both clocks agree.
 * @param file null for the system clock
 */
export function openClock(file: string | null): () => Instant {
  return file === null ? Date.now : () => Date.now() + msAhead(file);
}

/** Calls `onMoved` when the clock was moved forward, never for the system clock. Returns a function that stops it. */
export function followClock(file: string | null, onMoved: () => void): () => void {
  if (file === null) return () => undefined;
  let known = msAhead(file);
  // Node's own watcher would miss a move before its first look at the file.
  const timer = setInterval(() => {
    const ahead = msAhead(file);
    if (ahead === known) return;
    known = ahead;
    onMoved();
  }, CHECK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function msAhead(file: string): number {
  try {
    const ahead = Number(readFileSync(file, 'utf8'));
    return Number.isFinite(ahead) ? ahead : 0;
  } catch (reason) {
    // The clock has not been moved yet.
    if ((reason as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw reason;
  }
}
