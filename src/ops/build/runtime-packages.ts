import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { CURRENT } from '../../front/astro/release.ts';
import { RELEASES } from './releases.ts';

/**
 * The packages that a built site, its jobs and its database are run with. An image needs no others: what builds pages (Astro,
 * Vite, Tailwind), what stands in for neighbours on a laptop, and what was bundled into the pages stays behind.
 *   node src/ops/build/runtime-packages.ts /runtime     copies them to /runtime/node_modules
 */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** What production starts or loads by name, besides the built site. */
const ENTRIES = ['src/ops', 'src/server', 'src/mesh', 'src/search', 'src/pocketbase/tools'];
/** A file of Astro that only passes on another package: nothing that Astro depends on is loaded with it. */
const ZOD_OF_ASTRO = 'astro/zod';
/** Their files are opened by path: the fonts of invoices. */
export const OPENED_BY_PATH = ['@fontsource/noto-sans', '@fontsource/kosugi'];
/** Loaded by name and never in production. */
const OUTSIDE = /[\\/]src[\\/]dev[\\/]/;

/** The folders of these packages below the project's folder, such as node_modules/sharp. */
export async function runtimePackages(root: string = ROOT): Promise<string[]> {
  const entries = [
    ...ENTRIES.flatMap((folder) => filesIn(join(root, folder), /(?<!\.d)\.(ts|tsx|mjs)$/)),
    ...filesIn(join(root, RELEASES, CURRENT, 'server'), /\.mjs$/),
  ];
  const { metafile } = await build({
    // One bundle of all: one for each of a thousand entries would take minutes.
    stdin: {
      contents: entries.map((path) => `import ${JSON.stringify(path)};`).join('\n'),
      resolveDir: root,
    },
    ...{ absWorkingDir: root, outdir: join(root, 'dist'), write: false, metafile: true },
    ...{ bundle: true, platform: 'node', format: 'esm', packages: 'external', jsx: 'automatic' },
    ...{
      loader: { '.css': 'empty', '.woff': 'empty', '.woff2': 'empty', '.astro': 'empty' },
      logLevel: 'error',
    },
    plugins: [
      {
        name: 'production',
        setup(bundle) {
          bundle.onLoad({ filter: OUTSIDE }, () => ({ contents: '' }));
        },
      },
    ],
  });
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external).map(({ path }) => path),
  );
  const found = new Set<string>();
  for (const name of OPENED_BY_PATH) follow(root, join(root, 'package.json'), name, found);
  for (const specifier of new Set(imported)) {
    const name = packageNamed(specifier);
    if (specifier === ZOD_OF_ASTRO) {
      found.add(join('node_modules', 'astro'));
      follow(root, join(root, 'node_modules', 'astro', 'package.json'), 'zod', found);
    } else if (name !== null) follow(root, join(root, 'package.json'), name, found);
  }
  return [...found].sort();
}

/** The name of the package in a specifier; null where it names none, such as node:fs or astro:actions. */
function packageNamed(specifier: string): string | null {
  const [, name] = /^((?:@[a-z\d][\w.-]*\/)?[a-z\d][\w.-]*)(?:\/|$)/i.exec(specifier) ?? [];
  return name === undefined || builtinModules.includes(name) ? null : name;
}

/** Adds a package that a file asks for, and what it depends on in turn. */
function follow(root: string, from: string, name: string, found: Set<string>): void {
  let folder = dirname(from);
  while (!existsSync(join(folder, 'node_modules', name, 'package.json'))) {
    // Optional ones are installed where they fit the platform.
    if (folder === root || folder === dirname(folder)) return;
    folder = dirname(folder);
  }
  const at = join(folder, 'node_modules', name);
  if (found.has(relative(root, at))) return;
  found.add(relative(root, at));
  const manifest = join(at, 'package.json');
  const wants = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, object | undefined>;
  const peers = Object.keys(wants['peerDependencies'] ?? {}).filter(
    (peer) => !Object.hasOwn(wants['peerDependenciesMeta'] ?? {}, peer),
  );
  const needed = { ...wants['dependencies'], ...wants['optionalDependencies'] };
  for (const next of [...Object.keys(needed), ...peers]) follow(root, manifest, next, found);
}

function filesIn(folder: string, name: RegExp): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Copies the packages into a folder. */
async function copyTo(folder: string): Promise<void> {
  const packages = await runtimePackages();
  for (const path of packages) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(join(ROOT, path), join(folder, path), { recursive: true, verbatimSymlinks: true });
  }
  console.log(`${packages.length} packages are needed to run.`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await copyTo(process.argv[2] ?? 'runtime');
