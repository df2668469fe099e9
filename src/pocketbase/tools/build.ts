import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOM = fileURLToPath(new URL('..', import.meta.url));

/** Every interpreter in PocketBase's pool evaluates the bundle, so it stays small. In bytes. */
export const HOOKS_LIMIT_BYTES = 20_000;

export interface BuiltPocketBase {
  hooksDir: string;
  migrationsDir: string;
}

/**
 * Compiles hooks and migrations into plain scripts for PocketBase's engine (ES2020, CommonJS, nothing of Node).
 * @throws Error when the hooks outgrow their limit or use what the engine lacks.
 */
export async function buildPocketBase(outDir: string): Promise<BuiltPocketBase> {
  const hooksDir = join(outDir, 'hooks');
  const migrationsDir = join(outDir, 'migrations');
  await rm(migrationsDir, { recursive: true, force: true });
  await mkdir(hooksDir, { recursive: true });
  await mkdir(migrationsDir, { recursive: true });
  const shape = {
    bundle: true,
    format: 'cjs',
    platform: 'neutral',
    target: 'es2020',
    // The engine offers no module object to a file it loads itself, only to one that is required.
    banner: { js: 'var module = typeof module === "undefined" ? { exports: {} } : module;' },
    supported: { 'async-await': false },
    logLevel: 'warning',
  } as const;
  const hooks = join(hooksDir, 'main.pb.js');
  await build({
    ...shape,
    entryPoints: [join(ROOM, 'hooks/main.ts')],
    outfile: hooks,
    minifyWhitespace: true,
  });
  const { size } = await stat(hooks);
  if (size > HOOKS_LIMIT_BYTES)
    throw new Error(`the hooks bundle has ${size} bytes, more than ${HOOKS_LIMIT_BYTES}`);
  const migrations = (await readdir(join(ROOM, 'migrations')))
    .filter((name) => /^\d{4}_\w+\.ts$/.test(name))
    .sort();
  await Promise.all(
    migrations.map((name) =>
      build({
        ...shape,
        entryPoints: [join(ROOM, 'migrations', name)],
        outfile: join(migrationsDir, `${basename(name, '.ts')}.js`),
      }),
    ),
  );
  return { hooksDir, migrationsDir };
}
