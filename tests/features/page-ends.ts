import { BroadcastChannel } from 'node:worker_threads';
import { afterAll } from 'vitest';

// Tabs speak to each other by it; happy-dom has none.
Object.assign(globalThis, { BroadcastChannel });

/**
 * The page of a test file ends with it: no timer outlives it. A store unmounts a second after its last listener has gone, and would
 * then look for a document that is not there any more.
 */
const timers = new Set<ReturnType<typeof setTimeout>>();
const start = globalThis.setTimeout;

globalThis.setTimeout = Object.assign((...call: Parameters<typeof start>) => {
  const timer = start(...call);
  timers.add(timer);
  return timer;
}, start) as typeof start;

afterAll(() => {
  for (const timer of timers) clearTimeout(timer);
});
