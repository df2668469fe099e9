import type { Log } from './log.ts';

/** What fails now and then without a fault of the site: it is reported in one line, and counted. */
export type Expected =
  | 'the backend is away'
  | 'the disk is full'
  | 'the payment provider is away'
  | 'a connection was cut';

const CUT = new Set([
  'ABORT_ERR',
  'ECONNABORTED',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_WRITE_AFTER_END',
  'UND_ERR_SOCKET',
]);
/** What a request to the backend ends with while it stops and starts; 0 means no answer. */
const BACKEND_STARTING = new Set([0, 502, 503, 504]);

/** What is said of an action that was not done, or not to its end, because the backend is away. */
export const RESTARTING = 'The site is restarting. Try again in a moment.';

/** What is said of whatever writes while the disk of the database is full. Reads go on. */
export const DISK_FULL =
  'Nothing can be stored at the moment, so this was not done. Try again in a few minutes.';

/** Whether a failure is expected, judged by its type and code; null for a fault. */
export function expectedFailure(reason: unknown): Expected | null {
  if (!(reason instanceof Error)) return null;
  // By name: the built pages bring copies of these classes.
  if (reason.name.startsWith('ClientResponseError')) {
    const { status, response } = reason as Error & { status: number; response?: { code?: unknown } };
    if (response?.code === 'disk-full') return 'the disk is full';
    return BACKEND_STARTING.has(status) ? 'the backend is away' : null;
  }
  if (reason.name === 'PaymentsUnavailable') return 'the payment provider is away';
  const { code } = reason as NodeJS.ErrnoException;
  // Only the backend and the payment provider are asked, and the latter's errors have a name of their own.
  if (code === 'ECONNREFUSED') return 'the backend is away';
  if (code !== undefined && CUT.has(code)) return 'a connection was cut';
  return reason.cause === undefined ? null : expectedFailure(reason.cause);
}

export interface FailureLog {
  /**
   * Reports a failure: an expected one at once and then as one line a minute with its count, a fault each time in full.
   * @param fields what else is known, such as the path.
   */
  note(what: string, reason: unknown, fields?: Record<string, unknown>): void;
  /** Writes what is counted and stops. */
  stop(): void;
}

interface Count {
  what: string;
  expected: Expected;
  times: number;
}

const SUMMED_EVERY_MS = 60_000;

export function openFailureLog(log: Pick<Log, 'warn' | 'error'>, everyMs = SUMMED_EVERY_MS): FailureLog {
  const counts = new Map<string, Count>();
  const sum = () => {
    for (const [key, count] of counts) {
      // A minute without one: the next is reported at once.
      if (count.times === 0) counts.delete(key);
      else log.warn({ expected: count.expected, times: count.times }, count.what);
      count.times = 0;
    }
  };
  const timer = setInterval(sum, everyMs);
  timer.unref();
  return {
    note(what, reason, fields = {}) {
      const expected = expectedFailure(reason);
      if (expected === null) {
        log.error(
          { ...fields, reason: reason instanceof Error ? (reason.stack ?? reason.message) : String(reason) },
          what,
        );
        return;
      }
      const key = `${expected} ${what}`;
      const count = counts.get(key);
      if (count) count.times += 1;
      else {
        counts.set(key, { what, expected, times: 0 });
        log.warn({ ...fields, expected, reason: String(reason) }, what);
      }
    },
    stop() {
      clearInterval(timer);
      sum();
    },
  };
}
