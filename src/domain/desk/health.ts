import type { Instant } from '../kernel/instant.ts';
import type { JobRun } from '../kernel/job-run.ts';

/** What the health page of the operator desk shows, by the system's clock. */

/** The newest run of a job, in whichever process. */
export interface JobHealth extends JobRun {
  name: string;
  process: string;
  /** Whether the process that ran it was heard of lately. */
  isAlive: boolean;
}

export type JobState = 'well' | 'failing' | 'stuck' | 'stopped';

/** A process writes down what it does this often, in ms. */
export const HEARTBEAT_MS = 60_000;
/** A process that was not heard of for so long is gone, in ms. */
export const PROCESS_GONE_MS = 3 * HEARTBEAT_MS;
/** A run that takes longer than this, or three intervals of its job if that is more, is stuck. In ms. */
const STUCK_MS = 10 * 60_000;

/**
 * How a job is: stopped where no living process runs it, stuck where its run does not end, failing where the newest run that
 * ended failed.
 */
export function jobState(job: JobHealth, now: Instant): JobState {
  if (!job.isAlive) return 'stopped';
  const runs = job.endedAt === null || job.endedAt < job.startedAt;
  if (runs && now - job.startedAt > Math.max(STUCK_MS, 3 * job.everyMs)) return 'stuck';
  if (job.failedAt !== null && (job.endedAt === null || job.failedAt >= job.endedAt - job.ms))
    return 'failing';
  return 'well';
}

export const JOB_STATE_TEXTS: Record<JobState, string> = {
  well: 'OK',
  failing: 'Its last run failed',
  stuck: 'Does not come to an end',
  stopped: 'No process runs it',
};

/** What one process sees of itself. */
export interface ProcessFacts {
  freeDiskBytes: number | null;
  diskBytes: number | null;
  memoryBytes: number;
  /** Whether the search index answers. */
  searchReady: boolean;
  /** Where limits are counted. */
  limits: 'memory' | 'shared';
  /** Whether it does the periodic work. */
  jobs: boolean;
  /** What it cannot work well without, and whether that answers it. */
  checks: readonly HealthCheck[];
  /** How far its clock is ahead of the payment provider's, in ms; below 0 where it is behind, null where it is not known. */
  clockAheadMs: number | null;
}

/** One thing that a process needs, such as "file store". */
export interface HealthCheck {
  name: string;
  answers: boolean;
}

/** The names of what does not answer a process. */
export const awayOf = ({ checks }: Pick<ProcessFacts, 'checks'>): string[] =>
  checks.filter(({ answers }) => !answers).map(({ name }) => name);

/**
 * A clock that is further off than this, in ms, needs somebody's attention: orders, invoices and deadlines get a wrong time, and
 * from five minutes on the provider's news are refused. Answers of the provider are exact to some seconds.
 */
const CLOCK_OFF_MS = 90_000;

/** How far the clock of a process is off, in words, such as "3 hours behind"; null where it is right or not known. */
export function clockOffText({ clockAheadMs }: Pick<ProcessFacts, 'clockAheadMs'>): string | null {
  if (clockAheadMs === null || Math.abs(clockAheadMs) <= CLOCK_OFF_MS) return null;
  const minutes = Math.round(Math.abs(clockAheadMs) / 60_000);
  const [count, unit] =
    minutes < 120
      ? [minutes, 'minutes']
      : minutes < 2880
        ? [Math.round(minutes / 60), 'hours']
        : [Math.round(minutes / 1440), 'days'];
  return `${count} ${unit} ${clockAheadMs > 0 ? 'ahead' : 'behind'}`;
}

/** The name under which snapshots are told among the jobs, and the process that takes them. */
export const SNAPSHOT_JOB = 'snapshot';
/** The name under which the replica of the database is told among the jobs, by the same process. */
export const REPLICA_JOB = 'replica';
export const SNAPSHOT_PROCESS = 'backend';
/** A snapshot that is this late is not taken any more: nobody runs it. In ms. */
export const SNAPSHOT_LATE_MS = 3_600_000;

export interface ProcessHealth extends ProcessFacts {
  process: string;
  kind: 'site' | 'jobs';
  version: string;
  since: Instant;
  seenAt: Instant;
  isAlive: boolean;
}

/** What waits: how many, at most `BACKLOG_MAX`, and since when the oldest does. */
export interface Backlog {
  what: BacklogKind;
  count: number;
  oldestAt: Instant | null;
}

/** Rows of a backlog are counted up to here. */
export const BACKLOG_MAX = 1000;

/** What can wait, and what it is called on the page. The order is that of the page. */
export const BACKLOG_TEXTS = {
  mails: 'Mails to send',
  events: 'Events of the payment provider',
  shares: 'Shares to transfer to sellers',
  refunds: 'Refund requests at sellers',
  releases: 'Releases being handed out',
  letters: 'Letters to guild members',
  deliveries: 'Deliveries to access groups',
  news: 'News to followers',
  files: 'Files to delete',
} as const;
export type BacklogKind = keyof typeof BACKLOG_TEXTS;

/** Less free disk than this part of it needs somebody's attention. */
const DISK_LOW = 0.1;

/** Whether the disk is nearly full. */
export function diskIsLow({
  freeDiskBytes,
  diskBytes,
}: Pick<ProcessFacts, 'freeDiskBytes' | 'diskBytes'>): boolean {
  return (
    freeDiskBytes !== null && diskBytes !== null && diskBytes > 0 && freeDiskBytes / diskBytes < DISK_LOW
  );
}
