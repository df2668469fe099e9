import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { figure, median, terminalTable } from '../figures.ts';

const RUNS = 3;
/** Below this index the machine is too busy for a score of speed to say something about the page. */
const LEAST_INDEX = 900;
const LIGHTHOUSE = join(
  createRequire(import.meta.url).resolve('lighthouse/package.json'),
  '..',
  'cli/index.js',
);

interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
  /** How fast the machine was at that moment: about 1 000 on a free laptop. */
  environment: { benchmarkIndex: number };
}

/** One run as Lighthouse does it by default: a mobile phone on slow 4G, simulated. */
async function run(url: string, browser: string, flags: readonly string[]): Promise<Report> {
  const profile = await mkdtemp(join(tmpdir(), 'guildhall-lighthouse-'));
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        LIGHTHOUSE,
        url,
        '--quiet',
        '--output=json',
        '--only-categories=performance,accessibility,best-practices,seo',
        `--chrome-flags=${['--headless', ...flags, `--user-data-dir=${profile}`].join(' ')}`,
      ],
      { env: { ...process.env, CHROME_PATH: browser }, maxBuffer: 64 * 2 ** 20 },
    );
    return JSON.parse(stdout) as Report;
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Prints the medians of three runs for each page. Pictures should be warm: only the first visitor waits for them. */
export async function benchLighthouse(
  pages: Record<string, string>,
  browser: string,
  flags: readonly string[],
): Promise<void> {
  const rows: string[][] = [];
  const uncounted: string[] = [];
  for (const [name, url] of Object.entries(pages)) {
    const reports: Report[] = [];
    for (let count = 0; count < RUNS; count += 1)
      // On a busy machine the browser sometimes does not start in time.
      reports.push(await run(url, browser, flags).catch(() => run(url, browser, flags)));
    const score = (category: string): string =>
      figure(median(reports.map((report) => (report.categories[category]?.score ?? Number.NaN) * 100)));
    const audit = (id: string): string =>
      figure(median(reports.map((report) => report.audits[id]?.numericValue ?? Number.NaN)));
    const index = median(reports.map(({ environment }) => environment.benchmarkIndex));
    const counts = index >= LEAST_INDEX;
    if (!counts) uncounted.push(name);
    rows.push([
      name,
      counts ? score('performance') : '–',
      ...['accessibility', 'best-practices', 'seo'].map(score),
      ...[
        'first-contentful-paint',
        'largest-contentful-paint',
        'total-blocking-time',
        'cumulative-layout-shift',
      ].map(audit),
      figure(index),
    ]);
  }
  console.log(`Lighthouse: mobile, slow 4G, medians of ${RUNS} runs, warm pictures`);
  console.log(
    terminalTable(
      ['', 'perf', 'a11y', 'practice', 'seo', 'FCP ms', 'LCP ms', 'TBT ms', 'CLS', 'machine'],
      rows,
    ),
  );
  if (uncounted.length > 0)
    console.log(
      `No score of speed for ${uncounted.join(', ')}: the machine's benchmark index is below ${LEAST_INDEX}, and it says more about the machine.`,
    );
  console.log('');
}
