/** Counts of tests by result. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** A suite that left no report has failed as a whole. */
export const NO_REPORT: Counts = { passed: 0, failed: 1, skipped: 0 };

export function sumOfCounts(all: readonly Counts[]): Counts {
  return all.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/** The last line of `npm test`. */
export function countsLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

const number = (value: unknown): number => (typeof value === 'number' && value >= 0 ? value : 0);

/** What Vitest's JSON reporter counted. A file that could not even be loaded counts as one failed test. */
export function vitestCounts(report: unknown): Counts {
  if (typeof report !== 'object' || report === null || !('numTotalTests' in report)) return NO_REPORT;
  const counted = report as Record<string, unknown>;
  const files = Array.isArray(counted['testResults'])
    ? (counted['testResults'] as Record<string, unknown>[])
    : [];
  const unloaded = files.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && Array.isArray(assertionResults) && assertionResults.length === 0,
  ).length;
  const failed = number(counted['numFailedTests']) + unloaded;
  return {
    passed: number(counted['numPassedTests']),
    // After an error outside any test every test may pass while the run fails.
    failed: failed === 0 && counted['success'] === false ? 1 : failed,
    skipped: number(counted['numPendingTests']) + number(counted['numTodoTests']),
  };
}

/** More stories than this that need a second try are no accident of a busy machine. */
const RETRIED_MAX = 2;

/**
 * What Playwright's JSON reporter counted. A story that passes at its second try counts as passed and is listed by
 * `playwrightNames`; if more than two need one, all of them count as failed.
 */
export function playwrightCounts(report: unknown): Counts {
  if (typeof report !== 'object' || report === null || !('stats' in report)) return NO_REPORT;
  const { stats, errors } = report as { stats: Record<string, unknown>; errors?: unknown };
  const retried = number(stats['flaky']);
  const isTolerable = retried <= RETRIED_MAX;
  const failed = number(stats['unexpected']) + (isTolerable ? 0 : retried);
  return {
    passed: number(stats['expected']) + (isTolerable ? retried : 0),
    failed: failed === 0 && Array.isArray(errors) && errors.length > 0 ? 1 : failed,
    skipped: number(stats['skipped']),
  };
}

type Node = Record<string, unknown>;
const list = (value: unknown): Node[] => (Array.isArray(value) ? value : []);
const word = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The longest piece of a failed test's message that is listed. */
const MESSAGE_MAX = 400;

/**
 * The names of the tests that failed, from Vitest's JSON report: each after its file, with the beginning of its message,
 * which is all that is known of a test that fails only elsewhere.
 */
export function vitestFailures(report: unknown): string[] {
  return list((report as Node | null)?.['testResults']).flatMap((file) => {
    const failed = list(file['assertionResults']).filter(({ status }) => status === 'failed');
    const lines = failed.map((test) => withMessage(word(test['fullName']), messageOf(test)));
    if (lines.length === 0 && word(file['status']) === 'failed')
      lines.push(withMessage('could not be loaded', word(file['message'])));
    return lines.map((line) => `${word(file['name'])}: ${line}`);
  });
}

function messageOf(test: Node): string {
  const messages = test['failureMessages'];
  // Without the places in the code, which follow.
  return Array.isArray(messages) ? messages.map((text) => word(text).split(/\n\s+at /)[0]).join('; ') : '';
}

const withMessage = (name: string, message: string) =>
  message === '' ? name : `${name}: ${message.replace(/\s+/g, ' ').slice(0, MESSAGE_MAX)}`;

/** The names of the stories that failed, and of those that passed only when retried, from Playwright's JSON report. */
export function playwrightNames(report: unknown): { failures: string[]; retried: string[] } {
  const named = (suite: Node, status: string): string[] => [
    ...list(suite['suites']).flatMap((inner) => named(inner, status)),
    ...list(suite['specs']).flatMap((spec) =>
      list(spec['tests'])
        .filter((test) => test['status'] === status)
        .map((test) => `${word(spec['file'])} [${word(test['projectName'])}]: ${word(spec['title'])}`),
    ),
  ];
  const suites = list((report as Node | null)?.['suites']);
  return {
    failures: suites.flatMap((suite) => named(suite, 'unexpected')),
    retried: suites.flatMap((suite) => named(suite, 'flaky')),
  };
}
