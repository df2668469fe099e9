import { expect, it } from 'vitest';
import { importsOf, readSources, type SourceFile } from './structure/source.ts';

/** Where a package of the agreed stack does its work. There it is imported, not just named, and not just for a type. */
const STACK: Record<string, RegExp> = {
  astro: /^(astro\.config\.mjs$|src\/)/,
  '@astrojs/react': /^astro\.config\.mjs$/,
  '@astrojs/node': /^astro\.config\.mjs$/,
  '@astrojs/sitemap': /^astro\.config\.mjs$/,
  react: /^src\/(features|ui)\//,
  'react-dom': /^src\/(features|ui)\//,
  pocketbase: /^src\/(data|server)\//,
  nanostores: /^src\/features\//,
  '@nanostores/persistent': /^src\/features\//,
  tailwindcss: /^src\/layouts\/.*\.css$/,
  vitest: /^tests\//,
  playwright: /^(e2e|src\/dev)\//,
};

const files = [
  ...readSources(['src', 'tests', 'e2e'], ['.ts', '.tsx', '.astro', '.css']),
  ...readSources(['.'], ['.mjs']),
];

/** Whether a file needs the package, or a part of it, to run. */
function needs(file: SourceFile, name: string): boolean {
  // Only files that name it are parsed.
  if (!file.text.includes(name)) return false;
  const isIt = (specifier: string) => specifier === name || specifier.startsWith(`${name}/`);
  if (file.path.endsWith('.css'))
    return [...file.text.matchAll(/^@import ["']([^"']+)["']/gm)].some(([, from = '']) => isIt(from));
  return importsOf(file).some(({ specifier, typeOnly }) => !typeOnly && isIt(specifier));
}

it.each(Object.entries(STACK))('%s is imported where it works', (name, where) => {
  expect(files.some((file) => where.test(file.path) && needs(file, name))).toBe(true);
});

it.each([
  ["import { atom } from 'nanostores';", true],
  ["const load = () => import('nanostores');", true],
  ["import type { WritableAtom } from 'nanostores';", false],
  ["// import { atom } from 'nanostores';", false],
  ["import { persistentAtom } from '@nanostores/persistent';", false],
])('%s needs nanostores: %s', (text, expected) => {
  expect(needs({ path: 'src/features/x.ts', text }, 'nanostores')).toBe(expected);
});
