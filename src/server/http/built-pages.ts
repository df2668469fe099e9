import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Loads every part of the built site, which Astro would load with the first visitor of each page. A build made beside
 * the running process takes the old parts away; what is loaded stays whole until the restart.
 */
export async function loadBuiltPages(serverDir: string): Promise<void> {
  const entries = await readdir(serverDir, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (entry.isFile() && entry.name.endsWith('.mjs'))
      await import(pathToFileURL(join(entry.parentPath, entry.name)).href);
  }
}
