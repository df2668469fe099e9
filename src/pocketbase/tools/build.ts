import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const POCKETBASE_DIR = fileURLToPath(new URL('..', import.meta.url));

/** Maximum size of the bundle in bytes: every interpreter in PocketBase's pool evaluates it. */
export const HOOKS_LIMIT_BYTES = 20_000;

export interface BuiltPocketBase {
  hooksDir: string;
  migrationsDir: string;
}

/**
 * Compiles hooks and migrations into plain scripts for PocketBase's engine (ES2020, CommonJS, nothing of Node).
 * @throws Error when the hooks exceed their limit or use features that the engine lacks.
 */
export async function buildPocketBase(outDir: string): Promise<BuiltPocketBase> {
  const hooksDir = join(outDir, 'hooks');
  const migrationsDir = join(outDir, 'migrations');
  await rm(migrationsDir, { recursive: true, force: true });
  await mkdir(hooksDir, { recursive: true });
  await mkdir(migrationsDir, { recursive: true });
  const options = {
    bundle: true,
    format: 'cjs',
    platform: 'neutral',
    target: 'es2020',
    // The engine provides a module object only to required files, not to those it loads itself.
    banner: { js: 'var module = typeof module === "undefined" ? { exports: {} } : module;' },
    supported: { 'async-await': false },
    logLevel: 'warning',
  } as const;
  const hooks = join(hooksDir, 'main.pb.js');
  await build({
    ...options,
    entryPoints: [join(POCKETBASE_DIR, 'hooks/main.ts')],
    outfile: hooks,
    minifyWhitespace: true,
    minifySyntax: true,
    // Names of properties stay: handlers are found by theirs.
    minifyIdentifiers: true,
  });
  const { size } = await stat(hooks);
  if (size > HOOKS_LIMIT_BYTES)
    throw new Error(`the hooks bundle has ${size} bytes, more than ${HOOKS_LIMIT_BYTES}`);
  const migrations = (await readdir(join(POCKETBASE_DIR, 'migrations')))
    .filter((name) => /^\d{4}_\w+\.ts$/.test(name))
    .sort();
  await Promise.all(
    migrations.map((name) =>
      build({
        ...options,
        entryPoints: [join(POCKETBASE_DIR, 'migrations', name)],
        outfile: join(migrationsDir, `${basename(name, '.ts')}.js`),
      }),
    ),
  );
  return { hooksDir, migrationsDir };
}
