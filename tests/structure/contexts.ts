import { posix } from 'node:path';
import { importsOf, type SourceFile } from './source.ts';

/** The contexts, lowest first: each may import from itself and from those before it. */
export const CONTEXTS = [
  'kernel',
  'identity',
  'notifications',
  'moderation',
  'payments',
  'catalogue',
  'assets',
  'guild',
  'commerce',
  'library',
  'community',
  'messaging',
  'account',
  'desk',
  'site',
] as const;

/** Layers that are divided into contexts, all with the same names. */
export const LAYERS_WITH_CONTEXTS = ['domain', 'data', 'server', 'actions', 'features'] as const;

/**
 * Folders of src/server that are not contexts. The job loop and the adapters are below the contexts; the front server
 * and the app, which starts everything, are above them. Operations have contexts of their own, below the front and above the app.
 */
const SERVER_BELOW = ['jobs', 'adapters'];
const SERVER_ABOVE = ['http', 'app'];
const OPERATIONS = 'operations';

/**
 * Exceptions, by folder: pages that show components of higher contexts. The components get their data from the page and
 * do not affect it.
 */
const COMPOSED: Record<string, readonly string[]> = {
  'actions/catalogue': ['server/assets', 'server/operations/assets'],
  'actions/commerce': ['data/site'],
  'actions/identity': ['server/library', 'server/notifications', 'data/notifications', 'data/site'],
  'actions/moderation': ['data/account', 'actions/catalogue'],
  'actions/notifications': ['data/catalogue'],
  // A row of the list shows a picture of its model or store, which everybody has to be allowed to see.
  'data/notifications': ['data/catalogue'],
  'actions/payments': ['actions/catalogue'],
  // A scope of a token is the right of a program, a role that of staff.
  'server/operations/kernel': ['domain/account', 'domain/identity'],
  'features/account/app': ['features/desk/shell', 'features/site/legal', 'domain/site'],
  'features/desk/shell': ['features/site/settings', 'features/site/legal', 'features/site/mailing'],
  'features/identity/session': ['features/messaging/conversation'],
  'features/payments/business-account': ['features/catalogue/store'],
  'features/payments/seller-plan': ['features/catalogue/store'],
  'features/catalogue/product': [
    'features/assets/upload',
    'features/guild/guild',
    'features/commerce/cart',
    'features/library/wish',
    'features/community/follow',
    'features/community/review',
    'domain/community',
  ],
  'features/catalogue/store': [
    'features/community/follow',
    'domain/community',
    'data/community',
    'data/guild',
    'domain/guild',
  ],
  'features/guild/guild': ['features/commerce/cart', 'domain/commerce'],
  'features/guild/member': ['features/messaging/broadcast'],
  'features/commerce/checkout': ['features/library/library', 'domain/messaging'],
  'features/library/library': ['features/community/review'],
};

interface Place {
  layer: string;
  context: string;
  /** Layer and context; in features also the noun, because exceptions are made per noun. */
  folder: string;
}

/** "src/features/guild/tier/account/TierList.tsx" → features, guild, "features/guild/tier"; null outside the layers. */
export function placeOf(path: string): Place | null {
  if (path.startsWith(`src/server/${OPERATIONS}/`)) {
    const [, , , own = ''] = path.split('/');
    return { layer: OPERATIONS, context: own, folder: `server/${OPERATIONS}/${own}` };
  }
  const [src, layer = '', context = '', noun = ''] = path.split('/');
  if (src !== 'src' || !(LAYERS_WITH_CONTEXTS as readonly string[]).includes(layer)) return null;
  const folder = [layer, context, ...(layer === 'features' ? [noun] : [])].join('/');
  return { layer, context, folder };
}

function rank({ context }: Place): number {
  return (CONTEXTS as readonly string[]).indexOf(context);
}

function allowed(from: Place, to: Place): boolean {
  if (from.layer === OPERATIONS && to.layer === 'server' && SERVER_ABOVE.includes(to.context))
    return to.context === 'app';
  if (from.layer === 'server' && to.layer === OPERATIONS) return from.context === 'http';
  if (from.layer === 'server' && to.layer === 'server') {
    if (SERVER_ABOVE.includes(from.context)) return true;
    if (SERVER_ABOVE.includes(to.context)) return false;
    if (SERVER_BELOW.includes(to.context)) return true;
    if (SERVER_BELOW.includes(from.context)) return to.context === 'kernel';
  }
  // Folders outside the contexts are not ranked.
  if (rank(from) === -1 || rank(to) === -1) return true;
  if (rank(to) <= rank(from)) return true;
  return (
    COMPOSED[from.folder]?.some((folder) => folder === to.folder || to.folder.startsWith(`${folder}/`)) ??
    false
  );
}

function targets(file: SourceFile): string[] {
  return importsOf(file)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => posix.join(posix.dirname(file.path), specifier.replace(/\?.*$/, '')));
}

/** Each import of a higher context, as one readable line. */
export function upwardImports(file: SourceFile): string[] {
  const from = placeOf(file.path);
  if (!from) return [];
  return targets(file)
    .filter((path) => {
      const to = placeOf(path);
      return to !== null && !allowed(from, to);
    })
    .map((path) => `${file.path} may not import ${path}`);
}

/** Files in a layer with contexts that are in none of them. */
export function outsideContexts(files: readonly SourceFile[]): string[] {
  const known: readonly string[] = [...CONTEXTS, ...SERVER_BELOW, ...SERVER_ABOVE];
  return files
    .filter(({ path }) => {
      const place = placeOf(path);
      if (!place || path === 'src/actions/index.ts' || path === 'src/domain/tsconfig.json') return false;
      return place.layer === 'server'
        ? !known.includes(place.context)
        : !(CONTEXTS as readonly string[]).includes(place.context);
    })
    .map(({ path }) => path);
}

/** Cycles of runtime imports; each is listed once, starting from its first file in the alphabet. */
export function importCycles(files: readonly SourceFile[]): string[] {
  const edges = new Map(
    files.map((file) => [
      file.path,
      importsOf(file)
        .filter(({ specifier, typeOnly }) => !typeOnly && specifier.startsWith('.'))
        .map(({ specifier }) => posix.join(posix.dirname(file.path), specifier.replace(/\?.*$/, ''))),
    ]),
  );
  const cycles = new Set<string>();
  const done = new Set<string>();
  const visit = (path: string, trail: string[]): void => {
    const seen = trail.indexOf(path);
    if (seen >= 0) {
      const cycle = trail.slice(seen);
      const first = cycle.indexOf([...cycle].sort()[0] ?? path);
      cycles.add([...cycle.slice(first), ...cycle.slice(0, first)].join(' → '));
      return;
    }
    if (done.has(path)) return;
    for (const to of edges.get(path) ?? []) visit(to, [...trail, path]);
    done.add(path);
  };
  for (const path of edges.keys()) visit(path, []);
  return [...cycles].sort();
}

/** Folders with more than `most` files. */
export function crowdedFolders(paths: readonly string[], most: number): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > most)
    .map(([folder, count]) => `${folder}: ${count} files`);
}
