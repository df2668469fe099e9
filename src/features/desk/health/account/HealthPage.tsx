import { actions } from 'astro:actions';
import type { ReactNode } from 'react';
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
  SNAPSHOT_JOB,
} from '../../../../domain/desk/health.ts';
import { fileSizeText } from '../../../../domain/kernel/file-size.ts';
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
        <h1 className="text-4xl outline-none" tabIndex={-1}>
          Health
        </h1>
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
          <Table heads={['What', 'How many', 'Oldest since']}>
            {waiting.map(({ what, count, oldestAt }) => (
              <tr key={what} className="border-t border-line">
                <th scope="row" className="py-2 pr-3 font-normal">
                  {BACKLOG_TEXTS[what]}
                </th>
                <Cell>{count >= BACKLOG_MAX ? `${BACKLOG_MAX} or more` : count}</Cell>
                <Cell>{oldestAt === null ? '–' : agoText(oldestAt, now)}</Cell>
              </tr>
            ))}
          </Table>
        )}
        <p className="mt-3 text-sm text-ink-2">
          The database has {fileSizeText(databaseBytes)}.{' '}
          {lastEventAt === null
            ? 'The payment provider has sent no event yet.'
            : `The newest event of the payment provider happened ${agoText(lastEventAt, now)}.`}{' '}
          {snapshotText(jobs, now)}
        </p>
      </Block>
      <DeadLetters />
      <Block title="Processes">
        <Table heads={['Process', 'Since', 'Heard of', 'Disk free', 'Memory', 'Search', 'Answers', 'Limits']}>
          {processes.map((one) => (
            <ProcessRow key={one.process} of={one} now={now} />
          ))}
        </Table>
      </Block>
      <Block title="Jobs">
        <Table heads={['Job', 'State', 'Last run', 'Took', 'Every', 'Next', 'Newest error']}>
          {[...ill, ...well].map((job) => (
            <JobRow key={job.name} job={job} now={now} />
          ))}
        </Table>
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
    : `The last try to take a snapshot failed ${agoText(job.startedAt, now)}; ${next}.`;
}

function ProcessRow({ of, now }: { of: ProcessHealth; now: number }) {
  const { freeDiskBytes, diskBytes } = of;
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="py-2 pr-3 font-normal wrap-anywhere">
        {of.process}
        <span className="block text-ink-2">
          {of.kind === 'jobs' ? 'Jobs alone' : of.jobs ? 'Site, with jobs' : 'Site'}
          {of.version !== '' && `, ${of.version}`}
        </span>
      </th>
      <Cell>{agoText(of.since, now)}</Cell>
      <Cell bad={!of.isAlive}>
        {of.isAlive ? agoText(of.seenAt, now) : `Gone, ${agoText(of.seenAt, now)}`}
      </Cell>
      <Cell bad={diskIsLow(of)}>
        {freeDiskBytes === null || diskBytes === null
          ? '–'
          : `${fileSizeText(freeDiskBytes)} of ${fileSizeText(diskBytes)}`}
      </Cell>
      <Cell>{fileSizeText(of.memoryBytes)}</Cell>
      <Cell bad={!of.searchReady}>{of.searchReady ? 'Ready' : 'Not ready'}</Cell>
      <Cell bad={awayOf(of).length > 0}>
        {of.checks.length === 0
          ? '–'
          : awayOf(of).length > 0
            ? `Not: ${awayOf(of).join(', ')}`
            : of.checks.map(({ name }) => name).join(', ')}
      </Cell>
      <Cell>{of.limits === 'shared' ? 'Shared' : 'Its own'}</Cell>
    </tr>
  );
}

function JobRow({ job, now }: { job: JobHealth; now: number }) {
  const state = jobState(job, now);
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="py-2 pr-3 font-normal">
        {job.name}
      </th>
      <Cell bad={state !== 'well'}>{JOB_STATE_TEXTS[state]}</Cell>
      <Cell>{agoText(job.startedAt, now)}</Cell>
      <Cell>{job.endedAt === null ? 'Runs' : durationText(job.ms)}</Cell>
      <Cell>{durationText(job.everyMs)}</Cell>
      <Cell>
        {state === 'stopped' ? '–' : job.nextAt <= now ? 'Now' : `In ${durationText(job.nextAt - now)}`}
      </Cell>
      <Cell>
        {job.failedAt === null ? (
          '–'
        ) : (
          <>
            <span className="wrap-anywhere">{job.error}</span>
            <span className="block text-ink-2">{agoText(job.failedAt, now)}</span>
          </>
        )}
      </Cell>
    </tr>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6" aria-label={title}>
      <h2 className="mb-2 text-lg">{title}</h2>
      {children}
    </section>
  );
}

function Table({ heads, children }: { heads: readonly string[]; children: ReactNode }) {
  return (
    <section
      className="relative overflow-x-auto rounded-card border border-line bg-card px-4"
      aria-label={heads[0]}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is scrolled by keys, too
      tabIndex={0}
    >
      <table className={`w-full text-left text-sm ${heads.length > 3 ? 'min-w-3xl' : ''}`}>
        <thead className="text-ink-2">
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className="py-2 pr-3 font-semibold">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

function Cell({ bad = false, children }: { bad?: boolean; children: ReactNode }) {
  return <td className={`py-2 pr-3 tabular-nums ${bad ? 'font-semibold text-wax' : ''}`}>{children}</td>;
}
