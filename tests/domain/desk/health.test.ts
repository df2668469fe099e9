import { describe, expect, it } from 'vitest';
import { clockOffText, diskIsLow, type JobHealth, jobState } from '../../../src/domain/desk/health.ts';

const MINUTE = 60_000;
const job = (changes: Partial<JobHealth> = {}): JobHealth => ({
  name: 'outbox',
  process: 'here',
  isAlive: true,
  everyMs: MINUTE,
  startedAt: 100 * MINUTE,
  endedAt: 100 * MINUTE + 50,
  ms: 50,
  nextAt: 101 * MINUTE,
  error: '',
  failedAt: null,
  ...changes,
});
const now = 101 * MINUTE;

describe('a job', () => {
  it('is well after a run, and while one goes on', () => {
    expect(jobState(job(), now)).toBe('well');
    expect(jobState(job({ startedAt: now - 5 * MINUTE, endedAt: now - 6 * MINUTE }), now)).toBe('well');
  });

  it('fails where its newest run did, and is well again after one that did not', () => {
    const failedAt = 100 * MINUTE + 40;
    expect(jobState(job({ failedAt, error: 'the database is away' }), now)).toBe('failing');
    expect(jobState(job({ failedAt: 90 * MINUTE, error: 'the database is away' }), now)).toBe('well');
  });

  it('is stuck where a run takes longer than three intervals, and at least ten minutes', () => {
    const running = { startedAt: now - 11 * MINUTE, endedAt: null };
    expect(jobState(job(running), now)).toBe('stuck');
    expect(jobState(job({ ...running, everyMs: 10 * MINUTE }), now)).toBe('well');
  });

  it('is stopped where no living process runs it, whatever its last run was', () => {
    expect(jobState(job({ isAlive: false }), now)).toBe('stopped');
  });
});

it.each([
  [null, null],
  [0, null],
  [90_000, null],
  [-90_000, null],
  [-5 * MINUTE, '5 minutes behind'],
  [3 * 60 * MINUTE, '3 hours ahead'],
  [-400 * 1440 * MINUTE, '400 days behind'],
])('a clock that is ahead of the provider’s by %s ms is told: %s', (clockAheadMs, text) => {
  expect(clockOffText({ clockAheadMs })).toBe(text);
});

it('a disk is low below a tenth, and never where its size is not known', () => {
  expect(diskIsLow({ freeDiskBytes: 9, diskBytes: 100 })).toBe(true);
  expect(diskIsLow({ freeDiskBytes: 10, diskBytes: 100 })).toBe(false);
  expect(diskIsLow({ freeDiskBytes: null, diskBytes: null })).toBe(false);
});
