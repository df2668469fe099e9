import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { Instant } from '../domain/instant.ts';

/** How soon it is noticed that days passed, in ms. */
const LOOK_EVERY_MS = 250;

/**
 * The clock the hall does business by: months, prices, grace and schedules. It is the world's, but for a house that plays
 * with a stand-in of the payment provider: there days pass when somebody says so, and `file` holds how many ms the
 * stand-in is ahead. Read at each look, so that both never differ.
 * @param file null for the world's clock
 */
export function openClock(file: string | null): () => Instant {
  return file === null ? Date.now : () => Date.now() + msAhead(file);
}

/** Tells whoever waits for a moment that days passed. Answers how to stop; nothing is told of the world's clock. */
export function followClock(file: string | null, onPassed: () => void): () => void {
  if (file === null) return () => undefined;
  watchFile(file, { persistent: false, interval: LOOK_EVERY_MS }, onPassed);
  return () => unwatchFile(file, onPassed);
}

function msAhead(file: string): number {
  try {
    const ahead = Number(readFileSync(file, 'utf8'));
    return Number.isFinite(ahead) ? ahead : 0;
  } catch (reason) {
    // Nobody has put it ahead yet.
    if ((reason as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw reason;
  }
}
