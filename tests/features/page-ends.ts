import { afterAll } from 'vitest';

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
