import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isReliefDue, openMemoryRelief } from '../../../src/server/kernel/memory-relief.ts';

const MB = 1024 * 1024;
const reading = (residentMb: number, leftMb: number, sinceMs = 60_000) => ({
  ...{ residentBytes: residentMb * MB, leftBytes: leftMb * MB, sinceMs },
});

it('gives back what a rush has left, and not again before the process has grown', () => {
  expect(isReliefDue(reading(319, 0))).toBe(false);
  expect(isReliefDue(reading(400, 0))).toBe(true);
  expect(isReliefDue(reading(400, 340))).toBe(false);
  expect(isReliefDue(reading(409, 340))).toBe(true);
  // A hall that needs a gigabyte is left alone.
  expect(isReliefDue(reading(1000, 990))).toBe(false);
  expect(isReliefDue(reading(500, 300, 4999))).toBe(false);
});

const collect = globalThis.gc;
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  globalThis.gc = collect;
});

it('collects once, and stops looking when it is told to', () => {
  const gc = vi.fn();
  globalThis.gc = gc as unknown as NonNullable<typeof globalThis.gc>;
  const resident = vi.spyOn(process.memoryUsage, 'rss').mockReturnValue(400 * MB);
  const stop = openMemoryRelief();
  vi.advanceTimersByTime(30_000);
  expect(gc).toHaveBeenCalledTimes(1);
  expect(gc).toHaveBeenCalledWith(expect.objectContaining({ flavor: 'last-resort' }));
  resident.mockReturnValue(500 * MB);
  vi.advanceTimersByTime(1000);
  expect(gc).toHaveBeenCalledTimes(2);
  stop();
  resident.mockReturnValue(900 * MB);
  vi.advanceTimersByTime(30_000);
  expect(gc).toHaveBeenCalledTimes(2);
});

it('does nothing where the process cannot be asked to collect', () => {
  globalThis.gc = undefined;
  vi.spyOn(process.memoryUsage, 'rss').mockReturnValue(900 * MB);
  openMemoryRelief()();
  vi.advanceTimersByTime(5000);
});
