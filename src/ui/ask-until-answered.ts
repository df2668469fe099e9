import type { ActionResult } from './action-answer.ts';

/** The pauses before asking again while the site is away, in ms; the last one is repeated. */
const PAUSES_MS = [2_000, 4_000, 8_000, 15_000, 30_000];
/** Pages that were cut off together ask again spread over this part of a pause. */
const SPREAD = 0.5;

/**
 * Calls an action that only reads, and again after a while as long as the site says that it is away or there is no
 * connection. What writes is not sent again by itself: it may have been done.
 * @param told receives each answer; null without a connection.
 * @param stop ends it. What is answered afterwards is dropped.
 * @param pause resolves after so many ms, in a page that nobody looks at later.
 */
export async function askUntilAnswered<T>(
  ask: () => Promise<ActionResult<T>>,
  told: (answer: ActionResult<T> | null) => void,
  stop: AbortSignal,
  pause: (ms: number) => Promise<void> = whileSeen,
): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const answer = await ask().catch(() => null);
    if (stop.aborted) return;
    told(answer);
    if (answer && answer.error?.code !== 'SERVICE_UNAVAILABLE') return;
    const ms = PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 0;
    await pause(ms * (1 - SPREAD / 2 + Math.random() * SPREAD));
    if (stop.aborted) return;
  }
}

/** Resolves after so many ms, or as soon as the page is looked at again. */
async function whileSeen(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  if (document.visibilityState === 'hidden')
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
}
