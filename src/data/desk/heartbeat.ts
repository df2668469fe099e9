import type PocketBase from 'pocketbase';
import type { ProcessFacts } from '../../domain/desk/health.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { JobRun } from '../../domain/kernel/job-run.ts';
import { dateOf } from '../kernel/fields.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { sql } from '../kernel/sql.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

/** What a process writes down of itself: that it lives, and the runs of its jobs. Nothing here is about a person. */

export interface ProcessName {
  process: string;
  kind: 'site' | 'jobs';
  version: string;
  since: Instant;
}

export interface StoredRun extends JobRun {
  job: string;
}

/** Rows of processes that were not heard of for so long are deleted, in ms. */
const KEPT_MS = 86_400_000;

/**
 * Writes one row for the process and one for each of its jobs, in one transaction, and deletes what processes left that are
 * long gone, except the newest run of each job.
 */
export async function writeHeartbeat(
  pb: PocketBase,
  name: ProcessName,
  facts: ProcessFacts,
  runs: readonly StoredRun[],
  now: Instant,
): Promise<void> {
  const { process, kind, version } = name;
  await withRuns(transaction(pb), process, runs)
    .exec(
      sql`INSERT INTO site_processes (id, process, kind, version, since, seenAt, facts)
        VALUES (${NEW_ID_SQL}, {:process}, {:kind}, {:version}, {:since}, {:now}, {:facts})
        ON CONFLICT (process) DO UPDATE SET seenAt = {:now}, facts = {:facts}`,
      {
        process,
        kind,
        version,
        since: dateOf(name.since),
        now: dateOf(now),
        facts: JSON.stringify(facts),
      },
    )
    .exec(sql`DELETE FROM site_processes WHERE seenAt < {:gone}`, { gone: dateOf(now - KEPT_MS) })
    .exec(
      sql`DELETE FROM job_runs WHERE process NOT IN (SELECT process FROM site_processes) AND EXISTS
        (SELECT 1 FROM job_runs n WHERE n.job = job_runs.job AND n.startedAt > job_runs.startedAt)`,
      {},
    )
    .run();
}

/** Writes the runs of jobs of a process that is none of the site's own. */
export async function writeRuns(pb: PocketBase, process: string, runs: readonly StoredRun[]): Promise<void> {
  await withRuns(transaction(pb), process, runs).run();
}

function withRuns(steps: Transaction, process: string, runs: readonly StoredRun[]): Transaction {
  const rows = runs.map((run) => ({
    ...run,
    startedAt: dateOf(run.startedAt),
    endedAt: dateOf(run.endedAt),
    nextAt: dateOf(run.nextAt),
    failedAt: dateOf(run.failedAt),
    error: run.error.slice(0, 500),
  }));
  return steps.exec(
    sql`INSERT INTO job_runs (id, job, process, everyMs, startedAt, endedAt, ms, nextAt, error, failedAt)
      SELECT ${NEW_ID_SQL}, value ->> '$.job', {:process}, value ->> '$.everyMs', value ->> '$.startedAt',
        value ->> '$.endedAt', value ->> '$.ms', value ->> '$.nextAt', value ->> '$.error', value ->> '$.failedAt'
      FROM json_each({:rows}) WHERE true
      ON CONFLICT (job, process) DO UPDATE SET startedAt = excluded.startedAt, endedAt = excluded.endedAt,
        ms = excluded.ms, nextAt = excluded.nextAt, error = excluded.error, failedAt = excluded.failedAt`,
    { process, rows: JSON.stringify(rows) },
  );
}

/** A process that ends says so. The runs of its jobs stay. */
export async function endHeartbeat(pb: PocketBase, process: string): Promise<void> {
  await transaction(pb).exec(sql`DELETE FROM site_processes WHERE process = {:process}`, { process }).run();
}
