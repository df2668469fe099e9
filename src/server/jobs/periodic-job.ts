import type { Instant } from '../../domain/kernel/instant.ts';

/** The runs of a job in this process, by the system's clock. */
export interface JobRuns {
  everyMs: number;
  startedAt: Instant;
  /** When the newest run that is over ended, and how long it took in ms. */
  endedAt: Instant | null;
  ms: number;
  /** When the next interval begins. */
  nextAt: Instant;
  /** Why the newest run that failed did, and when; it stays when a later one succeeds. */
  error: string;
  failedAt: Instant | null;
}

/** A job that runs again and again, one run at a time. */
export interface PeriodicJob {
  /** What is known of its runs now. */
  runs(): JobRuns;
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
 * @param afterError NOT_NOW where a run that failed drops the wakes during it, too.
 */
export function openPeriodicJob(
  work: () => Promise<unknown>,
  everyMs: number,
  onError: (reason: unknown) => void,
  afterError: typeof NOT_NOW | null = null,
): PeriodicJob {
  let running: Promise<void> | null = null;
  let again = false;
  let closed = false;
  const openedAt = Date.now();
  const past = { startedAt: openedAt, endedAt: null as Instant | null, ms: 0 };
  const failure = { error: '', failedAt: null as Instant | null };
  const failed = (reason: unknown) => {
    failure.error = String(reason);
    failure.failedAt = Date.now();
    onError(reason);
    return afterError;
  };
  const run = async () => {
    let result: unknown;
    do {
      again = false;
      past.startedAt = Date.now();
      result = await work().catch(failed);
      past.endedAt = Date.now();
      past.ms = past.endedAt - past.startedAt;
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
    runs() {
      const nextAt = openedAt + Math.ceil((Date.now() - openedAt + 1) / everyMs) * everyMs;
      return { everyMs, ...past, nextAt, ...failure };
    },
    async close() {
      closed = true;
      clearInterval(timer);
      again = false;
      await running;
    },
  };
}
