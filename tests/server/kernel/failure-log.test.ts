import { ClientResponseError } from 'pocketbase';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectedFailure, openFailureLog } from '../../../src/server/kernel/failure-log.ts';

const away = () => new ClientResponseError({ status: 0 });
const refused = () =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) });
const cut = () => Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
const noProvider = () => Object.assign(new Error('no answer'), { name: 'PaymentsUnavailable' });

describe('a failure', () => {
  it.each([
    [away(), 'the backend is away'],
    [new ClientResponseError({ status: 503 }), 'the backend is away'],
    [refused(), 'the backend is away'],
    [new ClientResponseError({ status: 400, response: { code: 'disk-full' } }), 'the disk is full'],
    [noProvider(), 'the payment provider is away'],
    [cut(), 'a connection was cut'],
    [new ClientResponseError({ status: 400 }), null],
    [new TypeError('undefined is not a function'), null],
    ['a text', null],
  ])('%s is expected or a fault', (reason, expected) => {
    expect(expectedFailure(reason)).toBe(expected);
  });
});

describe('the log while the backend is away', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const lines: { level: string; fields: Record<string, unknown>; what: string }[] = [];
  const opened = () => {
    lines.length = 0;
    const write = (level: string) => (fields: Record<string, unknown>, what: string) =>
      void lines.push({ level, fields, what });
    return openFailureLog({ warn: write('warn'), error: write('error') } as never);
  };

  it('has one line at once, and one a minute that says how often it happened', () => {
    const failures = opened();
    for (let request = 0; request < 1000; request++) failures.note('a request failed', away(), { path: '/' });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: 'warn', fields: { path: '/', expected: 'the backend is away' } });
    expect(JSON.stringify(lines)).not.toContain('    at ');
    vi.advanceTimersByTime(60_000);
    expect(lines[1]).toMatchObject({ fields: { times: 999 }, what: 'a request failed' });
    // After a minute without one the next is reported at once.
    vi.advanceTimersByTime(60_000);
    failures.note('a request failed', away());
    expect(lines).toHaveLength(3);
    failures.stop();
  });

  it('still shows every fault in full', () => {
    const failures = opened();
    for (let request = 0; request < 3; request++)
      failures.note('a request failed', new TypeError('no function'));
    expect(lines.map(({ level }) => level)).toEqual(['error', 'error', 'error']);
    expect(String(lines[0]?.fields['reason'])).toContain('    at ');
    failures.stop();
  });

  it('counts different failures apart, and writes the rest when it stops', () => {
    const failures = opened();
    for (const reason of [away(), noProvider(), away(), away()])
      failures.note('background work failed', reason);
    expect(lines).toHaveLength(2);
    failures.stop();
    expect(lines[2]).toMatchObject({ fields: { expected: 'the backend is away', times: 2 } });
    expect(lines).toHaveLength(3);
  });
});
