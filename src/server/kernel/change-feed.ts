import type PocketBase from 'pocketbase';
import { type Change, changesAfter, latestChange } from '../../data/kernel/changes.ts';

const EVERY_MS = 500;
const BATCH = 1000;

export interface ChangeFeed {
  /** Polls at once; resolves when every change so far has been handled. */
  wake(): Promise<void>;
  /** Stops. Resolves when the current batch has been handled. */
  close(): Promise<void>;
}

/**
 * Passes every change in the backend to `handle`, in order, from now on. If the backend is unavailable or the handler
 * throws, the same changes are retried later, so nothing is missed.
 */
export function followChanges(
  pb: PocketBase,
  handle: (changes: Change[]) => Promise<void> | void,
  onError: (reason: unknown) => void,
): ChangeFeed {
  let position: number | null = null;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;

  const poll = async () => {
    position ??= await latestChange(pb);
    for (;;) {
      const changes = await changesAfter(pb, position, BATCH);
      const last = changes.at(-1);
      if (!last) return;
      await handle(changes);
      position = last.seq;
      if (changes.length < BATCH) return;
    }
  };
  const run = (): Promise<void> => {
    running ??= poll()
      .catch(onError)
      .finally(() => {
        running = null;
        clearTimeout(timer);
        if (!stopped) timer = setTimeout(run, EVERY_MS).unref();
      });
    return running;
  };
  void run();
  return {
    async wake() {
      await running;
      await run();
    },
    async close() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
