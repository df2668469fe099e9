import { readFileSync } from 'node:fs';
import { openPaymentSetup } from '../../server/adapters/stripe/setup/payment-setup.ts';
import { STAND_IN_KEY } from '../../server/app/settings.ts';
import { RECORDING_FILE, readRecording } from '../payments/shapes/recording.ts';
import { compareWithSpec, type OpenApi } from '../payments/shapes/spec.ts';
import { differences } from './differences.ts';
import { differenceTable, type FlowReport, runFlows } from './run.ts';
import { openStandInTested } from './with-stand-in.ts';
import { openStripeTested } from './with-stripe.ts';

/**
 * `npm run test:stripe` (opt-in): walks every flow at real Stripe, in test mode and with your own key, and at the stand-in,
 * and compares the shapes of the answers. Nothing is charged; the objects stay in your test account. With `-- stand-in` the
 * flows run at the stand-in alone, with `-- spec <file>` the recording of `npm test` is compared with Stripe's document.
 */

async function atStandIn(write: (line: string) => void) {
  const { tested, recorder, close } = await openStandInTested();
  try {
    return { report: await runFlows(tested, write), calls: recorder.calls };
  } finally {
    await close();
  }
}

async function atStripe(key: string): Promise<FlowReport> {
  const standIn = await atStandIn(() => undefined);
  const ask = process.stdout.isTTY === true ? (line: string) => console.log(`\n${line}\n`) : null;
  const { tested, recorder, close } = await openStripeTested(key, ask);
  try {
    // A wrong key or a missing network is one sentence, not one for each flow.
    await openPaymentSetup(tested.settings).missingEvents('https://guildhall.example');
    console.log('Stripe, in test mode:');
    const report = await runFlows(tested, console.log);
    const found = differences(standIn.calls, recorder.calls);
    const { length } = recorder.calls.filter(({ status }) => status === 200);
    console.log(
      found.length === 0
        ? `\nIn shape, the ${length} answers are those of the stand-in.`
        : `\nWhere the answers differ in shape from those of the stand-in:\n${differenceTable(found).join('\n')}`,
    );
    return report;
  } finally {
    await close();
  }
}

async function runAll(task: string | undefined): Promise<void> {
  const key = (process.env['STRIPE_SECRET_KEY'] ?? '').trim();
  if (task !== undefined && task !== 'stand-in')
    throw new Error(`There is no task “${task}”; there are stand-in and spec.`);
  if (task === undefined && (!/^[rs]k_test_./.test(key) || key === STAND_IN_KEY))
    throw new Error(
      'Set STRIPE_SECRET_KEY to a test key of your own (sk_test_…), in .env or for this command: it makes objects in that account. Without one, npm run test:stripe -- stand-in walks the same flows at the stand-in.',
    );
  const { passed, failed, skipped } =
    task === 'stand-in' ? (await atStandIn(console.log)).report : await atStripe(key);
  console.log(`\n${passed} passed, ${failed.length} failed, ${skipped.length} skipped`);
  for (const line of [...failed, ...skipped]) console.log(`  ${line}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

/** `npm run test:stripe -- spec <file>`: compares what `npm test` recorded with Stripe's OpenAPI document, without a key. */
function compareRecording(file: string, recording: string): void {
  const spec = JSON.parse(readFileSync(file, 'utf8')) as OpenApi;
  const { compared, unknown, differences: found } = compareWithSpec(spec, readRecording(recording));
  for (const one of unknown) console.log(`  not in the document: ${one}`);
  for (const one of found) console.log(`  differs: ${one}`);
  console.log(`${compared} kinds of calls compared, ${found.length} differences`);
  process.exitCode = found.length > 0 || compared === 0 ? 1 : 0;
}

async function run([task, file, recording = RECORDING_FILE]: readonly string[]): Promise<void> {
  if (task !== 'spec') return runAll(task);
  if (file === undefined)
    throw new Error('Name the document: npm run test:stripe -- spec path/to/spec3.json');
  compareRecording(file, recording);
}

run(process.argv.slice(2)).catch((reason: unknown) => {
  console.error(reason instanceof Error ? reason.message : reason);
  process.exit(1);
});
