import type { JobRun } from '../../domain/kernel/job-run.ts';
import type { PeriodicJob } from '../jobs/periodic-job.ts';

/** Something that is open for as long as the app runs. */
export interface AppPart {
  close(): unknown;
}

/** Everything that is open in the running process, in one list: the order of opening is the order of the list. */
export interface AppParts {
  /** Lists an open part and returns it. */
  add<T extends AppPart>(name: string, part: T): T;
  /** Lists a job and returns it. A job is a part that is also woken. */
  addJob<T extends PeriodicJob>(name: string, job: T): T;
  /** The newest run of every listed job, by name. */
  jobRuns(): Map<string, JobRun>;
  /** Wakes every listed job. */
  wakeJobs(): void;
  /**
   * Closes every listed part, the newest first, one after the other. A part that fails is reported and the next one is
   * closed. Never rejects; a second call waits for the first.
   */
  close(): Promise<void>;
}

/** An empty list of parts. `onError` receives what fails while closing. */
export function openParts(onError: (reason: unknown) => void): AppParts {
  const parts: { name: string; part: AppPart }[] = [];
  const jobs = new Map<string, PeriodicJob>();
  let closing: Promise<void> | null = null;

  const closeAll = async () => {
    for (const { name, part } of parts.toReversed()) {
      try {
        await part.close();
      } catch (reason) {
        onError(new Error(`could not close ${name}: ${String(reason)}`, { cause: reason }));
      }
    }
  };
  const add = <T extends AppPart>(name: string, part: T): T => {
    parts.push({ name, part });
    return part;
  };
  return {
    add,
    addJob(name, job) {
      jobs.set(name, job);
      return add(name, job);
    },
    jobRuns: () => new Map([...jobs].map(([name, job]) => [name, job.runs()])),
    wakeJobs() {
      for (const job of jobs.values()) void job.wake();
    },
    close() {
      closing ??= closeAll();
      return closing;
    },
  };
}
