import { posix } from 'node:path';
import { type Import, importsOf, type SourceFile } from './source.ts';

/** Which room may import from which; what is not listed is forbidden. A room may always import from itself. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  ui: [],
  domain: [],
  mesh: [],
  search: [],
  paths: [],
  data: ['domain', 'mesh'],
  features: ['ui', 'domain', 'mesh', 'paths', 'data'],
  directives: ['features'],
  layouts: ['ui', 'domain', 'mesh', 'paths', 'data', 'features'],
  pages: ['ui', 'domain', 'mesh', 'paths', 'data', 'features', 'layouts'],
  server: ['domain', 'mesh', 'search', 'paths', 'data'],
  actions: ['domain', 'mesh', 'paths', 'data', 'server'],
  middleware: ['domain', 'mesh', 'paths', 'data', 'server'],
  pocketbase: ['domain'],
  ops: ['domain', 'paths', 'data', 'server', 'pocketbase'],
  // Declarations of types.
  'env.d': ['domain', 'data', 'server'],
};
/** Production never runs it, so it may use everything. */
MAY_IMPORT['dev'] = Object.keys(MAY_IMPORT);

/** The one import of src/dev outside it, which production does not run. */
const DEV_DOOR = { from: 'src/ops/load-dev-stack.ts', to: 'src/dev/stack.ts' };

/**
 * Pages that do work, and so may call the server: endpoints, the pages a payment returns to, the sign-in that sets a
 * cookie, and the account, each of whose pages asks `requireUser` itself.
 */
const WORKING_PAGE =
  /^src\/pages\/(api\/|account\/|claim\/|gift\/|login\/|product-payment-success|subscription-payment-success)/;

/**
 * Types that several rooms speak in. A type leaves nothing in the program, so no secret and no work travels with it.
 */
const SPOKEN_TYPES = new Set(['src/search/engine.ts', 'src/server/app/app.ts']);

/** "src/domain/kernel/money.ts" → "domain"; "src/paths.ts" → "paths". */
export function layerOf(path: string): string {
  const [, second = ''] = path.split('/');
  return second.replace(/\.(ts|tsx|astro|mjs|css)$/, '');
}

/** Where a relative import leads, from the project's folder, or null for a package. */
function target(from: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  return posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''));
}

function allowed(from: string, to: string, typeOnly: boolean): boolean {
  const room = layerOf(from);
  const other = layerOf(to);
  if (room === other) return true;
  if (from === DEV_DOOR.from && to === DEV_DOOR.to) return true;
  if (typeOnly && SPOKEN_TYPES.has(to)) return true;
  if (room === 'pages' && other === 'server') return WORKING_PAGE.test(from);
  return MAY_IMPORT[room]?.includes(other) ?? false;
}

/** Each import of a file under src/ that breaks the table, as one readable line. */
export function forbiddenImports(file: SourceFile): string[] {
  const broken: string[] = [];
  for (const { specifier, typeOnly } of importsOf(file)) {
    const to = target(file.path, specifier);
    if (to === null) continue;
    if (!to.startsWith('src/')) broken.push(`${file.path} leaves src/ for ${specifier}`);
    else if (!allowed(file.path, to, typeOnly)) broken.push(`${file.path} may not import ${to}`);
  }
  return broken;
}

/** Whether a file's room has a row in the table at all. */
export function hasLayer(path: string): boolean {
  const room = layerOf(path);
  return Object.hasOwn(MAY_IMPORT, room);
}

/** Packages with one door: who may import them so that something of it runs. */
const DOORS: Record<string, RegExp> = {
  pocketbase: /^src\/(data|dev|pocketbase\/tools)\//,
  stripe: /^src\/(server\/adapters\/stripe\/|dev)/,
};

/** Each import of a package past its door. */
export function forbiddenPackages(file: SourceFile): string[] {
  return importsOf(file)
    .filter(({ specifier, typeOnly }: Import) => {
      const door = DOORS[specifier];
      return door !== undefined && !typeOnly && !door.test(file.path);
    })
    .map(({ specifier }) => `${file.path} may not import ${specifier}`);
}
