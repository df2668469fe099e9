import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBucket } from '../../server/adapters/files/bucket.ts';
import { readSettings } from '../../server/app/settings.ts';
import { createBucket } from './create-bucket.ts';
import { missingSwift, startSwift } from './swift.ts';

/**
 * `npm run drill:files`: the contract of the file store against a real S3 server: the bucket that the S3_* settings name,
 * which it fills with some 200 MB and mostly empties again, or OpenStack Swift from Debian's packages. It ends with 1 where
 * a point does not hold.
 */
const ROOT = join(import.meta.dirname, '../../..');
const CONTRACT = 'tests/server/adapters/files/store-contract.test.ts';

async function main(): Promise<number> {
  if (readSettings(process.env, ROOT).bucket) return contract({});
  const missing = await missingSwift();
  if (missing) {
    console.log(`Skipped: ${missing} Or name a bucket of your own by the S3_ settings.`);
    return 0;
  }
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-s3-'));
  console.log('starting Swift');
  const swift = await startSwift(folder);
  try {
    const env = { ...swift.env, S3_BUCKET: 'guildhall' };
    await createBucket(env);
    return await contract(env);
  } finally {
    await swift.close();
  }
}

/** Runs the contract and prints its count. Returns the exit code. */
async function contract(env: Record<string, string>): Promise<number> {
  const { bucket } = readSettings({ ...process.env, ...env }, ROOT);
  if (!bucket) return 1;
  const versioned = await openBucket(bucket).isVersioned();
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-contract-'));
  const report = join(folder, 'report.json');
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const args = ['run', '--project=unit', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, CONTRACT]; // biome-ignore format: one command
  const child = spawn(process.execPath, [vitest, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  await new Promise((resolve) => child.once('close', resolve));
  try {
    const { numPassedTests, numTotalTests } = JSON.parse(await readFile(report, 'utf8')) as {
      numPassedTests: number;
      numTotalTests: number;
    };
    const where = `a folder, a bucket in memory and the bucket ${bucket.name} at ${bucket.endpoint}`;
    console.log(`${numPassedTests} passed of ${numTotalTests}: the contract of ${where}.`);
    console.log(versioned ? 'The bucket keeps older versions.' : 'The bucket keeps no older versions: switch versioning on.'); // biome-ignore format: one line
    return numPassedTests === numTotalTests && child.exitCode === 0 ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main();
