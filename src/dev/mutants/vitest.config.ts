import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Vitest for the runs of Stryker: the unit tests that the command chose, without the projects, which it does not know. */
export default defineConfig({
  define: { 'import.meta.env.PUBLIC_BUILD_ID': '"test"' },
  resolve: {
    alias: { 'astro:actions': fileURLToPath(new URL('../../../tests/astro-actions.ts', import.meta.url)) },
  },
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  test: {
    include: (process.env['MUTANTS_TESTS'] ?? '').split(',').filter(Boolean),
    environment: 'node',
    isolate: false,
    testTimeout: 90_000,
  },
});
