import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { collectUnderPressure, pauseAfter } from '../../../src/server/kernel/garbage-collection.ts';

const MB = 1024 * 1024;
it('waits longer and longer where there is nothing to give back, up to five minutes, and is soon there after a rush', () => {
  expect(pauseAfter(3000, 400 * MB, 300 * MB)).toBe(3000);
  expect(pauseAfter(48_000, 400 * MB, 300 * MB)).toBe(3000);
  let pauseMs = 3000;
  const pauses = Array.from({ length: 8 }, () => {
    pauseMs = pauseAfter(pauseMs, 1000 * MB, 990 * MB);
    return pauseMs / 1000;
  });
  expect(pauses).toEqual([6, 12, 24, 48, 96, 192, 300, 300]);
});

const collect = globalThis.gc;
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  globalThis.gc = collect;
});

it('collects above the limit, and stops looking when it is told to', () => {
  const resident = vi.spyOn(process.memoryUsage, 'rss').mockReturnValue(300 * MB);
  const gc = vi.fn(() => resident.mockReturnValue(300 * MB));
  globalThis.gc = gc as unknown as NonNullable<typeof globalThis.gc>;
  const stop = collectUnderPressure();
  vi.advanceTimersByTime(30_000);
  expect(gc).not.toHaveBeenCalled();
  resident.mockReturnValue(400 * MB);
  vi.advanceTimersByTime(1000);
  expect(gc).toHaveBeenCalledTimes(1);
  expect(gc).toHaveBeenCalledWith(expect.objectContaining({ flavor: 'last-resort' }));
  // What grows again at once is given back after a pause.
  resident.mockReturnValue(400 * MB);
  vi.advanceTimersByTime(2000);
  expect(gc).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2000);
  expect(gc).toHaveBeenCalledTimes(2);
  stop();
  resident.mockReturnValue(900 * MB);
  vi.advanceTimersByTime(30_000);
  expect(gc).toHaveBeenCalledTimes(2);
});

it('does nothing where the process cannot be asked to collect', () => {
  globalThis.gc = undefined;
  vi.spyOn(process.memoryUsage, 'rss').mockReturnValue(900 * MB);
  collectUnderPressure()();
  vi.advanceTimersByTime(5000);
});

it('a thread has less room for young objects than the main thread', () => {
  const file = new URL('../../../src/server/kernel/garbage-collection.ts', import.meta.url).href;
  // Half of what is made stays for a while, so that V8 takes all the room that it may have.
  const young = `(() => {
    const kept = [];
    for (let at = 0; at < 4e6; at++) kept[at % 200000] = { at };
    return require('node:v8').getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / 2 ** 20;
  })()`;
  const run = (before: string) =>
    spawnSync(
      process.execPath,
      [
        ...[
          '--max-semi-space-size=16',
          '--disable-warning=ExperimentalWarning',
          '--input-type=commonjs',
          '-e',
        ],
        `(async () => {
          ${before}
          const { Worker } = require('node:worker_threads');
          const thread = new Worker(${JSON.stringify(`require('node:worker_threads').parentPort.postMessage(${young})`)}, { eval: true });
          thread.on('message', (mb) => console.log(JSON.stringify({ thread: mb, main: ${young} })));
        })()`,
      ],
      { encoding: 'utf8' },
    ).stdout;
  const before = JSON.parse(run('')) as { thread: number; main: number };
  const kept = JSON.parse(
    run(`const { keepThreadsSmall } = await import(${JSON.stringify(file)}); keepThreadsSmall();`),
  ) as { thread: number; main: number };
  expect(before.thread).toBeGreaterThan(16);
  expect(kept.thread).toBeLessThanOrEqual(12);
  expect(kept.main).toBeGreaterThan(16);
});
