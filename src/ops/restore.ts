import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Instant } from '../domain/kernel/instant.ts';
import { moneyText } from '../domain/kernel/money.ts';
import { UNMATCHED_REASONS, type UnmatchedPayment } from '../domain/payments/unmatched-payment.ts';
import { readSettings, type Settings } from '../server/app/settings.ts';
import { sentenceOf } from './announce.ts';
import { stopOrphanedDatabase } from './folder-lock.ts';
import { restoreReplica } from './replica/restore.ts';
import { readReplicaSettings } from './replica/settings.ts';
import { auditRestored, catchUpRestored, prepareRestored } from './snapshot/after-restore.ts';
import { isInBucket, namedFiles, openPlace } from './snapshot/open-place.ts';
import { restore } from './snapshot/restore.ts';
import { readSnapshotSettings } from './snapshot/settings.ts';

/**
 * `npm run restore -- <place> [moment] [--replace] [--offline]`: makes DATA_DIR what it was at the newest snapshot, or at
 * the newest one up to a moment. With `replica` as the place it takes what REPLICA_TO holds. `npm run restore -- payments
 * <moment>` repeats its last step, which asks the payment provider what happened since.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const USAGE =
  'Write npm run restore -- <place> [moment] [--replace] [--offline], such as npm run restore -- /backups 2026-11-22T20:00Z.';
/** Missing files that are named in the terminal; all of them are counted. */
const NAMED = 20;
const progress = (line: string) => console.log(`  ${line}`);

async function run(args: readonly string[]): Promise<void> {
  const options = args.filter((arg) => arg.startsWith('--'));
  const [place, moment, ...more] = args.filter((arg) => !arg.startsWith('--'));
  const unknown = options.find((option) => !['--replace', '--offline'].includes(option)) ?? more[0];
  if (unknown !== undefined) throw new Error(`There is no option “${unknown}”. ${USAGE}`);
  if (place === undefined) throw new Error(USAGE);
  const until = moment === undefined ? null : Date.parse(moment);
  if (until !== null && Number.isNaN(until)) throw new Error(`“${moment}” is no moment. ${USAGE}`);
  const settings = readSettings(process.env, ROOT);
  const { dataDir } = settings;
  await stopOrphanedDatabase(dataDir);
  if (place === 'payments') {
    if (until === null) throw new Error('Name the moment of the snapshot, as npm run restore told it.');
    await prepareRestored(settings, progress);
    return reportUnknown(await catchUpRestored(settings, until, progress));
  }
  if (place === 'replica') return restoreFromReplica(settings, until, options);
  const startedAt = performance.now();
  const { key } = await readSnapshotSettings(
    { ...process.env, SNAPSHOT_TO: '', SNAPSHOT_MINUTES: '' },
    ROOT,
    settings.production,
  );
  const { manifest, missing } = await restore({
    place: openPlace(isInBucket(place) ? place : resolve(ROOT, place), settings),
    until,
    dataDir,
    store: namedFiles(settings),
    key,
    replace: options.includes('--replace'),
    progress,
  });
  await prepareRestored(settings, progress);
  const isSound = await audit(dataDir);
  if (missing.length > 0) {
    progress(`${missing.length} files are missing or damaged:`);
    for (const name of missing.slice(0, NAMED)) progress(`  ${name}`);
  }
  const at = new Date(manifest.moment).toISOString();
  console.log(`Restored ${at} after ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
  if (!isSound || missing.length > 0) process.exitCode = 1;
  await askProvider(settings, manifest.moment, options);
}

/** Restores the replica, and catches up with the payment provider as after a snapshot. */
async function restoreFromReplica(
  settings: Settings,
  until: Instant | null,
  options: readonly string[],
): Promise<void> {
  const replica = readReplicaSettings(process.env, ROOT, settings);
  if (!replica) throw new Error('REPLICA_TO names no replica.');
  const replace = options.includes('--replace');
  const since = await restoreReplica(replica, settings.dataDir, { until, replace, now: Date.now() });
  await prepareRestored(settings, progress);
  if (!(await audit(settings.dataDir))) process.exitCode = 1;
  console.log(`Restored the replica in ${replica.address}. It holds no files of models; snapshots do.`);
  await askProvider(settings, since, options);
}

/** Says whether money and entitlements are as they were promised. */
async function audit(dataDir: string): Promise<boolean> {
  const findings = await auditRestored(dataDir);
  progress(findings.length === 0 ? 'money and entitlements: every promise holds' : 'money and entitlements:');
  for (const { promise, rows } of findings) progress(`  not so: ${promise} (${rows.join(', ')})`);
  return findings.length === 0;
}

async function askProvider(settings: Settings, since: Instant, options: readonly string[]): Promise<void> {
  if (options.includes('--offline')) return;
  const at = new Date(since).toISOString();
  const payments = await catchUpRestored(settings, since, progress).catch((reason: unknown) => {
    throw new Error(
      `The payment provider could not be asked what happened since (${sentenceOf(reason)}). Before npm start, run npm run restore -- payments ${at}.`,
    );
  });
  reportUnknown(payments);
}

function reportUnknown(payments: readonly UnmatchedPayment[]): void {
  if (payments.length === 0) {
    console.log('Every payment at the provider has its order. Start with npm start.');
    return;
  }
  console.log(
    'These payments have no order. They wait in the queue of the desk, where they are delivered or given back:',
  );
  for (const { paymentId, email, paidCents, reason } of payments)
    console.log(
      `  ${moneyText(paidCents)} paid by ${email} (${paymentId}). ${reason === null ? '' : UNMATCHED_REASONS[reason]}`,
    );
}

run(process.argv.slice(2)).catch((reason: unknown) => {
  console.error(sentenceOf(reason));
  process.exit(1);
});
