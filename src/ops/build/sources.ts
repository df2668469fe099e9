import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** The files and folders that go into a build. */
const INPUTS = [
  'src',
  'public',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.base.json',
];
/** Builds do not load src/dev. */
const EXCLUDED = [join('src', 'dev')];
/** Public settings that are read when the site starts: another value needs no other build. */
export const RUNTIME_SETTINGS: readonly string[] = ['PUBLIC_PB_API_URL'];

/** A hash of the inputs of a build, including the public settings it writes into pages; 16 hex digits. */
export function sourcesHash(
  root: string = ROOT,
  env: Record<string, string | undefined> = process.env,
): string {
  const hash = createHash('sha256');
  for (const name of Object.keys(env).sort()) {
    if (name.startsWith('PUBLIC_') && !RUNTIME_SETTINGS.includes(name) && env[name])
      hash.update(`${name}=${env[name]}\0`);
  }
  for (const input of INPUTS) {
    for (const file of filesUnder(root, input)) {
      hash.update(file.replaceAll(sep, '/'));
      hash.update('\0');
      hash.update(readFileSync(join(root, file)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

function filesUnder(root: string, path: string): string[] {
  if (EXCLUDED.includes(path)) return [];
  const at = join(root, path);
  if (!statSync(at, { throwIfNoEntry: false })) return [];
  if (statSync(at).isFile()) return [path];
  return readdirSync(at)
    .sort()
    .flatMap((name) => filesUnder(root, join(path, name)));
}
