import { join, posix } from 'node:path';
import { matchesGlob } from 'node:path/posix';
import { importsOf, type SourceFile } from './source.ts';

/** The files that public pages use: all their static and dynamic imports. */
export function filesOfPublicPages(source: readonly SourceFile[]): string[] {
  const files = new Map(source.map((file) => [file.path, file]));
  const reached = new Set<string>();
  const open = [...files.keys()].filter(
    (path) => path.startsWith('src/pages/') && !path.startsWith('src/pages/account/'),
  );
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const file = files.get(path);
    if (!file || reached.has(path)) continue;
    reached.add(path);
    if (!/\.(astro|tsx?)$/.test(path)) continue;
    for (const { specifier, typeOnly } of importsOf(file))
      if (specifier.startsWith('.') && !typeOnly) open.push(posix.join(posix.dirname(path), specifier));
  }
  return [...reached].sort();
}

/** Globs of the files a stylesheet does not scan for classes, from the project's folder. */
export function excludedGlobs(sheet: SourceFile): string[] {
  return [...sheet.text.matchAll(/^@source not "([^"]+)";$/gm)].map(([, glob = '']) => {
    const path = join(posix.dirname(sheet.path), glob);
    return glob.includes('*') ? path : `${path}/**`;
  });
}

/** Those of the files whose classes the stylesheet does not have. */
export function unstyledFiles(files: readonly string[], sheet: SourceFile): string[] {
  const globs = excludedGlobs(sheet);
  return files.filter((path) => /\.(astro|tsx)$/.test(path) && globs.some((glob) => matchesGlob(path, glob)));
}
