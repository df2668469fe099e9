import { posix } from 'node:path';
import { importsOf, type SourceFile } from './source.ts';

/** The contexts, lower ones first: each may import from those before it and from itself, never from those after it. */
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
  'site',
] as const;

/** Rooms that are cut into contexts, all with the same names. */
export const ROOMS_WITH_CONTEXTS = ['domain', 'data', 'server', 'actions', 'features'] as const;

/**
 * Folders of src/server that are no contexts. The job loop and the doors to neighbours stand below the contexts; the
 * front server and the app, which opens everything, stand above them.
 */
const SERVER_BELOW = ['jobs', 'adapters'];
const SERVER_ABOVE = ['http', 'app'];

/**
 * Where a page of one context shows a piece of a higher one, by folder: what a visitor sees at once belongs to several
 * contexts. The pieces are given what they draw and decide nothing for the page around them.
 */
const COMPOSED: Record<string, readonly string[]> = {
  'actions/catalogue': ['server/assets'],
  'actions/identity': ['server/library'],
  'actions/moderation': ['data/account', 'actions/catalogue'],
  'actions/notifications': ['data/catalogue'],
  'actions/payments': ['actions/catalogue'],
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
  'features/catalogue/store': ['features/community/follow', 'domain/community'],
  'features/guild/guild': ['features/commerce/cart', 'domain/commerce'],
  'features/guild/member': ['features/messaging/broadcast'],
  'features/commerce/checkout': ['features/library/library', 'domain/messaging'],
  'features/library/library': ['features/community/review'],
};

interface Place {
  room: string;
  context: string;
  /** Of features: room, context and noun, which are what composes; of other rooms: room and context. */
  folder: string;
}

/** "src/features/guild/tier/account/TierList.tsx" → features, guild, "features/guild/tier"; null outside the rooms. */
export function placeOf(path: string): Place | null {
  const [src, room = '', context = '', noun = ''] = path.split('/');
  if (src !== 'src' || !(ROOMS_WITH_CONTEXTS as readonly string[]).includes(room)) return null;
  const folder = [room, context, ...(room === 'features' ? [noun] : [])].join('/');
  return { room, context, folder };
}

function rank({ context }: Place): number {
  return (CONTEXTS as readonly string[]).indexOf(context);
}

function allowed(from: Place, to: Place): boolean {
  if (from.room === 'server' && to.room === 'server') {
    if (SERVER_ABOVE.includes(from.context)) return true;
    if (SERVER_ABOVE.includes(to.context)) return false;
    if (SERVER_BELOW.includes(to.context)) return true;
    if (SERVER_BELOW.includes(from.context)) return to.context === 'kernel';
  }
  // A domain type may be spoken at any door; the contexts of the doors are below all others.
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

/** Each import of a file that leads to a higher context, as one readable line. */
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

/** Files that stand in a room with contexts, and in none of them. */
export function outsideContexts(files: readonly SourceFile[]): string[] {
  const known: readonly string[] = [...CONTEXTS, ...SERVER_BELOW, ...SERVER_ABOVE];
  return files
    .filter(({ path }) => {
      const place = placeOf(path);
      if (!place || path === 'src/actions/index.ts' || path === 'src/domain/tsconfig.json') return false;
      return place.room === 'server'
        ? !known.includes(place.context)
        : !(CONTEXTS as readonly string[]).includes(place.context);
    })
    .map(({ path }) => path);
}

/** Circles of files that need each other when they run; each is listed once, from its first file in the alphabet. */
export function importCircles(files: readonly SourceFile[]): string[] {
  const edges = new Map(
    files.map((file) => [
      file.path,
      importsOf(file)
        .filter(({ specifier, typeOnly }) => !typeOnly && specifier.startsWith('.'))
        .map(({ specifier }) => posix.join(posix.dirname(file.path), specifier.replace(/\?.*$/, ''))),
    ]),
  );
  const circles = new Set<string>();
  const done = new Set<string>();
  const visit = (path: string, trail: string[]): void => {
    const seen = trail.indexOf(path);
    if (seen >= 0) {
      const circle = trail.slice(seen);
      const first = circle.indexOf([...circle].sort()[0] ?? path);
      circles.add([...circle.slice(first), ...circle.slice(0, first)].join(' → '));
      return;
    }
    if (done.has(path)) return;
    for (const to of edges.get(path) ?? []) visit(to, [...trail, path]);
    done.add(path);
  };
  for (const path of edges.keys()) visit(path, []);
  return [...circles].sort();
}

/** Folders with more files side by side than somebody takes in at a glance. */
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
