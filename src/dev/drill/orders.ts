import { spawn } from 'node:child_process';
import { join } from 'node:path';

/**
 * `npm run drill:orders`: the tests in which events arrive in another order, or many do the same at once, with every
 * order and the largest crowds. `npm test` tries a part of them (tests/orders.ts).
 */
const FILES = [
  'tests/integration/commerce/permutations.test.ts',
  'tests/integration/commerce/races.test.ts',
  'tests/integration/guild/membership-permutations.test.ts',
];

const child = spawn(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project=pocketbase', ...FILES],
  {
    cwd: join(import.meta.dirname, '../../..'),
    stdio: 'inherit',
    env: { ...process.env, EVERY_ORDER: '1' },
  },
);
child.once('close', (code) => {
  process.exitCode = code ?? 1;
});
