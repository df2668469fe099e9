import { cp, mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/** What a test can read of the project, apart from packages. */
const PARTS = [
  'src',
  'tests',
  'e2e',
  'docs',
  'public',
  'package.json',
  'package-lock.json',
  'vitest.config.ts',
];
const SETTINGS = ['tsconfig.json', 'tsconfig.base.json', 'tsconfig.pages.json', 'astro.config.mjs'];

/**
 * A copy of the project in which a fault may be made while somebody goes on to work. It shares the packages and the template
 * of the database.
 */
export async function copyOfProject(root: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await mkdir(join(to, '.cache'), { recursive: true });
  for (const part of [...PARTS, ...SETTINGS]) await cp(join(root, part), join(to, part), { recursive: true });
  await mkdir(join(root, '.cache/backend'), { recursive: true });
  for (const shared of ['node_modules', '.cache/backend'])
    await symlink(join(root, shared), join(to, shared), 'junction');
}
