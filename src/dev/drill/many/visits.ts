import { setTimeout as pause } from 'node:timers/promises';

/** What visitors got who read pages all the time. */
export interface Visits {
  readonly count: number;
  /** When a GET failed, by `performance.now()`, and how. */
  readonly failures: { at: number; how: string }[];
  stop(): Promise<void>;
}

/** Visitors at the same time, and the pause of each between two pages, in ms. */
const VISITORS = 4;
const PAUSE_MS = 20;
const PATIENCE_MS = 15_000;

/** Lets visitors read these pages in turn until they are stopped. A failure is an error of the site or a cut answer. */
export function openVisits(origin: string, pages: readonly string[]): Visits {
  const failures: Visits['failures'] = [];
  let count = 0;
  let stopped = false;
  const visit = async (at: number) => {
    try {
      const answer = await fetch(origin + (pages[at % pages.length] ?? '/'), {
        headers: { accept: 'text/html' },
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      await answer.arrayBuffer();
      if (answer.status >= 400) failures.push({ at: performance.now(), how: String(answer.status) });
    } catch (reason) {
      failures.push({ at: performance.now(), how: String(reason) });
    }
    count += 1;
  };
  const all = Array.from({ length: VISITORS }, async (_, from) => {
    for (let at = from; !stopped; at += VISITORS) {
      await visit(at);
      await pause(PAUSE_MS);
    }
  });
  return {
    get count() {
      return count;
    },
    failures,
    async stop() {
      stopped = true;
      await Promise.all(all);
    },
  };
}
