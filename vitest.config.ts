import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Tests that replace `window` or `document` for the modules they load; each has a worker of its own. */
export const ALONE = [
  'tests/features/commerce/cart/cart.store.test.ts',
  'tests/features/kernel/page/fresh-build.test.ts',
  'tests/features/messaging/conversation/conversation-store.test.ts',
];
/** Tests in a DOM (happy-dom): stores, hooks and components, each file in a page of its own. */
const DOM = 'tests/**/*.dom.test.{ts,tsx}';
/** Tests of one file that share a database come in their order: some go on from what the one before has stored. */
const FILES_ONLY = { shuffle: { files: true, tests: false } };
/** Tests that use up what people may do in an hour or a day. */
const USES_UP = 'tests/http/limits/**/*.test.ts';
const BACKEND = 'tests/{pocketbase,data,integration,dev/world,dev/grown}/**/*.test.ts';

/** What needs a running PocketBase stands apart, so that the rest is done in seconds. */
export default defineConfig({
  define: { 'import.meta.env.PUBLIC_BUILD_ID': '"test"' },
  resolve: {
    // Astro provides this module only within its own build.
    alias: { 'astro:actions': fileURLToPath(new URL('tests/astro-actions.ts', import.meta.url)) },
  },
  test: {
    // No test may need that another one ran before it. The seed is printed; --sequence.seed=… repeats an order.
    sequence: { shuffle: { files: true, tests: true } },
    // Left alone it keeps one processor for itself, which on a machine of two is half of what there is.
    maxWorkers: '100%',
    // A worker loads each module once for all its files: this saves two fifths of the unit tests' CPU time.
    isolate: false,
    // `npm run test:changed` learns which files each test runs.
    setupFiles: process.env['LEARN_TESTS_OF'] ? ['./tests/dev/changed/learn.ts'] : [],
    // Polls wait for real servers; a busy machine needs more than the second they get by default.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [BACKEND, DOM, 'tests/http/**', ...ALONE],
          environment: 'node',
          // Property tests and worker threads on a busy machine; nothing waits this long.
          testTimeout: 90_000,
        },
      },
      {
        extends: true,
        test: {
          // What counts days once more, on a leap day in the first time zone of the world: the machines have UTC.
          name: 'unit-elsewhere',
          include: ['tests/{domain,features}/**/*.test.{ts,tsx}'],
          // Sums of a hundred thousand carts know no day.
          exclude: [...ALONE, DOM, 'tests/domain/{commerce/pricing-sums,kernel/split}.test.ts'],
          environment: 'node',
          env: { TZ: 'Pacific/Kiritimati' },
          setupFiles: ['./tests/leap-day.ts'],
          testTimeout: 90_000,
        },
      },
      {
        extends: true,
        test: { name: 'unit-alone', include: ALONE, environment: 'node', isolate: true, testTimeout: 60_000 },
      },
      {
        extends: true,
        resolve: {
          alias: {
            'astro:actions': fileURLToPath(new URL('tests/features/actions-in-dom.ts', import.meta.url)),
          },
        },
        test: {
          name: 'unit-dom',
          include: [DOM],
          environment: 'happy-dom',
          setupFiles: ['tests/features/page-ends.ts'],
          // Cookies of the login are secure.
          environmentOptions: { happyDOM: { url: 'https://guildhall.test/' } },
          isolate: true,
          // The DOM is loaded once for a worker, which halves the CPU time; each file has globals of its own.
          pool: 'vmThreads',
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'pocketbase',
          include: [BACKEND],
          // One more than processors: these tests wait for a database that is a process of its own.
          maxWorkers: availableParallelism() + 1,
          // Projects with another number of workers run apart.
          sequence: { groupOrder: 1, ...FILES_ONLY },
          environment: 'node',
          globalSetup: ['./tests/dev/world/template.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'site',
          include: ['tests/http/**/*.test.ts'],
          exclude: [USES_UP],
          sequence: FILES_ONLY,
          environment: 'node',
          globalSetup: ['./tests/http/stack.ts'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          // People who have used up what they may do are of no use to other tests: a stack of their own.
          name: 'site-limits',
          include: [USES_UP],
          sequence: FILES_ONLY,
          environment: 'node',
          globalSetup: ['./tests/http/stack.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
