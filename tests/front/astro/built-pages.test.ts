import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'guildhall-built-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const address = (path: string) => pathToFileURL(join(process.cwd(), path)).href;

it('the built site runs React’s production build', () => {
  // React has this function in its development build only.
  writeFileSync(
    join(folder, 'entry.mjs'),
    `import React from '${address('node_modules/react/index.js')}'; export const handler = () => 'captureOwnerStack' in React;`,
  );
  const start = `const { loadBuiltSite } = await import('${address('src/front/astro/built-pages.ts')}');
    console.log((await loadBuiltSite(${JSON.stringify(folder)}))());`;
  // A process of its own: React is loaded once in each, and the setting stays.
  const { NODE_ENV, ...env } = process.env;
  const seen = execFileSync(process.execPath, ['--input-type=module', '-e', start], {
    env,
    encoding: 'utf8',
  });
  expect(seen.trim()).toBe('false');
});
