import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importsIn } from '../changed/imports.ts';
import { readTestTable } from '../changed/table.ts';
import { isTest, testsOf } from '../changed/tests-of.ts';
import { mutateSql } from './by-sql.ts';
import { mutateCode } from './by-stryker.ts';
import { type FileReport, killedShare, reportText, sumOfReports } from './report.ts';

/**
 * `npm run mutants`: makes small faults in the code and counts those that no test notices. Rules in `domain` and `mesh` and the
 * pure parts of `server` by Stryker, at least 95 % noticed; SQL by faults of our own, at least 85 %. `-- FILE …` takes these
 * files, `-- changed` what differs from the last commit, `-- changed main` what differs from a branch. The whole takes hours.
 */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const BAR = { code: 95, sql: 85 };
const REPORT = '.cache/mutants/report.txt';
/** Rules without a database: what the unit tests can reach. */
const PURE = /^src\/(domain|mesh|server)\/.*\.ts$/;
/** So many nearest tests of a file judge it: a fault that only a far one notices is noticed by chance. */
const NEAREST = { code: 12, sql: 6 };

async function chosenFiles([first, since = 'HEAD', ...more]: readonly string[]): Promise<string[]> {
  if (first !== undefined && first !== 'changed')
    return [first, since, ...more].filter((path) => path !== 'HEAD' && existsSync(join(ROOT, path)));
  if (first === 'changed')
    return execFileSync('git', ['diff', '--name-only', since, '--', 'src'], { cwd: ROOT, encoding: 'utf8' })
      .split('\n')
      .filter((path) => path !== '' && existsSync(join(ROOT, path)));
  const files: string[] = [];
  for await (const file of glob('src/{domain,mesh,data,server}/**/*.ts', { cwd: ROOT }))
    files.push(file.split(sep).join('/'));
  return files.sort();
}

async function hasSql(path: string): Promise<boolean> {
  return /^src\/(data|server)\//.test(path) && (await readFile(join(ROOT, path), 'utf8')).includes('sql`');
}

async function mutants(words: readonly string[]): Promise<boolean> {
  const files = await chosenFiles(words);
  const imports = await importsIn(ROOT);
  const table = await readTestTable(ROOT);
  if (table.size === 0)
    console.log('Tests are found by imports; `npm run test:changed -- --learn` finds them by what they run.');
  const tests = [...imports.keys()].filter(
    (path) => isTest(path) && !/^tests\/(http|structure)\b/.test(path),
  );
  const withDatabase = new Set<string>();
  for (const test of tests)
    if (
      /open(?:TestBackend|TestCommerce|TestFront|World)|inject\('backend'\)/.test(
        await readFile(join(ROOT, test), 'utf8'),
      )
    )
      withDatabase.add(test);
  const isUnit = (test: string) =>
    !withDatabase.has(test) && !/^tests\/(pocketbase|data|integration)\//.test(test);

  const pure: string[] = [];
  const sql: FileReport[] = [];
  for (const file of files) {
    if (await hasSql(file)) {
      const near = testsOf(file, tests, table, imports).slice(0, NEAREST.sql);
      sql.push(await mutateSql(ROOT, file, near, (line) => console.log(line)));
    } else if (PURE.test(file)) pure.push(file);
  }
  const nearest = (file: string) =>
    testsOf(file, tests, table, imports).filter(isUnit).slice(0, NEAREST.code);
  const unit = [...new Set(pure.flatMap(nearest))];
  // A file that no unit test reaches is not one of the pure parts.
  const code = pure.length > 0 && unit.length > 0 ? await mutateCode(ROOT, pure, unit) : [];
  await rm(join(ROOT, '.cache/mutants/copy'), { recursive: true, force: true });

  const parts = [
    { name: 'code', reports: code, bar: BAR.code },
    { name: 'SQL', reports: sql, bar: BAR.sql },
  ].filter(({ reports }) => reports.length > 0);
  const text = parts.map(({ name, reports, bar }) => `== ${name}, at least ${bar} %\n${reportText(reports)}`);
  await mkdir(join(ROOT, '.cache/mutants'), { recursive: true });
  await writeFile(join(ROOT, REPORT), text.join('\n\n'));
  console.log(`\n${text.join('\n\n')}`);
  return parts.every(({ reports, bar }) => {
    const { killed, of } = sumOfReports(reports);
    return killedShare(killed, of) >= bar;
  });
}

process.exitCode = (await mutants(process.argv.slice(2))) ? 0 : 1;
if (process.connected) process.disconnect();
