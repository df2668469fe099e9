import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Check {
  name: string;
  /** A program of a package. */
  program: string;
  args: string[];
}

const TYPES = 'typescript-7/bin/tsc';

/**
 * Checks that read the code without running it, in two lanes. The pages come before the rest of the types: their check writes
 * the types that Astro generates.
 */
const LANES: readonly (readonly Check[])[] = [
  [
    {
      name: 'types of pages',
      program: 'astro/bin/astro.mjs',
      args: ['check', '--minimumFailingSeverity', 'error', '--tsconfig', 'tsconfig.pages.json'],
    },
    { name: 'types', program: TYPES, args: ['--noEmit', '--incremental', 'false', '-p', 'tsconfig.json'] },
  ],
  [
    {
      name: 'lint and format',
      program: '@biomejs/biome/bin/biome',
      args: ['check', '--diagnostic-level=error', '.'],
    },
    {
      // Apart from the rules in biome.json: it reads types across files, which would make each look at a single file slow.
      name: 'no floating promises',
      program: '@biomejs/biome/bin/biome',
      args: ['lint', '--config-path=biome.promises.json', '--only=nursery/noFloatingPromises', '.'],
    },
    ...['domain', 'mesh', 'front', 'pocketbase'].map((room) => ({
      name: `types of src/${room}`,
      program: TYPES,
      args: ['--noEmit', '-p', join('src', room, 'tsconfig.json')],
    })),
    {
      name: 'imports of the agreed stack',
      program: 'vitest/vitest.mjs',
      args: ['run', '--project', 'unit', '--reporter', 'dot', 'tests/stack.test.ts'],
    },
  ],
];

export interface CheckResult {
  name: string;
  passed: boolean;
  /** The output of the check, shown where it failed. */
  output: string;
}

/** Runs every check, one of each lane at a time, and reports each as it ends. */
export async function runChecks(report: (result: CheckResult) => void): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  await Promise.all(
    LANES.map(async (lane) => {
      for (const check of lane) {
        const result = await runCheck(check);
        results.push(result);
        report(result);
      }
    }),
  );
  return results;
}

function runCheck({ name, program, args }: Check): Promise<CheckResult> {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', program), ...args], {
    cwd: ROOT,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000);
    });
  }
  return new Promise((resolve) => {
    child.once('error', (reason) => resolve({ name, passed: false, output: String(reason) }));
    child.once('close', (code) => resolve({ name, passed: code === 0, output }));
  });
}

/** One line for a check, with its output where it failed. */
export function checkLine({ name, passed, output }: CheckResult): string {
  return passed ? `  ok      ${name}` : `  FAILED  ${name}\n${output.trim()}\n`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const results = await runChecks((result) => console.log(checkLine(result)));
  process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
}
