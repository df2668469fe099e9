/** A job that runs again and again, one run at a time. */
export interface PeriodicJob {
  /** Runs now instead of at the next interval. Resolves when everything that was due at the call is done. */
  wake(): Promise<void>;
  /** Starts no further run. Resolves when the current run has ended. */
  close(): Promise<void>;
}

/** What a run returns when another one would fail as well now: wakes during it are dropped until the next interval. */
export const NOT_NOW = Symbol('not now');

/**
 * Runs `work` at once, on every `wake`, and every `everyMs`. A wake during a run adds exactly one run after it, so that
 * nothing that arrived in the meantime waits for the next interval.
 * @param onError receives the reason when a run fails; the next run happens anyway
 */
export function openPeriodicJob(
  work: () => Promise<unknown>,
  everyMs: number,
  onError: (reason: unknown) => void,
): PeriodicJob {
  let running: Promise<void> | null = null;
  let again = false;
  let closed = false;
  const run = async () => {
    let result: unknown;
    do {
      again = false;
      result = await work().catch(onError);
    } while (again && result !== NOT_NOW);
  };
  const wake = () => {
    if (closed) return Promise.resolve();
    again = true;
    running ??= run().finally(() => {
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
