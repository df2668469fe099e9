import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sentenceOf } from '../ops/announce.ts';
import { buildSite } from '../ops/build/site.ts';
import { backendTemplate } from './backend-template.ts';
import { findBrowser } from './browser.ts';
import { checkLine, runChecks } from './check.ts';
import {
  type Counts,
  countsLine,
  NO_REPORT,
  playwrightCounts,
  playwrightNames,
  sumOfCounts,
  vitestCounts,
  vitestFailures,
} from './counts.ts';
import { RECORDING_FILE, RECORDING_SETTING } from './payments/shapes/recording.ts';

/** `npm test`: every check and every test. `npm test -- unit e2e` runs some of its suites. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What the suites send the payment stand-in, for `npm run test:stripe -- spec`. */
const RECORDING = join(ROOT, RECORDING_FILE);
const SUITES = ['check', 'unit', 'pocketbase', 'build', 'site', 'e2e'] as const;
type Suite = (typeof SUITES)[number];

/** Suites of one group run side by side: the type check keeps only one core busy, and the build takes seconds. */
const GROUPS: readonly (readonly Suite[])[] = [['check', 'unit'], ['pocketbase', 'build'], ['site'], ['e2e']];

interface SuiteResult {
  counts: Counts;
  /** Names of the tests that failed, to be listed at the end. */
  failures: string[];
  /** Names of the tests that passed only when they were retried. */
  retried?: string[];
}

/** The suites that need a database; they share one template of it. */
const WITH_DATABASE: readonly Suite[] = ['pocketbase', 'site', 'e2e'];

const RUN: Record<Suite, (folder: string) => Promise<SuiteResult>> = {
  async check() {
    const results = await runChecks((result) => console.log(checkLine(result)));
    const failures = results.filter(({ passed }) => !passed).map(({ name }) => name);
    const counts = { passed: results.length - failures.length, failed: failures.length, skipped: 0 };
    return { counts, failures };
  },
  // "unit-alone", "unit-dom" and "unit-elsewhere" too.
  unit: (folder) => vitest('unit*', folder),
  pocketbase: (folder) => vitest('pocketbase', folder),
  async build() {
    await buildSite(ROOT, (line) => console.log(`  ${line}`));
    return { counts: { passed: 1, failed: 0, skipped: 0 }, failures: [] };
  },
  // "site-limits" too.
  site: (folder) => vitest('site*', folder),
  async e2e(folder) {
    const file = join(folder, 'e2e.json');
    await run(['node_modules/@playwright/test/cli.js', 'test', '--reporter=line,json'], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      CHROMIUM: await findBrowser(),
    });
    const report = await reportIn(file);
    return { counts: playwrightCounts(report), ...playwrightNames(report) };
  },
};

/**
 * The random orders in which `npm test` runs tests: written down, so that what it says is about a change and not about luck.
 * `TEST_SEED=7` tries the order of another seed.
 */
const SEEDS: Record<string, string> = {
  'unit*': '1795831612615',
  pocketbase: '1795829314676',
  'site*': '1795830999213',
};

async function vitest(project: string, folder: string): Promise<SuiteResult> {
  const file = join(folder, `${project.replace('*', '')}.json`);
  await run(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      `--project=${project}`,
      `--sequence.seed=${process.env['TEST_SEED'] || SEEDS[project]}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    {},
  );
  const report = await reportIn(file);
  return { counts: vitestCounts(report), failures: vitestFailures(report) };
}

function run(words: string[], env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, words, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, FORCE_COLOR: '0', [RECORDING_SETTING]: RECORDING, ...env },
  });
  running = child;
  return new Promise((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
}

/** The process of the suite that runs at the moment; it is stopped with this one. */
let running: ReturnType<typeof spawn> | null = null;

async function reportIn(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (reason) {
    console.error(`The suite left no report (${sentenceOf(reason)}).`);
    return null;
  }
}

async function test(words: readonly string[]): Promise<void> {
  const unknown = words.filter((word) => !SUITES.includes(word as Suite));
  if (unknown.length > 0) {
    console.error(`There is no suite ${unknown.join(', ')}; choose from ${SUITES.join(', ')}.`);
    process.exit(2);
  }
  const chosen = SUITES.filter((suite) => words.length === 0 || words.includes(suite));
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-test-'));
  await rm(RECORDING, { force: true });
  const began = performance.now();
  const results: (SuiteResult & { suite: Suite; seconds: number })[] = [];
  const runSuite = async (suite: Suite) => {
    console.log(`\n== ${suite}`);
    const from = performance.now();
    const ended = await RUN[suite](folder).catch((reason: unknown) => {
      console.error(sentenceOf(reason));
      return { counts: NO_REPORT, failures: [sentenceOf(reason)] };
    });
    return { suite, ...ended, seconds: (performance.now() - from) / 1000 };
  };
  let template: Promise<unknown> | null = null;
  // Beside the first suites. Where this fails, the suites try it themselves and say why.
  if (chosen.some((suite) => WITH_DATABASE.includes(suite)))
    template = backendTemplate().catch(() => undefined);
  for (const group of GROUPS) {
    const suites = group.filter((suite) => chosen.includes(suite));
    if (suites.some((suite) => WITH_DATABASE.includes(suite))) await template;
    results.push(...(await Promise.all(suites.map(runSuite))));
  }
  await rm(folder, { recursive: true, force: true });
  console.log('');
  for (const { suite, failures, retried = [] } of results) {
    for (const name of retried) console.log(`passed only when retried, in ${suite}: ${name}`);
    for (const failure of failures) console.log(`failed in ${suite}: ${failure.replace(ROOT, '')}`);
  }
  for (const { suite, counts, seconds } of results)
    console.log(`${suite.padEnd(11)} ${seconds.toFixed(0).padStart(4)} s   ${countsLine(counts)}`);
  console.log(`total       ${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s`);
  const sum = sumOfCounts(results.map(({ counts }) => counts));
  console.log(countsLine(sum));
  process.exitCode = sum.failed > 0 || sum.passed === 0 ? 1 : 0;
  if (process.connected) process.disconnect();
}

const leave = () => {
  running?.kill('SIGTERM');
  setTimeout(() => process.exit(130), 3_000);
};
process.once('SIGINT', leave);
process.once('SIGTERM', leave);
await test(process.argv.slice(2));
