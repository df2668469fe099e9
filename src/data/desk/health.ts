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
import { dateOf } from '../kernel/fields.ts';
import { NOW_SQL } from '../kernel/leases.ts';
import { ask, select } from '../kernel/query.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { dateOrNone, number } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';

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

const BACKLOG = shape({
  count: value(sql`count(*)`, number),
  oldestAt: value(sql`coalesce(min(w.at), '')`, dateOrNone),
});

const waiting = (kind: BacklogKind, now: Instant) =>
  select(BACKLOG, sql`SELECT ${BACKLOG} FROM (${WAITING[kind]} LIMIT {:most}) w`, {
    now: dateOf(now),
    most: BACKLOG_MAX,
  });

const j = tables.jobRuns.as('j');
const p = tables.siteProcesses.as('p');
const e = tables.paymentEvents.as('e');

const OF_RUN = {
  job: j.job,
  process: j.process,
  everyMs: j.everyMs,
  startedAt: j.startedAt.or(0),
  endedAt: j.endedAt,
  ms: j.ms,
  nextAt: j.nextAt.or(0),
  error: j.error,
  failedAt: j.failedAt,
};
const RUN = shape(OF_RUN);
type Run = RowOf<typeof OF_RUN>;

const OF_PROCESS = {
  process: p.process,
  kind: p.kind,
  version: p.version,
  since: p.since.or(0),
  seenAt: p.seenAt.or(0),
  facts: p.facts.as((facts) => (facts ?? {}) as Partial<ProcessFacts>),
};
const PROCESS = shape(OF_PROCESS);

const SIZE = shape({ bytes: value(sql`c.page_count * s.page_size`, number) });
const EVENT = shape({ at: e.at });

/** Everything of the health page, in two trips. @param now by the system's clock. */
export async function healthOf(pb: PocketBase, now: Instant): Promise<Health> {
  const kinds = Object.keys(WAITING) as BacklogKind[];
  const [[jobs, processes, [size], [event]], backlogs] = await Promise.all([
    ask(
      pb,
      select(RUN, sql`SELECT ${RUN} FROM job_runs j ORDER BY j.startedAt DESC LIMIT 2000`, {}),
      select(PROCESS, sql`SELECT ${PROCESS} FROM site_processes p ORDER BY p.kind, p.since LIMIT 200`, {}),
      select(SIZE, sql`SELECT ${SIZE} FROM pragma_page_count() c, pragma_page_size() s`, {}),
      select(EVENT, sql`SELECT ${EVENT} FROM payment_events e ORDER BY e.at DESC LIMIT 1`, {}),
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
      oldestAt: backlogs[place]?.[0]?.oldestAt ?? null,
    })),
    databaseBytes: size?.bytes ?? 0,
    lastEventAt: event?.at ?? null,
  };
}

/** The newest run of each job, of a process that lives if there is one, with the newest error of any. By name. */
function jobsOf(rows: readonly Run[], isAlive: ReadonlyMap<string, boolean>, now: Instant): JobHealth[] {
  // The process that takes snapshots writes only when it has taken one.
  const lives = ({ process, nextAt }: Run) =>
    process === SNAPSHOT_PROCESS ? now < nextAt + SNAPSHOT_LATE_MS : isAlive.get(process) === true;
  return [...Map.groupBy(rows, ({ job }) => job)]
    .flatMap(([name, runs]) => {
      const newest = runs.find(lives) ?? runs[0];
      const failed = runs
        .filter(({ failedAt }) => failedAt !== null)
        .sort((a, b) => (b.failedAt ?? 0) - (a.failedAt ?? 0))[0];
      if (!newest) return [];
      const { process, everyMs, startedAt, endedAt, ms, nextAt } = newest;
      return {
        ...{ name, process, everyMs, startedAt, endedAt, ms, nextAt },
        isAlive: lives(newest),
        error: failed?.error ?? '',
        failedAt: failed?.failedAt ?? null,
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function processOf({ facts, ...row }: RowOf<typeof OF_PROCESS>, now: Instant): ProcessHealth {
  return {
    ...row,
    kind: row.kind ?? 'site',
    isAlive: now - row.seenAt < PROCESS_GONE_MS,
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
