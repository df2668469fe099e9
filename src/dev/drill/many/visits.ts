import { setTimeout as pause } from 'node:timers/promises';

/** What visitors got who read pages all the time. */
export interface Visits {
  readonly count: number;
  /** When a GET failed, by `performance.now()`, and how. */
  readonly failures: { at: number; how: string }[];
  /** How many GETs were told to come back in a moment, because the machine had more to do than it could. */
  readonly asked: { toWait: number };
  stop(): Promise<void>;
}

/** Visitors at the same time, and the pause of each between two pages, in ms. */
const VISITORS = 4;
const PAUSE_MS = 20;
const PATIENCE_MS = 15_000;
/** The title of a site's page for visitors who have to wait. */
const BUSY = '<title>One moment, please';

/** The title of a page, or how a text begins: it tells whether the load balancer or a site has refused. */
const wordsOf = (text: string) =>
  (/<title>([^<]*)/.exec(text)?.[1] ?? text.replace(/<[^>]*>|\s+/g, ' ').trim()).slice(0, 60);

/** Lets visitors read these pages in turn until they are stopped. A failure is an error of the site or a cut answer. */
export function openVisits(origin: string, pages: readonly string[]): Visits {
  const failures: Visits['failures'] = [];
  const asked = { toWait: 0 };
  let count = 0;
  let stopped = false;
  const visit = async (at: number) => {
    const path = pages[at % pages.length] ?? '/';
    try {
      const answer = await fetch(origin + path, {
        headers: { accept: 'text/html' },
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const text = await answer.text();
      if (answer.status === 503 && answer.headers.has('retry-after') && text.includes(BUSY))
        asked.toWait += 1;
      else if (answer.status >= 400)
        failures.push({ at: performance.now(), how: `${answer.status} ${path}: ${wordsOf(text)}` });
    } catch (reason) {
      failures.push({ at: performance.now(), how: `${path}: ${reason}` });
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
    asked,
    async stop() {
      stopped = true;
      await Promise.all(all);
    },
  };
}
