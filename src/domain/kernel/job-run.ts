import type { Instant } from './instant.ts';

/** The newest run of a periodic job in one process, by the system's clock. */
export interface JobRun {
  /** A day for a job that has a time of day. In ms. */
  everyMs: number;
  startedAt: Instant;
  /** When the newest run that is over ended, null before the first has; and how long it took in ms. */
  endedAt: Instant | null;
  ms: number;
  /** When the next interval begins. */
  nextAt: Instant;
  /** Why the newest run that failed did, "" where none did, and when; it stays when a later one succeeds. */
  error: string;
  failedAt: Instant | null;
}
