import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Loads every module of the built site, which Astro would otherwise load on the first request of each page. A new build
 * deletes the old modules while this process still runs; loaded ones keep working until the restart.
 */
export async function loadBuiltPages(serverDir: string): Promise<void> {
  const entries = await readdir(serverDir, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (entry.isFile() && entry.name.endsWith('.mjs'))
      await import(pathToFileURL(join(entry.parentPath, entry.name)).href);
  }
}
