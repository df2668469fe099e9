import type PocketBase from 'pocketbase';
import {
  BACKLOG_MAX,
  type Backlog,
  type BacklogKind,
  type JobHealth,
  PROCESS_GONE_MS,
  type ProcessFacts,
  type ProcessHealth,
  SNAPSHOT_LATE_MS,
  SNAPSHOT_PROCESS,
} from '../../domain/desk/health.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { NOW_SQL } from '../kernel/leases.ts';
import { ask, query } from '../kernel/query.ts';
import { type Sql, sql } from '../kernel/sql.ts';

/** The health of the site: jobs, processes, what waits, and the size of the database. */

export interface Health {
  jobs: JobHealth[];
  processes: ProcessHealth[];
  backlogs: Backlog[];
  databaseBytes: number;
  /** When the newest known event of the payment provider happened. */
  lastEventAt: Instant | null;
}

/** Where each thing waits: its rows along an index, oldest first. */
const WAITING: Record<BacklogKind, Sql> = {
  mails: sql`SELECT sendAfter AS at FROM mails WHERE state = 'waiting' AND sendAfter <= {:now} ORDER BY sendAfter`,
  events: sql`SELECT created AS at FROM payment_events WHERE handledAt = '' ORDER BY created`,
  shares: sql`SELECT updated AS at FROM seller_shares WHERE state = 'owed'`,
  refunds: sql`SELECT created AS at FROM refund_requests WHERE state = 'asked'`,
  releases: sql`SELECT publishAt AS at FROM releases WHERE state = 'publishing'`,
  letters: sql`SELECT created AS at FROM guild_letters WHERE state = 'sending'`,
  deliveries: sql`SELECT startedAt AS at FROM access_imports WHERE state = 'running'`,
  news: sql`SELECT created AS at FROM follow_news WHERE doneAt = ''`,
  files: sql`SELECT strftime('%Y-%m-%d %H:%M:%fZ', dueAt / 1000.0, 'unixepoch') AS at FROM tombstones
    WHERE dueAt <= ${NOW_SQL} ORDER BY dueAt`,
};

const waiting = (kind: BacklogKind, now: Instant) =>
  query<{ count: number; oldest: string }>(
    sql`SELECT count(*) AS count, coalesce(min(w.at), '') AS oldest FROM (${WAITING[kind]} LIMIT {:most}) w`,
    { now: dateOf(now), most: BACKLOG_MAX },
    ['count', 'oldest'],
  );

interface JobRow {
  job: string;
  process: string;
  everyMs: number;
  startedAt: string;
  endedAt: string;
  ms: number;
  nextAt: string;
  error: string;
  failedAt: string;
}

interface ProcessRow {
  process: string;
  kind: string;
  version: string;
  since: string;
  seenAt: string;
  facts: string;
}

/** Everything of the health page, in two trips. @param now by the system's clock. */
export async function healthOf(pb: PocketBase, now: Instant): Promise<Health> {
  const kinds = Object.keys(WAITING) as BacklogKind[];
  const [[jobs, processes, [size], [event]], backlogs] = await Promise.all([
    ask(
      pb,
      query<JobRow>(
        sql`SELECT job, process, everyMs, startedAt, endedAt, ms, nextAt, error, failedAt FROM job_runs
          ORDER BY startedAt DESC LIMIT 2000`,
        {},
        ['job', 'process', 'everyMs', 'startedAt', 'endedAt', 'ms', 'nextAt', 'error', 'failedAt'],
      ),
      query<ProcessRow>(
        sql`SELECT process, kind, version, since, seenAt, facts FROM site_processes ORDER BY kind, since LIMIT 200`,
        {},
        ['process', 'kind', 'version', 'since', 'seenAt', 'facts'],
      ),
      query<{ bytes: number }>(
        sql`SELECT c.page_count * s.page_size AS bytes FROM pragma_page_count() c, pragma_page_size() s`,
        {},
        ['bytes'],
      ),
      query<{ at: string }>(sql`SELECT at FROM payment_events ORDER BY at DESC LIMIT 1`, {}, ['at']),
    ),
    ask(pb, ...kinds.map((kind) => waiting(kind, now))),
  ]);
  const alive = processes.map((row) => processOf(row, now));
  const isAlive = new Map(alive.map((one) => [one.process, one.isAlive]));
  return {
    jobs: jobsOf(jobs, isAlive, now),
    processes: alive,
    backlogs: kinds.map((what, place) => ({
      what,
      count: backlogs[place]?.[0]?.count ?? 0,
      oldestAt: instantOf(backlogs[place]?.[0]?.oldest ?? ''),
    })),
    databaseBytes: size?.bytes ?? 0,
    lastEventAt: instantOf(event?.at ?? ''),
  };
}

/** The newest run of each job, of a process that lives if there is one, with the newest error of any. By name. */
function jobsOf(rows: readonly JobRow[], isAlive: ReadonlyMap<string, boolean>, now: Instant): JobHealth[] {
  // The process that takes snapshots writes only when it has taken one.
  const lives = ({ process, nextAt }: JobRow) =>
    process === SNAPSHOT_PROCESS
      ? now < (instantOf(nextAt) ?? 0) + SNAPSHOT_LATE_MS
      : isAlive.get(process) === true;
  return [...Map.groupBy(rows, ({ job }) => job)]
    .flatMap(([name, runs]) => {
      const newest = runs.find(lives) ?? runs[0];
      const failed = runs
        .filter(({ failedAt }) => failedAt !== '')
        .sort((a, b) => (a.failedAt < b.failedAt ? 1 : -1))[0];
      if (!newest) return [];
      return {
        name,
        process: newest.process,
        isAlive: lives(newest),
        everyMs: newest.everyMs,
        startedAt: instantOf(newest.startedAt) ?? 0,
        endedAt: instantOf(newest.endedAt),
        ms: newest.ms,
        nextAt: instantOf(newest.nextAt) ?? 0,
        error: failed?.error ?? '',
        failedAt: instantOf(failed?.failedAt ?? ''),
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function processOf(row: ProcessRow, now: Instant): ProcessHealth {
  const facts = (row.facts === '' ? {} : JSON.parse(row.facts)) as Partial<ProcessFacts>;
  const seenAt = instantOf(row.seenAt) ?? 0;
  return {
    process: row.process,
    kind: row.kind === 'jobs' ? 'jobs' : 'site',
    version: row.version,
    since: instantOf(row.since) ?? 0,
    seenAt,
    isAlive: now - seenAt < PROCESS_GONE_MS,
    freeDiskBytes: facts.freeDiskBytes ?? null,
    diskBytes: facts.diskBytes ?? null,
    memoryBytes: facts.memoryBytes ?? 0,
    searchReady: facts.searchReady ?? false,
    limits: facts.limits === 'shared' ? 'shared' : 'memory',
    jobs: facts.jobs ?? false,
    checks: facts.checks ?? [],
    clockAheadMs: facts.clockAheadMs ?? null,
  };
}
