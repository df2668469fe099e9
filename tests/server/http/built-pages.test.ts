import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import { loadBuiltSite } from '../../../src/server/http/built-pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'guildhall-built-'));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

it("the built site ran React's development build", async () => {
  vi.stubEnv('NODE_ENV', undefined);
  vi.stubEnv('ASTRO_NODE_AUTOSTART', undefined);
  const react = pathToFileURL(join(process.cwd(), 'node_modules/react/index.js')).href;
  // React has this function in its development build only.
  writeFileSync(
    join(folder, 'entry.mjs'),
    `import React from '${react}'; export const handler = () => 'captureOwnerStack' in React;`,
  );
  const handler = (await loadBuiltSite(folder)) as unknown as () => boolean;
  expect(handler()).toBe(false);
});
