import type PocketBase from 'pocketbase';
import { type Change, changesAfter, latestChange } from '../../data/kernel/changes.ts';

const EVERY_MS = 500;
const BATCH = 1000;

/** Tells other processes at once that the backend has changed. It may be lost: whoever listens polls as well. */
export interface ChangeSignal {
  /** @param seq the newest position of the change feed. */
  send(seq: number): void;
  /** Returns the function that stops listening. */
  listen(heard: (seq: number) => void): () => void;
}

export interface ChangeFeed {
  /** Polls at once; resolves when every change so far has been handled. */
  wake(): Promise<void>;
  /**
   * Resolves once the changes up to `position` have been handled, or after `withinMs`; at once where they have been. So many
   * as wait ask only once.
   */
  reach(position: number, withinMs: number): Promise<void>;
  /** Stops. Resolves when the current batch has been handled. */
  close(): Promise<void>;
}

/**
 * Passes every change in the backend to `handle`, in order, from now on. If the backend is unavailable or the handler
 * throws, the same changes are retried later, so nothing is missed. The first process that finds a change wakes the others
 * by the signal.
 */
export function followChanges(
  pb: PocketBase,
  handle: (changes: Change[]) => Promise<void> | void,
  onError: (reason: unknown) => void,
  signal?: ChangeSignal,
): ChangeFeed {
  let position: number | null = null;
  /** The newest position that was read here, and that any process is known to have told the others. */
  let read = 0;
  let told = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;

  const poll = async () => {
    position ??= await latestChange(pb);
    for (;;) {
      const changes = await changesAfter(pb, position, BATCH);
      const last = changes.at(-1);
      if (!last) return;
      read = last.seq;
      if (read > told) {
        told = read;
        signal?.send(read);
      }
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
  const wake = async () => {
    await running;
    if (!stopped) await run();
  };
  const stopListening = signal?.listen((seq) => {
    told = Math.max(told, seq);
    if (seq > read) void wake();
  });
  void run();
  return {
    wake,
    async reach(wanted, withinMs) {
      if (position !== null && position >= wanted) return;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, withinMs);
      });
      await Promise.race([wake(), late]);
      clearTimeout(timer);
    },
    async close() {
      stopped = true;
      stopListening?.();
      clearTimeout(timer);
      await running;
    },
  };
}
