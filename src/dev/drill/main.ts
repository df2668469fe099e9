import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { TAX_BEHAVIORS, type TaxBehavior } from '../../domain/payments/price-tax.ts';
import { copyWorld, keptWorld } from '../grown/kept-world.ts';
import { withDrillStack } from './drill-stack.ts';
import { drillRelease } from './release.ts';
import { standingOf } from './standing.ts';
import { drillStorm } from './storm/storm.ts';

/**
 * `npm run drill`: carts, memberships, refunds and disputes through the real site while site and database are killed
 * without warning at random moments, 200 times or as often as `npm run drill -- 50` says. Afterwards every payment has its
 * order or its month, and every cent its place. Then the same while a release is published to the members of a guild. In
 * the end the database passes its integrity check. It ends with 1 where a promise is broken. `npm run drill -- 20 grown` does
 * so in the grown world of `npm run bench -- grown`, whose rows must be the same afterwards. `npm run drill -- 50 tax` does it
 * twice: with tax that is added to prices, and with prices that contain it. `npm run drill -- faults` lets
 * every call to the payment provider fail in every way instead, `npm run drill -- faults renewal, plan` only those of the
 * flows with these words in their names. `npm run drill -- search` runs the contract of search engines against PostgreSQL,
 * where it is installed: a second engine that is no part of the product.
 */
const ROOT = join(import.meta.dirname, '../../..');
const KILLS = 200;
/** As in Germany; buyers in other countries pay the tax of theirs. */
const TAX_PERCENT = 19;

async function drill(kills: number, isGrown: boolean, prices: TaxBehavior): Promise<void> {
  console.log(prices === 'inclusive' ? 'Prices contain their tax.' : 'Tax is added to prices.');
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-drill-'));
  const file = join(folder, 'data/data/data.db');
  const before = isGrown ? await grow(folder) : null;
  const env = { RATE_LIMITS: 'off', STRIPE_TAX: 'on', TAX_PRICES: prices };
  await withDrillStack({ folder, env, taxPercent: TAX_PERCENT }, async ({ stack }) => {
    const verdict = await drillStorm(stack, kills);
    await drillRelease(stack);
    await stack.stop();
    const database = new DatabaseSync(file, { readOnly: true });
    const [integrity] = database.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[];
    database.close();
    assert.equal(integrity?.integrity_check, 'ok');
    if (before !== null)
      assert.deepEqual(standingOf(file, before.until), before.standing, 'the rows from before');
    console.log(`${verdict} The database is whole.`);
  });
}

/** Copies the grown world to the drill's folder, without the provider's book of the demo world. */
async function grow(folder: string) {
  const progress = (line: string) => console.log(`  ${line}`);
  const kept = await keptWorld({ folder: join(ROOT, '.cache/grown'), progress });
  await copyWorld(kept.grown, join(folder, 'data'));
  for (const name of ['payments.json', 'payments.clock'])
    await rm(join(folder, 'data', name), { force: true });
  const until = Date.now();
  return { until, standing: standingOf(join(folder, 'data/data/data.db'), until) };
}

/**
 * Runs the test that lets every call to the provider fail in every way; `npm test` takes some of the pairs only.
 * @param of parts of the names of the flows, with commas between; empty for all flows
 */
function drillFaults(of: string): void {
  const test = 'tests/integration/commerce/call-faults/call-faults.test.ts';
  runTest('pocketbase', test, { CALL_FAULTS: 'all', CALL_FAULTS_OF: of });
}

function runTest(project: string, test: string, env: Record<string, string>): void {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', `--project=${project}`, test], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  process.exit(status ?? 1);
}

if (process.argv[2] === 'faults') drillFaults(process.argv.slice(3).join(' '));
if (process.argv[2] === 'search')
  runTest('unit', 'tests/search/contract/postgres.test.ts', { SECOND_ENGINE: 'postgres' });
const isGrown = process.argv.includes('grown');
const ways: TaxBehavior[] = process.argv.includes('tax') ? [...TAX_BEHAVIORS] : ['exclusive'];
const [asked] = process.argv.slice(2).filter((word) => word !== 'grown' && word !== 'tax');
const kills = Number(asked ?? KILLS);
if (!Number.isSafeInteger(kills) || kills < 1 || kills > 10_000) {
  console.error(
    'Say how many kills as a whole number from 1 to 10000, such as npm run drill -- 50, npm run drill -- 20 grown, npm run drill -- 50 tax, npm run drill -- search, or npm run drill -- faults.',
  );
  process.exit(2);
}
async function drillAll(): Promise<void> {
  for (const prices of ways) await drill(kills, isGrown, prices);
}
drillAll().catch((reason: unknown) => {
  console.error(reason);
  process.exit(1);
});
