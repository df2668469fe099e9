import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileReport } from './report.ts';

/** Fetched when it is first needed, into `.cache`: nothing else needs its 180 packages. */
const PACKAGES = ['@stryker-mutator/core@10.1.1', '@stryker-mutator/vitest-runner@10.1.1'];
const FOLDER = '.cache/mutants';
const REPORT = `${FOLDER}/stryker.json`;

/** Stryker's report, as far as it is read. */
interface StrykerReport {
  files: Record<
    string,
    {
      mutants: {
        status: string;
        mutatorName: string;
        replacement?: string;
        location: { start: { line: number } };
      }[];
    }
  >;
}

/**
 * Lets Stryker make faults in these files and run the tests that reach each of them. Faults in what runs when a file is loaded
 * are left out: each would need all tests in a process of its own.
 * @throws Error where Stryker cannot be fetched or ends without a report.
 */
export async function mutateCode(
  root: string,
  files: readonly string[],
  tests: readonly string[],
): Promise<FileReport[]> {
  await fetchStryker(root);
  const settings = {
    testRunner: 'vitest',
    plugins: [join(root, FOLDER, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
    vitest: { configFile: 'src/dev/mutants/vitest.config.ts', related: false },
    mutate: files,
    ignoreStatic: true,
    coverageAnalysis: 'perTest',
    concurrency: 2,
    dryRunTimeoutMinutes: 30,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: REPORT },
    tempDirName: `${FOLDER}/sandboxes`,
    ignorePatterns: ['.cache', '.astro', '.git', 'dist', 'test-results', '.pocketbase'],
    // Texts are read by people; a test that repeats them notices nothing else.
    mutator: { excludedMutations: ['StringLiteral'] },
    allowConsoleColors: false,
    checkers: [],
    disableTypeChecks: false,
  };
  const config = join(root, FOLDER, 'stryker.config.json');
  await rm(join(root, REPORT), { force: true });
  await writeFile(config, JSON.stringify(settings));
  await run(root, [join(root, FOLDER, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', config], {
    MUTANTS_TESTS: tests.join(','),
  });
  if (!existsSync(join(root, REPORT))) throw new Error('Stryker left no report.');
  const report = JSON.parse(await readFile(join(root, REPORT), 'utf8')) as StrykerReport;
  return Object.entries(report.files).map(([file, { mutants }]) => {
    const counted = mutants.filter(
      ({ status }) => !['Ignored', 'CompileError', 'RuntimeError'].includes(status),
    );
    const alive = counted.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
    const survivors = alive.map(
      ({ status, mutatorName, replacement = '', location }) =>
        `${file}:${location.start.line} ${mutatorName}${status === 'NoCoverage' ? ', run by no test' : ''}: ${replacement.replace(/\s+/g, ' ').slice(0, 100)}`,
    );
    return { file, killed: counted.length - alive.length, of: counted.length, survivors };
  });
}

async function fetchStryker(root: string): Promise<void> {
  const folder = join(root, FOLDER);
  if (existsSync(join(folder, 'node_modules/@stryker-mutator/vitest-runner'))) return;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  // Vitest, which it asks for, is the project's own.
  const words = [
    'install',
    '--prefix',
    folder,
    '--save-exact',
    '--legacy-peer-deps',
    '--no-audit',
    '--no-fund',
  ];
  const child = spawn('npm', [...words, ...PACKAGES], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const code = await new Promise((resolve) => child.once('close', resolve).once('error', resolve));
  if (code !== 0) throw new Error('Stryker could not be fetched: npm install failed.');
}

function run(root: string, words: readonly string[], env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, words, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
}
