import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type AppParts, openParts } from '../../../src/server/app/parts.ts';

let parts: AppParts;
let closed: string[];
let errors: string[];
beforeEach(() => {
  closed = [];
  errors = [];
  parts = openParts((reason) => errors.push(String(reason)));
});
const part = (name: string) => parts.add(name, { close: () => closed.push(name) });
const job = (name: string) =>
  parts.addJob(name, {
    wake: vi.fn(async () => undefined),
    close: async () => void closed.push(name),
    runs: () => ({
      everyMs: 1000,
      startedAt: 0,
      endedAt: null,
      ms: 0,
      nextAt: 1000,
      error: '',
      failedAt: null,
    }),
  });

describe('the parts of the app', () => {
  it('close in reverse order, jobs and other parts alike', async () => {
    part('files');
    job('outbox');
    part('search');
    job('reconciler');
    await parts.close();
    expect(closed).toEqual(['reconciler', 'search', 'outbox', 'files']);
    expect(errors).toEqual([]);
  });

  it('close one after the other: a part waits until the one above it is closed', async () => {
    part('files');
    let end: () => void = () => undefined;
    parts.add('uploads', { close: () => new Promise<void>((resolve) => (end = resolve)) });
    const closing = parts.close();
    await Promise.resolve();
    expect(closed).toEqual([]);
    end();
    await closing;
    expect(closed).toEqual(['files']);
  });

  it('are closed although one throws or rejects, and each failure is reported with its name', async () => {
    part('files');
    parts.add('search', { close: () => Promise.reject(new Error('the worker is gone')) });
    job('outbox');
    parts.add('clock', {
      close() {
        throw new Error('no such file');
      },
    });
    await parts.close();
    expect(closed).toEqual(['outbox', 'files']);
    expect(errors).toEqual([
      'Error: could not close clock: Error: no such file',
      'Error: could not close search: Error: the worker is gone',
    ]);
  });

  it('are closed once, however often the app is closed', async () => {
    part('files');
    await Promise.all([parts.close(), parts.close()]);
    await parts.close();
    expect(closed).toEqual(['files']);
  });

  it('wake every listed job', () => {
    const jobs = ['reconciler', 'digests', 'outbox'].map(job);
    part('files');
    parts.wakeJobs();
    for (const { wake } of jobs) expect(wake).toHaveBeenCalledTimes(1);
  });
});
