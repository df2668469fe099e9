/** Work that is done again and again, one round at a time. */
export interface Rounds {
  /** Works at once instead of at the next turn; resolves when what waits now is worked off. */
  wake(): Promise<void>;
  /** Begins nothing more, and resolves when the round that runs has ended. */
  close(): Promise<void>;
}

/**
 * Works now, when woken, and every `everyMs`. Who wakes it in the middle of a round gets one more behind it, so that
 * nothing that came meanwhile waits for the next turn.
 * @param onError hears why a round broke off; the next one comes all the same
 */
export function openRounds(
  work: () => Promise<unknown>,
  everyMs: number,
  onError: (reason: unknown) => void,
): Rounds {
  let running: Promise<void> | null = null;
  let again = false;
  let closed = false;
  const rounds = async () => {
    do {
      again = false;
      await work().catch(onError);
    } while (again);
  };
  const wake = () => {
    if (closed) return Promise.resolve();
    again = true;
    running ??= rounds().finally(() => {
      running = null;
    });
    return running;
  };
  const timer = setInterval(() => void wake(), everyMs);
  void wake();
  return {
    wake,
    async close() {
      closed = true;
      clearInterval(timer);
      again = false;
      await running;
    },
  };
}
