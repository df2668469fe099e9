import { expect, it, vi } from 'vitest';
import { openRounds } from '../../src/server/rounds.ts';

const HOUR_MS = 3_600_000;

/** Work whose rounds end when the test says so. */
function heldWork() {
  const ends: (() => void)[] = [];
  const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  return { work, end: () => ends.shift()?.() };
}

it('one round runs at a time, and whoever wakes it meanwhile gets one more, once', async () => {
  const { work, end } = heldWork();
  const rounds = openRounds(work, HOUR_MS, () => undefined);
  expect(work).toHaveBeenCalledTimes(1);
  const woken = [rounds.wake(), rounds.wake(), rounds.wake()];
  expect(work).toHaveBeenCalledTimes(1);
  end();
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2));
  end();
  await Promise.all(woken);
  expect(work).toHaveBeenCalledTimes(2);
  await rounds.close();
});

it('a round that breaks off is told, and the next comes all the same', async () => {
  const told: unknown[] = [];
  const work = vi.fn(async () => {
    if (work.mock.calls.length === 1) throw new Error('the database is away');
  });
  const rounds = openRounds(work, HOUR_MS, (reason) => told.push(String(reason)));
  await rounds.wake();
  expect(told).toEqual(['Error: the database is away']);
  expect(work.mock.calls.length).toBeGreaterThanOrEqual(2);
  await rounds.close();
});

it('closing waits for the round that runs and begins none', async () => {
  const { work, end } = heldWork();
  const rounds = openRounds(work, HOUR_MS, () => undefined);
  void rounds.wake();
  let closed = false;
  const closing = rounds.close().then(() => {
    closed = true;
  });
  await Promise.resolve();
  expect(closed).toBe(false);
  end();
  await closing;
  await rounds.wake();
  expect(work).toHaveBeenCalledTimes(1);
});

it('the clock wakes it', async () => {
  vi.useFakeTimers();
  const work = vi.fn(async () => undefined);
  const rounds = openRounds(work, 1000, () => undefined);
  await vi.advanceTimersByTimeAsync(3500);
  expect(work).toHaveBeenCalledTimes(4);
  await rounds.close();
  await vi.advanceTimersByTimeAsync(5000);
  expect(work).toHaveBeenCalledTimes(4);
  vi.useRealTimers();
});
