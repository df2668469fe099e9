import type PocketBase from 'pocketbase';
import { type Change, changesAfter, latestChange } from '../../data/kernel/changes.ts';

const EVERY_MS = 500;
const BATCH = 1000;

export interface ChangeFeed {
  /** Looks at once instead of at the next turn; resolves when everything until now has been handed on. */
  wake(): Promise<void>;
  /** Hands on nothing more. Resolves when the batch under way has been handled. */
  close(): Promise<void>;
}

/**
 * Hands every change in the backend to `handle`, in order, from now on. A backend that is away is asked again later
 * and nothing is missed; a handler that throws gets the same changes again.
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

  const look = async () => {
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
  const turn = (): Promise<void> => {
    running ??= look()
      .catch(onError)
      .finally(() => {
        running = null;
        clearTimeout(timer);
        if (!stopped) timer = setTimeout(turn, EVERY_MS).unref();
      });
    return running;
  };
  void turn();
  return {
    async wake() {
      await running;
      await turn();
    },
    async close() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
