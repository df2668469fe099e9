import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newKeys } from '../../../src/ops/snapshot/seal.ts';
import { readSnapshotSettings } from '../../../src/ops/snapshot/settings.ts';
import { openSnapshotTimer } from '../../../src/ops/snapshot/timer.ts';

describe('the settings of snapshots', () => {
  it('take none without a place, and one an hour with one', async () => {
    expect(await readSnapshotSettings({}, '/srv', false)).toMatchObject({ to: '', minutes: 0, key: '' });
    expect(
      await readSnapshotSettings({ SNAPSHOT_TO: 'kept', SNAPSHOT_KEEP: '1h, 2d, 3m' }, '/srv', false),
    ).toMatchObject({
      to: '/srv/kept',
      minutes: 60,
      keeping: { hours: 1, days: 2, months: 3 },
    });
    expect(await readSnapshotSettings({ SNAPSHOT_TO: 's3://kept/here' }, '/srv', false)).toMatchObject({
      to: 's3://kept/here',
    });
    const { recipient, identity } = await newKeys();
    for (const key of [recipient, identity])
      expect(await readSnapshotSettings({ SNAPSHOT_KEY: key }, '/srv', false)).toMatchObject({ key });
  });

  it.each([
    [{ SNAPSHOT_MINUTES: '10' }, 'SNAPSHOT_TO must name a folder'],
    [{ SNAPSHOT_TO: 'a', SNAPSHOT_MINUTES: 'often' }, 'SNAPSHOT_MINUTES must be a whole number'],
    [{ SNAPSHOT_KEEP: 'all' }, 'SNAPSHOT_KEEP must say how many hours, days and months'],
    [{ SNAPSHOT_KEY: 'a password' }, 'SNAPSHOT_KEY must be a key of age'],
  ])('are refused in one sentence: %j', async (env, sentence) => {
    await expect(readSnapshotSettings(env, '/srv', false)).rejects.toThrow(sentence);
  });
});

describe('the settings of snapshots in production', () => {
  const refused = 'SNAPSHOT_KEY must be set in production';

  it('refuse a place without a key, be it a folder or a bucket, and take one with a key', async () => {
    for (const place of ['/backups', 's3://kept/here'])
      await expect(readSnapshotSettings({ SNAPSHOT_TO: place }, '/srv', true)).rejects.toThrow(refused);
    await expect(
      readSnapshotSettings({ SNAPSHOT_TO: '/backups', SNAPSHOT_MINUTES: '0' }, '/srv', true),
    ).rejects.toThrow(refused);
    const { recipient } = await newKeys();
    const env = { SNAPSHOT_TO: '/backups', SNAPSHOT_KEY: recipient };
    expect(await readSnapshotSettings(env, '/srv', true)).toMatchObject({ to: '/backups', key: recipient });
    expect(await readSnapshotSettings({}, '/srv', true)).toMatchObject({ to: '' });
  });
});

describe('snapshots beside a running site', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('are taken when the newest is old enough, also one of an earlier start, and after a failure again', async () => {
    let now = 10_000_000;
    let newest: number | null = now - 40 * 60_000;
    const taken: number[] = [];
    const errors: unknown[] = [];
    const told: [number, number, string][] = [];
    let isFull = false;
    let lacking = '';
    const timer = openSnapshotTimer({
      everyMs: 3_600_000,
      newest: async () => (newest === null ? null : { moment: newest, lacking }),
      async take() {
        if (isFull) throw new Error('full');
        taken.push(now);
        newest = now;
        return lacking;
      },
      now: () => now,
      onError: (reason) => errors.push(reason),
      onRun: ({ startedAt, nextAt, error }) => told.push([startedAt, nextAt - startedAt, error]),
    });
    const pass = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute++) {
        now += 60_000;
        await vi.advanceTimersByTimeAsync(60_000);
      }
    };
    await vi.advanceTimersByTimeAsync(0);
    expect(taken).toHaveLength(0);
    // The health page did not know how old the newest one is.
    expect(told).toEqual([[newest, 3_600_000, '']]);
    await pass(21);
    expect(taken).toHaveLength(1);
    isFull = true;
    await pass(61);
    expect(errors).toHaveLength(1);
    expect(told.at(-1)?.slice(1)).toEqual([600_000, 'Error: full']);
    isFull = false;
    await pass(10);
    expect(taken).toHaveLength(2);
    // A snapshot that lacks files is told as one that failed, and the next one is taken in its time.
    lacking = 'The snapshot lacks 1 file of 6.';
    await pass(60);
    expect(taken).toHaveLength(3);
    expect(told.at(-1)).toEqual([taken.at(-1), 3_600_000, lacking]);
    expect(String(errors.at(-1))).toContain(lacking);
    timer.close();
    await pass(120);
    expect(taken).toHaveLength(3);
  });

  it('still say after a new start what the newest one lacks', async () => {
    const told: string[] = [];
    const timer = openSnapshotTimer({
      everyMs: 3_600_000,
      newest: async () => ({ moment: 5_000, lacking: 'lacks' }),
      take: async () => 'never',
      now: () => 10_000,
      onError: () => undefined,
      onRun: ({ error }) => told.push(error),
    });
    await vi.advanceTimersByTimeAsync(0);
    timer.close();
    expect(told).toEqual(['lacks']);
  });
});
