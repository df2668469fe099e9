import type { Instant } from '../../domain/kernel/instant.ts';
import type { JobRun } from '../../domain/kernel/job-run.ts';

const DAY_MS = 86_400_000;

/** A time of day in UTC, such as "03:00". */
export type TimeOfDay = `${number}:${number}`;

/** A job that runs again and again, one run at a time. */
export interface PeriodicJob {
  /** What is known of its runs now. */
  runs(): JobRun;
  /** Runs now instead of at the next interval. Resolves when everything that was due at the call is done. */
  wake(): Promise<void>;
  /** Starts no further run. Resolves when the current run has ended. */
  close(): Promise<void>;
}

/** What a run returns when another one would fail as well now: wakes during it are dropped until the next interval. */
export const NOT_NOW = Symbol('not now');

/** The first moment after `now` at which it is this time of day in UTC. @throws where it is no time */
export function nextTimeOfDay(time: TimeOfDay, now: Instant): Instant {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  if (hours === undefined) throw new Error(`"${time}" is no time of day`);
  const start = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return start + Math.floor((now - start) / DAY_MS + 1) * DAY_MS;
}

/**
 * Runs `work` at once, on every `wake`, and at every interval. A wake during a run adds exactly one run after it, so that
 * nothing that arrived in the meantime waits for the next interval.
 * @param when how long an interval is, in ms, or at which time of day it begins. A job of the night, too, runs when the app
 * opens: what a night missed is made up for.
 * @param onError receives the reason when a run fails; the next run happens anyway
 * @param afterError NOT_NOW where a run that failed drops the wakes during it, too.
 */
export function openPeriodicJob(
  work: () => Promise<unknown>,
  when: number | TimeOfDay,
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
  const timer = timerOf(when, () => void wake());
  void wake();
  return {
    wake,
    runs: () => ({ everyMs: timer.everyMs, ...past, nextAt: timer.nextAt(), ...failure }),
    async close() {
      closed = true;
      timer.stop();
      again = false;
      await running;
    },
  };
}

interface Timer {
  everyMs: number;
  nextAt(): Instant;
  stop(): void;
}

function timerOf(when: number | TimeOfDay, tick: () => void): Timer {
  if (typeof when === 'number') {
    const openedAt = Date.now();
    const timer = setInterval(tick, when);
    return {
      everyMs: when,
      nextAt: () => openedAt + Math.ceil((Date.now() - openedAt + 1) / when) * when,
      stop: () => clearInterval(timer),
    };
  }
  let dueAt = nextTimeOfDay(when, Date.now());
  const waiting = () => setTimeout(due, Math.max(0, dueAt - Date.now()));
  const due = () => {
    // A timer may be a little early; the same night has one run.
    dueAt = nextTimeOfDay(when, Math.max(dueAt, Date.now()));
    timer = waiting();
    tick();
  };
  let timer = waiting();
  return { everyMs: DAY_MS, nextAt: () => dueAt, stop: () => clearTimeout(timer) };
}
