import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyOfProject } from './copy.ts';
import type { FileReport } from './report.ts';
import { sqlMutants } from './sql-mutants.ts';

/** A mutant that keeps the tests busy for so many times as long as they took without it counts as noticed. */
const TOO_LONG = 5;
const LEAST_MS = 60_000;

/**
 * Makes each fault in the SQL of a file, in a copy of the project, and runs the file's tests until one fails.
 * @throws Error where the tests fail without a fault, or there are none.
 */
export async function mutateSql(
  root: string,
  file: string,
  tests: readonly string[],
  progress: (line: string) => void,
): Promise<FileReport> {
  const copy = join(root, '.cache/mutants/copy');
  const text = await readFile(join(root, file), 'utf8');
  const mutants = sqlMutants(file, text);
  if (mutants.length === 0) return { file, killed: 0, of: 0, survivors: [] };
  if (tests.length === 0) throw new Error(`No test belongs to ${file}.`);
  await copyOfProject(root, copy);
  const from = performance.now();
  // Shown, because it says what is wrong where it fails.
  if (!(await passes(copy, tests, 30 * 60_000, 'inherit')))
    throw new Error(`The tests of ${file} fail without a fault.`);
  const atMost = Math.ceil(Math.max(LEAST_MS, TOO_LONG * (performance.now() - from)));
  const survivors: string[] = [];
  for (const [place, { line, what, text: broken }] of mutants.entries()) {
    await writeFile(join(copy, file), broken);
    const survived = await passes(copy, tests, atMost);
    if (survived) survivors.push(`${file}:${line} ${what}`);
    progress(
      `  ${place + 1} of ${mutants.length} ${survived ? 'SURVIVED' : 'killed  '} ${file}:${line} ${what}`,
    );
  }
  return { file, killed: mutants.length - survivors.length, of: mutants.length, survivors };
}

function passes(
  folder: string,
  tests: readonly string[],
  atMostMs: number,
  stdio: 'inherit' | 'ignore' = 'ignore',
): Promise<boolean> {
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--bail=1',
      '--project=unit',
      '--project=pocketbase',
      '--sequence.shuffle=false',
      ...tests,
    ],
    { cwd: folder, stdio, timeout: atMostMs },
  );
  return new Promise((resolve) => child.once('close', (code) => resolve(code === 0)));
}
