import { defineConfig } from 'vitest/config';

/** What needs a running PocketBase stands apart, so that the rest is done in seconds. */
export default defineConfig({
  define: { 'import.meta.env.PUBLIC_BUILD_ID': '"test"' },
  test: {
    passWithNoTests: true,
    // Left alone it keeps one processor for itself, which on a machine of two is half of what there is.
    maxWorkers: '100%',
    // Polls wait for real servers; a busy machine needs more than the second they get by default.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/{pocketbase,data,integration,dev/world,http}/**'],
          environment: 'node',
          // Property tests and worker threads on a busy machine; nothing waits this long.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'pocketbase',
          include: ['tests/{pocketbase,data,integration,dev/world}/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['./tests/dev/world/template.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'site',
          include: ['tests/http/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['./tests/http/stack.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
