import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { importsIn } from './imports.ts';
import { LEARN_SETTING, readTestTable } from './table.ts';
import { chosenTests, isTest, testsOf } from './tests-of.ts';

/**
 * `npm run test:changed`: the tests that belong to what was changed since the last commit. `-- FILE …` asks for files,
 * `-- --since main` for what a branch changed, `-- --most 60` for more tests than the nearest; `-- --list` only names them.
 * `-- --learn` runs all unit tests and those with a database, and learns which files each of them runs; they are slower then.
 */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** More take longer than seconds. */
const MOST = '20';
/** Their tests need the built site or a browser. */
const SLOW = /^(tests\/http|e2e)\//;

const { values, positionals } = parseArgs({
  options: {
    since: { type: 'string', default: 'HEAD' },
    most: { type: 'string', default: MOST },
    list: { type: 'boolean', default: false },
    learn: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

function changedFiles(since: string): string[] {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')];
}

function vitest(words: readonly string[]): Promise<number> {
  const projects = ['unit', 'unit-alone', 'unit-dom', 'pocketbase'].map((name) => `--project=${name}`);
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...projects, ...words], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...(values.learn && { [LEARN_SETTING]: 'yes' }) },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

async function testChanged(): Promise<number> {
  if (values.learn && positionals.length === 0) return vitest([]);
  const changed = positionals.length > 0 ? positionals : changedFiles(values.since);
  const imports = await importsIn(ROOT);
  const tests = [...imports.keys()].filter((path) => isTest(path) && !SLOW.test(path));
  const table = await readTestTable(ROOT);
  if (table.size === 0) console.log('Nothing was learned yet, so tests are found by imports; see --learn.');
  const lists = changed.map((file) => ({ file, tests: testsOf(file, tests, table, imports) }));
  for (const { file, tests } of lists)
    if (tests.length === 0 && existsSync(join(ROOT, file))) console.log(`no test belongs to ${file}`);
  const chosen = chosenTests(
    lists.map(({ tests }) => tests),
    Number(values.most),
  );
  const all = new Set(lists.flatMap(({ tests }) => tests)).size;
  console.log(`${chosen.length} of ${all} test files that belong to ${changed.length} changed files`);
  if (values.list) console.log(chosen.join('\n'));
  return values.list || chosen.length === 0 ? 0 : vitest(chosen);
}

process.exitCode = await testChanged();
if (process.connected) process.disconnect();
