import { describe, expect, it } from 'vitest';
import {
  countsLine,
  NO_REPORT,
  playwrightCounts,
  playwrightNames,
  sumOfCounts,
  vitestCounts,
  vitestFailures,
} from '../../src/dev/counts.ts';

describe('the last line of npm test', () => {
  it('has a fixed format', () => {
    const sum = sumOfCounts([
      { passed: 2, failed: 0, skipped: 1 },
      { passed: 3, failed: 1, skipped: 0 },
    ]);
    expect(countsLine(sum)).toBe('5 passed, 1 failed, 1 skipped');
  });
});

describe('the report of Vitest', () => {
  const report = {
    numTotalTests: 5,
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 0,
  };
  it('is counted', () => {
    expect(vitestCounts({ ...report, success: false, testResults: [] })).toEqual({
      passed: 3,
      failed: 1,
      skipped: 1,
    });
  });

  it('counts a file that could not be loaded as failed', () => {
    const testResults = [{ status: 'failed', assertionResults: [] }];
    expect(vitestCounts({ ...report, numFailedTests: 0, success: false, testResults }).failed).toBe(1);
  });

  it('counts an error outside the tests as failed', () => {
    expect(vitestCounts({ ...report, numFailedTests: 0, success: false, testResults: [] }).failed).toBe(1);
  });

  it.each([null, undefined, {}, 'broken', []])('is a failure if it is %j', (report) => {
    expect(vitestCounts(report)).toEqual(NO_REPORT);
  });
});

describe('the report of Playwright', () => {
  it('is counted, with up to two stories that pass at their second try', () => {
    const stats = { expected: 4, unexpected: 1, flaky: 2, skipped: 2 };
    expect(playwrightCounts({ stats, errors: [] })).toEqual({ passed: 6, failed: 1, skipped: 2 });
  });

  it('is a failure if more stories need a second try', () => {
    const stats = { expected: 4, unexpected: 0, flaky: 3, skipped: 0 };
    expect(playwrightCounts({ stats, errors: [] })).toEqual({ passed: 4, failed: 3, skipped: 0 });
  });

  it('is a failure if the stack did not start', () => {
    const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
    expect(playwrightCounts({ stats, errors: [{ message: 'no server' }] }).failed).toBe(1);
    expect(playwrightCounts(null)).toEqual(NO_REPORT);
  });
});

describe('the names of failed tests', () => {
  it('are read from the report of Vitest with their files and what went wrong', () => {
    const assertionResults = [
      { status: 'passed', fullName: 'money adds up' },
      {
        status: 'failed',
        fullName: 'money is split',
        failureMessages: ['expected 1\nto be 2\n    at a.ts:1:2'],
      },
      { status: 'failed', fullName: 'money is kept' },
    ];
    const testResults = [
      { name: '/a.test.ts', status: 'failed', assertionResults },
      { name: '/b.test.ts', status: 'failed', assertionResults: [], message: `No ${'x'.repeat(500)}` },
      { name: '/c.test.ts', status: 'passed', assertionResults: [] },
    ];
    expect(vitestFailures({ testResults })).toEqual([
      '/a.test.ts: money is split: expected 1 to be 2',
      '/a.test.ts: money is kept',
      `/b.test.ts: could not be loaded: No ${'x'.repeat(397)}`,
    ]);
  });

  it('are read from the report of Playwright with their project, at any depth', () => {
    const spec = (title: string, status: string) => ({
      title,
      file: 'buying.spec.ts',
      tests: [{ projectName: 'phone', status }],
    });
    const suites = [
      {
        specs: [spec('pays', 'expected'), spec('takes two tries', 'flaky')],
        suites: [{ specs: [spec('is declined', 'unexpected')] }],
      },
    ];
    expect(playwrightNames({ suites })).toEqual({
      failures: ['buying.spec.ts [phone]: is declined'],
      retried: ['buying.spec.ts [phone]: takes two tries'],
    });
  });

  it.each([null, undefined, {}, 'broken', []])('are none if the report is %j', (report) => {
    expect(vitestFailures(report)).toEqual([]);
    expect(playwrightNames(report)).toEqual({ failures: [], retried: [] });
  });
});
