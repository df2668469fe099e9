import { posix } from 'node:path';
import ts from 'typescript';
import { importsOf, type SourceFile, walk } from './source.ts';

/** For each reached file, the file that loads it first; null for entry points. */
export type Reached = Map<string, string | null>;

/** Relative paths of workers: `new URL('./worker.ts', import.meta.url)`. */
function startedBy(file: SourceFile): string[] {
  const found: string[] = [];
  walk(file, (node) => {
    if (!ts.isNewExpression(node) || node.expression.getText() !== 'URL') return;
    const [address] = node.arguments ?? [];
    if (address && ts.isStringLiteralLike(address)) found.push(address.text);
  });
  return found;
}

/**
 * Every file of the project that these entry points can load: by a static or dynamic import, or as a worker.
 * @param closed imports that are not followed, each as "from → to"
 */
export function reachedFrom(
  source: readonly SourceFile[],
  entries: readonly string[],
  closed: readonly string[] = [],
): Reached {
  const files = new Map(source.map((file) => [file.path, file]));
  const reached: Reached = new Map(entries.map((path) => [path, null]));
  const open = [...entries];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const file = files.get(path);
    if (!file) throw new Error(`There is no file ${path}.`);
    if (!/\.(astro|tsx?|mjs)$/.test(path)) continue;
    const imported = importsOf(file)
      .filter(({ specifier, typeOnly }) => specifier.startsWith('.') && !typeOnly)
      .map(({ specifier }) => specifier.replace(/\?.*$/, ''));
    for (const specifier of [...imported, ...startedBy(file)]) {
      const to = posix.join(posix.dirname(path), specifier);
      if (reached.has(to) || !files.has(to) || closed.includes(`${path} → ${to}`)) continue;
      reached.set(to, path);
      open.push(to);
    }
  }
  return reached;
}

/** The import chain to a reached file, such as "src/ops/start.ts → src/ops/stack.ts". */
export function wayTo(reached: Reached, path: string): string {
  const from = reached.get(path) ?? null;
  return from === null ? path : `${wayTo(reached, from)} → ${path}`;
}
