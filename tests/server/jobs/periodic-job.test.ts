import { expect, it, vi } from 'vitest';
import { NOT_NOW, nextTimeOfDay, openPeriodicJob } from '../../../src/server/jobs/periodic-job.ts';

const HOUR_MS = 3_600_000;

/** Work whose runs end, or fail, when the test says so. */
function heldWork() {
  const runs: PromiseWithResolvers<void>[] = [];
  const work = vi.fn(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  return {
    work,
    end: () => runs.shift()?.resolve(),
    fail: (reason: Error) => runs.shift()?.reject(reason),
  };
}

it('runs once at a time; several wakes during a run add one more run', async () => {
  const { work, end } = heldWork();
  const job = openPeriodicJob(work, HOUR_MS, () => undefined);
  expect(work).toHaveBeenCalledTimes(1);
  const woken = [job.wake(), job.wake(), job.wake()];
  expect(work).toHaveBeenCalledTimes(1);
  end();
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2));
  end();
  await Promise.all(woken);
  expect(work).toHaveBeenCalledTimes(2);
  await job.close();
});

it('reports a failed run and runs again', async () => {
  const errors: unknown[] = [];
  const work = vi.fn(async () => {
    if (work.mock.calls.length === 1) throw new Error('the database is away');
  });
  const job = openPeriodicJob(work, HOUR_MS, (reason) => errors.push(String(reason)));
  await job.wake();
  expect(errors).toEqual(['Error: the database is away']);
  expect(work.mock.calls.length).toBeGreaterThanOrEqual(2);
  await job.close();
});

it('drops the wakes during a run that says a further one would fail as well', async () => {
  const work = vi.fn(async () => NOT_NOW);
  const job = openPeriodicJob(work, HOUR_MS, () => undefined);
  await Promise.all([job.wake(), job.wake()]);
  expect(work).toHaveBeenCalledTimes(1);
  await job.wake();
  expect(work).toHaveBeenCalledTimes(2);
  await job.close();
});

it('closing waits for the current run and starts no other', async () => {
  const { work, end } = heldWork();
  const job = openPeriodicJob(work, HOUR_MS, () => undefined);
  void job.wake();
  let closed = false;
  const closing = job.close().then(() => {
    closed = true;
  });
  await Promise.resolve();
  expect(closed).toBe(false);
  end();
  await closing;
  await job.wake();
  expect(work).toHaveBeenCalledTimes(1);
});

it('runs at every interval', async () => {
  vi.useFakeTimers();
  const work = vi.fn(async () => undefined);
  const job = openPeriodicJob(work, 1000, () => undefined);
  await vi.advanceTimersByTimeAsync(3500);
  expect(work).toHaveBeenCalledTimes(4);
  await job.close();
  await vi.advanceTimersByTimeAsync(5000);
  expect(work).toHaveBeenCalledTimes(4);
  vi.useRealTimers();
});

it('says when its newest run was, how long it took, and why the newest that failed did', async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const { work, end, fail } = heldWork();
  const job = openPeriodicJob(work, 1000, () => undefined);
  expect(job.runs()).toMatchObject({ startedAt: 1_000_000, endedAt: null, nextAt: 1_001_000, error: '' });
  await vi.advanceTimersByTimeAsync(40);
  end();
  await vi.advanceTimersByTimeAsync(460);
  // The wake of the opening adds no run of its own.
  expect(job.runs()).toMatchObject({ endedAt: 1_000_040, ms: 40, failedAt: null });
  await vi.advanceTimersByTimeAsync(540);
  fail(new Error('the database is away'));
  await vi.advanceTimersByTimeAsync(460);
  expect(job.runs()).toMatchObject({
    endedAt: 1_001_040,
    nextAt: 1_002_000,
    error: 'Error: the database is away',
    failedAt: 1_001_040,
  });
  await vi.advanceTimersByTimeAsync(540);
  end();
  await vi.advanceTimersByTimeAsync(460);
  expect(job.runs()).toMatchObject({ endedAt: 1_002_040, failedAt: 1_001_040 });
  await job.close();
  vi.useRealTimers();
});

it.each([
  ['2026-11-28T02:59:59.999Z', '2026-11-28T03:00:00.000Z'],
  ['2026-11-28T03:00:00.000Z', '2026-11-29T03:00:00.000Z'],
  ['2026-12-31T23:00:00.000Z', '2027-01-01T03:00:00.000Z'],
])('after %s it is 03:00 next at %s', (now, next) => {
  expect(new Date(nextTimeOfDay('03:00', Date.parse(now))).toISOString()).toBe(next);
});

it.each(['3:00', '24:00', '03:60', '-1:00'] as const)('refuses "%s" as a time of day', (time) => {
  expect(() => nextTimeOfDay(time, 0)).toThrow('no time of day');
});

it('runs when it is opened, and once every night at its time', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-28T01:00:00Z') });
  const ran: string[] = [];
  const work = async () => void ran.push(new Date().toISOString().slice(5, 16));
  const job = openPeriodicJob(work, '03:00', () => undefined);
  expect(job.runs()).toMatchObject({ everyMs: 24 * HOUR_MS, nextAt: Date.parse('2026-11-28T03:00:00Z') });
  await vi.advanceTimersByTimeAsync(49 * HOUR_MS);
  expect(ran).toEqual(['11-28T01:00', '11-28T03:00', '11-29T03:00']);
  await job.close();
  await vi.advanceTimersByTimeAsync(48 * HOUR_MS);
  expect(ran).toHaveLength(3);
  vi.useRealTimers();
});
