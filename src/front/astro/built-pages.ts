import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstroHandler } from './render.ts';

/**
 * Loads the built site. React decides while it is loaded whether it is its development build, which costs several times as
 * much for the same markup: the built site always gets the other one. Settings are read from the environment before.
 */
export async function loadBuiltSite(serverDir: string): Promise<AstroHandler> {
  process.env['ASTRO_NODE_AUTOSTART'] = 'disabled';
  process.env['NODE_ENV'] = 'production';
  const { handler } = (await import(pathToFileURL(join(serverDir, 'entry.mjs')).href)) as {
    handler: AstroHandler;
  };
  return handler;
}

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
