import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import type PocketBase from 'pocketbase';
import { endHeartbeat, type ProcessName, writeHeartbeat } from '../../data/desk/heartbeat.ts';
import { clockOffText, HEARTBEAT_MS, type HealthCheck } from '../../domain/desk/health.ts';
import type { JobRun } from '../../domain/kernel/job-run.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';

export interface HeartbeatParts {
  pb: PocketBase;
  kind: 'site' | 'jobs';
  /** Whether this process does the periodic work. */
  jobs: boolean;
  /** A folder on the disk whose free space matters. */
  folder: string;
  limits: 'memory' | 'shared';
  searchReady: () => Promise<boolean>;
  /** What it needs, and whether that answers. */
  checks: () => Promise<HealthCheck[]>;
  /** How far the clock is ahead of the payment provider's, in ms; null where it is not known. */
  clockAheadMs: () => number | null;
  jobRuns: () => ReadonlyMap<string, JobRun>;
  onError: (reason: unknown) => void;
}

/**
 * Writes once a minute that this process lives, what it sees of itself, and the runs of its jobs, for the health page: one
 * transaction, however many jobs there are. By the system's clock, also where the business's clock was moved.
 */
export function openHeartbeat(parts: HeartbeatParts): PeriodicJob {
  const { pb, kind, onError } = parts;
  const name: ProcessName = {
    process: `${hostname().slice(0, 60)}-${process.pid}-${randomBytes(3).toString('hex')}`,
    kind,
    version: versionOf(),
    since: Date.now(),
  };
  let told: string | null = null;
  const beat = async () => {
    const [disk, searchReady, checks] = await Promise.all([
      statfs(parts.folder).catch(() => null),
      parts.searchReady().catch(() => false),
      parts.checks(),
    ]);
    const facts = {
      freeDiskBytes: disk && disk.bavail * disk.bsize,
      diskBytes: disk && disk.blocks * disk.bsize,
      memoryBytes: process.memoryUsage.rss(),
      searchReady,
      limits: parts.limits,
      jobs: parts.jobs,
      checks,
      clockAheadMs: parts.clockAheadMs(),
    };
    // Told again only once it has changed: the log is no clock.
    const off = clockOffText(facts);
    if (off !== null && off !== told)
      onError(
        new Error(
          `the clock of this machine is ${off}, compared with the payment provider: set it, for orders and invoices get its time`,
        ),
      );
    told = off;
    const runs = [...parts.jobRuns()].map(([job, run]) => ({ job, ...run }));
    await writeHeartbeat(pb, name, facts, runs, Date.now());
  };
  const job = openPeriodicJob(beat, HEARTBEAT_MS, onError);
  return {
    ...job,
    async close() {
      await job.close();
      // Where the database is away, the row says since when this process was not heard of.
      await endHeartbeat(pb, name.process).catch(() => undefined);
    },
  };
}

/** The version of the program that runs, as its package says. */
function versionOf(): string {
  try {
    const { version } = JSON.parse(
      readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
    ) as { version?: unknown };
    return String(version ?? '').slice(0, 40);
  } catch {
    return '';
  }
}
