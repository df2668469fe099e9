import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestTable } from './tests-of.ts';

/** The learned table: a file for each test file, so that workers write side by side. It is not committed. */
const FOLDER = '.cache/tests-of';

/** The setting that makes Vitest learn the table. */
export const LEARN_SETTING = 'LEARN_TESTS_OF';

const nameOf = (test: string): string => `${test.replaceAll('/', '+')}.txt`;

/** Empty where nothing was learned yet. */
export async function readTestTable(root: string): Promise<TestTable> {
  const names = await readdir(join(root, FOLDER)).catch(() => []);
  const rows = names.map(async (name) => {
    const text = await readFile(join(root, FOLDER, name), 'utf8');
    return [name.replace(/\.txt$/, '').replaceAll('+', '/'), text.split('\n')] as const;
  });
  return new Map(await Promise.all(rows));
}

export async function writeTestRow(root: string, test: string, files: readonly string[]): Promise<void> {
  await mkdir(join(root, FOLDER), { recursive: true });
  await writeFile(join(root, FOLDER, nameOf(test)), [...files].sort().join('\n'));
}
