import { actions } from 'astro:actions';
import type { ComponentProps, ReactNode } from 'react';
import {
  awayOf,
  BACKLOG_MAX,
  BACKLOG_TEXTS,
  clockOffText,
  diskIsLow,
  JOB_STATE_TEXTS,
  type JobHealth,
  jobState,
  type ProcessHealth,
  REPLICA_JOB,
  SNAPSHOT_JOB,
} from '../../../../domain/desk/health.ts';
import { fileSizeText } from '../../../../domain/kernel/file-size.ts';
import { DataTable, type TableColumn } from '../../../../ui/account/DataTable.tsx';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { LoadError } from '../../../../ui/QueryState.tsx';
import { useQuery } from '../../../../ui/useQuery.ts';
import { DeadLetters } from './DeadLetters.tsx';
import { agoText, durationText } from './moments.ts';

type Health = ActionAnswer<typeof actions.deskHealth.show>;

/** Whether everything runs: processes, jobs, what waits, and what gave up. */
export default function HealthPage() {
  const { data, error, refetch } = useQuery(() => actions.deskHealth.show());
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <PageTitle>Health</PageTitle>
        <button type="button" className="link min-h-11" onClick={refetch}>
          Look again
        </button>
      </div>
      <p className="mt-2 text-ink-2">Each process writes down once a minute what it does.</p>
      {error && <LoadError onRetry={refetch}>{error}</LoadError>}
      {!data && !error && <div className="skeleton mt-6 h-60" aria-busy="true" />}
      {data && <Shown health={data} />}
    </>
  );
}

function Shown({
  health: { now, jobs, processes, backlogs, databaseBytes, lastEventAt },
}: {
  health: Health;
}) {
  const waiting = backlogs.filter(({ count }) => count > 0);
  const alive = processes.filter(({ isAlive }) => isAlive);
  const ill = jobs.filter((job) => jobState(job, now) !== 'well');
  const well = jobs.filter((job) => jobState(job, now) === 'well');
  const troubles = [
    ...ill.map((job) => `${job.name}: ${JOB_STATE_TEXTS[jobState(job, now)].toLowerCase()}`),
    ...alive.filter(diskIsLow).map(({ process }) => `the disk of ${process} is nearly full`),
    ...alive
      .filter(({ searchReady }) => !searchReady)
      .map(({ process }) => `search of ${process} is not ready`),
    ...alive.flatMap((one) => {
      const off = clockOffText(one);
      return off === null
        ? []
        : [`the clock of ${one.process} is ${off}, compared with the payment provider`];
    }),
    ...alive.flatMap((one) => awayOf(one).map((name) => `the ${name} does not answer ${one.process}`)),
    ...(alive.some((one) => one.jobs) ? [] : ['no living process does the periodic work']),
  ];
  return (
    <>
      <p className={`notice mt-4 ${troubles.length > 0 ? 'notice-bad' : ''}`} role="status">
        {troubles.length === 0 ? 'Every process and job runs.' : `Look at this: ${troubles.join('; ')}.`}
      </p>
      <Block title="Waiting">
        {waiting.length === 0 ? (
          <p className="text-sm">Nothing waits.</p>
        ) : (
          <HealthTable
            label="What waits"
            rows={waiting}
            keyOf={({ what }) => what}
            columns={[
              { head: 'What', isRowHead: true, cell: ({ what }) => BACKLOG_TEXTS[what] },
              {
                head: 'How many',
                cell: ({ count }) => (count >= BACKLOG_MAX ? `${BACKLOG_MAX} or more` : count),
              },
              {
                head: 'Oldest since',
                cell: ({ oldestAt }) => (oldestAt === null ? '–' : agoText(oldestAt, now)),
              },
            ]}
          />
        )}
        <p className="mt-3 text-sm text-ink-2">
          The database has {fileSizeText(databaseBytes)}.{' '}
          {lastEventAt === null
            ? 'The payment provider has sent no event yet.'
            : `The newest event of the payment provider happened ${agoText(lastEventAt, now)}.`}{' '}
          {snapshotText(jobs, now)} {replicaText(jobs, now)}
        </p>
      </Block>
      <DeadLetters />
      <Block title="Processes">
        <HealthTable
          label="Each process"
          rows={processes}
          keyOf={({ process }) => process}
          columns={processColumns(now)}
        />
      </Block>
      <Block title="Jobs">
        <HealthTable
          label="Each job"
          rows={[...ill, ...well]}
          keyOf={({ name }) => name}
          columns={jobColumns(now)}
        />
      </Block>
    </>
  );
}

/** How old the newest snapshot is, and when the next one is due. */
function snapshotText(jobs: readonly JobHealth[], now: number): string {
  const job = jobs.find(({ name }) => name === SNAPSHOT_JOB);
  if (!job) return 'No snapshots are taken by the site itself.';
  const next =
    job.nextAt <= now ? 'the next is due now' : `the next is due in ${durationText(job.nextAt - now)}`;
  return job.error === ''
    ? `The newest snapshot was taken ${agoText(job.startedAt, now)}; ${next}.`
    : `The last snapshot failed or lacks files, ${agoText(job.startedAt, now)}; ${next}. ${job.error}`;
}

/** How much would be lost with the database's machine, where it is replicated. */
function replicaText(jobs: readonly JobHealth[], now: number): string {
  const job = jobs.find(({ name }) => name === REPLICA_JOB);
  if (!job) return '';
  const text = `The replica had all that was written until ${agoText(job.startedAt, now)}`;
  return job.endedAt === null ? '' : `${text}, as of ${agoText(job.endedAt, now)}.`;
}

const processColumns = (now: number): TableColumn<ProcessHealth>[] => [
  {
    head: 'Process',
    isRowHead: true,
    cell: ({ process, kind, jobs, version }) => (
      <>
        <span className="wrap-anywhere">{process}</span>
        <span className="block text-ink-2">
          {kind === 'jobs' ? 'Jobs alone' : jobs ? 'Site, with jobs' : 'Site'}
          {version !== '' && `, ${version}`}
        </span>
      </>
    ),
  },
  { head: 'Since', cell: ({ since }) => agoText(since, now) },
  {
    head: 'Last seen',
    cell: ({ isAlive, seenAt }) => (isAlive ? agoText(seenAt, now) : <Bad>Gone, {agoText(seenAt, now)}</Bad>),
  },
  {
    head: 'Disk free',
    cell: (one) => {
      const { freeDiskBytes: free, diskBytes } = one;
      if (free === null || diskBytes === null) return '–';
      const text = `${fileSizeText(free)} of ${fileSizeText(diskBytes)}`;
      return diskIsLow(one) ? <Bad>{text}</Bad> : text;
    },
  },
  { head: 'Memory', cell: ({ memoryBytes }) => fileSizeText(memoryBytes) },
  { head: 'Search', cell: ({ searchReady }) => (searchReady ? 'Ready' : <Bad>Not ready</Bad>) },
  {
    head: 'Answers',
    cell: (one) => {
      const away = awayOf(one);
      if (away.length > 0) return <Bad>Not: {away.join(', ')}</Bad>;
      return one.checks.map(({ name }) => name).join(', ') || '–';
    },
  },
  { head: 'Limits', cell: ({ limits }) => (limits === 'shared' ? 'Shared' : 'Its own') },
];

const jobColumns = (now: number): TableColumn<JobHealth>[] => [
  { head: 'Job', isRowHead: true, cell: ({ name }) => name },
  {
    head: 'State',
    cell: (job) => {
      const state = jobState(job, now);
      return state === 'well' ? JOB_STATE_TEXTS[state] : <Bad>{JOB_STATE_TEXTS[state]}</Bad>;
    },
  },
  { head: 'Last run', cell: ({ startedAt }) => agoText(startedAt, now) },
  { head: 'Took', cell: ({ endedAt, ms }) => (endedAt === null ? 'Runs' : durationText(ms)) },
  { head: 'Every', cell: ({ everyMs }) => durationText(everyMs) },
  {
    head: 'Next',
    cell: (job) => {
      if (jobState(job, now) === 'stopped') return '–';
      return job.nextAt <= now ? 'Now' : `In ${durationText(job.nextAt - now)}`;
    },
  },
  {
    head: 'Newest error',
    cell: ({ failedAt, error }) =>
      failedAt === null ? (
        '–'
      ) : (
        <>
          <span className="wrap-anywhere">{error}</span>
          <span className="block text-ink-2">{agoText(failedAt, now)}</span>
        </>
      ),
  },
];

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6" aria-label={title}>
      <h2 className="mb-2 text-lg">{title}</h2>
      {children}
    </section>
  );
}

/** A table of the page: in a card, and below each other on phones. */
const HealthTable = <Row,>(
  table: Pick<ComponentProps<typeof DataTable<Row>>, 'label' | 'rows' | 'keyOf' | 'columns'>,
) => <DataTable {...table} frame="card" stacks className="" />;

const Bad = ({ children }: { children: ReactNode }) => (
  <span className="font-semibold text-wax">{children}</span>
);
