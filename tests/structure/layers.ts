import { posix } from 'node:path';
import { type Import, importsOf, type SourceFile } from './source.ts';

/** Which layer may import from which; anything else is forbidden. A layer may always import from itself. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  ui: [],
  domain: [],
  mesh: [],
  search: [],
  paths: [],
  // HTTP without the shop: of the domain only its kernel, see `allowed`.
  front: ['domain'],
  data: ['domain', 'mesh'],
  features: ['ui', 'domain', 'mesh', 'paths', 'data'],
  directives: ['features'],
  layouts: ['ui', 'domain', 'mesh', 'paths', 'data', 'features'],
  pages: ['ui', 'domain', 'mesh', 'paths', 'data', 'features', 'layouts'],
  server: ['domain', 'mesh', 'search', 'front', 'paths', 'data'],
  actions: ['domain', 'mesh', 'paths', 'data', 'server'],
  middleware: ['domain', 'mesh', 'paths', 'data', 'server', 'actions'],
  pocketbase: ['domain'],
  ops: ['domain', 'front', 'paths', 'data', 'server', 'pocketbase'],
  // Type declarations.
  'env.d': ['domain', 'data', 'server'],
};
/** Production never runs src/dev, so it may import everything. */
MAY_IMPORT['dev'] = Object.keys(MAY_IMPORT);

/** The one import of src/dev from another layer, which production does not run. */
const DEV_EXCEPTION = { from: 'src/ops/load-dev-stack.ts', to: 'src/dev/stack.ts' };

/**
 * Pages that may import the server: endpoints, also that of the desk's models, the pages a payment or a mail returns to, the sign-in
 * that sets a cookie, and the account, each of whose pages calls `requireUser` itself.
 */
const SERVER_PAGE =
  /^src\/pages\/(api\/|account\/|cancel-membership\/|claim\/|gift\/|login\/|product-payment-success|preview\/match|report\/object\/|subscription-payment-success)/;

/** Files whose types any layer may import: types are erased, so no secret and no code comes with them. */
const TYPE_EXCEPTIONS = new Set(['src/search/engine.ts', 'src/server/app/app.ts']);

/**
 * What pages take from the search: the index of a list that is in the browser already, and the numbers of the ranking, which the help
 * explains. Both are pure.
 */
const FOR_PAGES = new Set(['src/search/word-index.ts', 'src/search/ranking.ts']);

/** "src/domain/kernel/money.ts" → "domain"; "src/paths.ts" → "paths". */
export function layerOf(path: string): string {
  const [, second = ''] = path.split('/');
  return second.replace(/\.(ts|tsx|astro|mjs|css)$/, '');
}

/** The path of a relative import from the project's folder, or null for a package. */
function target(from: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  return posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''));
}

function allowed(from: string, to: string, typeOnly: boolean): boolean {
  const layer = layerOf(from);
  const other = layerOf(to);
  if (layer === other) return true;
  if (from === DEV_EXCEPTION.from && to === DEV_EXCEPTION.to) return true;
  if (typeOnly && TYPE_EXCEPTIONS.has(to)) return true;
  if (layer === 'features' && FOR_PAGES.has(to)) return true;
  if (layer === 'front') return to.startsWith('src/domain/kernel/');
  if (layer === 'pages' && other === 'server') return SERVER_PAGE.test(from);
  return MAY_IMPORT[layer]?.includes(other) ?? false;
}

/** Each import of a file under src/ that breaks the rules, as one readable line. */
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

/** Whether the rules have an entry for a file's layer. */
export function hasLayer(path: string): boolean {
  const layer = layerOf(path);
  return Object.hasOwn(MAY_IMPORT, layer);
}

/** Client packages of external services: the files that may import more than their types. */
const ADAPTERS: Record<string, RegExp> = {
  pocketbase: /^src\/(data|dev|pocketbase\/tools)\//,
  stripe: /^src\/(server\/adapters\/stripe\/|dev)/,
};

/** Each import of such a package outside its adapter. */
export function forbiddenPackages(file: SourceFile): string[] {
  return importsOf(file)
    .filter(({ specifier, typeOnly }: Import) => {
      const adapter = ADAPTERS[specifier];
      return adapter !== undefined && !typeOnly && !adapter.test(file.path);
    })
    .map(({ specifier }) => `${file.path} may not import ${specifier}`);
}
