import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

const FACES = /@font-face\s*\{[^}]*\}/g;

/**
 * Writes each stylesheet once more, as `.later.css` and without its faces, for pages that have their first styles in the
 * page (`src/front/styles/first-paint.ts`). A face that is declared a second time makes browsers draw its text again.
 */
export function laterStyles(): AstroIntegration {
  return {
    name: 'later-styles',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const folder = new URL('_astro/', dir);
        for (const name of await readdir(fileURLToPath(folder))) {
          if (!name.endsWith('.css')) continue;
          const css = await readFile(new URL(name, folder), 'utf8');
          const later = css.replace(FACES, '');
          if (later !== css) await writeFile(new URL(name.replace(/\.css$/, '.later.css'), folder), later);
        }
      },
    },
  };
}
