import { fileURLToPath } from 'node:url';
import { readSettings } from '../server/app/settings.ts';
import { sentenceOf } from './announce.ts';
import { LACKING_EXIT } from './snapshot/lacking.ts';
import { namedFiles, openPlace } from './snapshot/open-place.ts';
import { newKeys } from './snapshot/seal.ts';
import { readSnapshotSettings } from './snapshot/settings.ts';
import { takeSnapshot } from './snapshot/take.ts';
import { thin } from './snapshot/thin.ts';

/**
 * `npm run snapshot`: copies the database and the files it names to SNAPSHOT_TO while the site runs, then removes
 * snapshots that SNAPSHOT_KEEP does not keep. Ends with 3 where a file that the database names is missing or damaged. `npm run snapshot -- key` makes a pair of keys.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Missing files that are named in the terminal; all of them are counted. */
const NAMED = 20;
const progress = (line: string) => console.log(`  ${line}`);

async function run([what, ...more]: readonly string[]): Promise<void> {
  if (what === 'key' && more.length === 0) return printKeys();
  if (what !== undefined)
    throw new Error(`There is no “${what}”; write npm run snapshot, or npm run snapshot -- key.`);
  const settings = readSettings(process.env, ROOT);
  const { to, keeping, key } = await readSnapshotSettings(process.env, ROOT, settings.production);
  if (to === '')
    throw new Error('SNAPSHOT_TO must name the folder for snapshots, on another disk if possible.');
  const startedAt = performance.now();
  const place = openPlace(to, settings);
  const manifest = await takeSnapshot({
    dataDir: settings.dataDir,
    store: namedFiles(settings),
    place,
    key,
    now: Date.now,
    progress,
  });
  const gone = await thin(place, keeping, Date.now());
  if (gone.snapshots > 0) progress(`removed: older snapshots ${gone.snapshots}, files ${gone.files}`);
  const { missing, lacking } = manifest;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `Snapshot ${new Date(manifest.moment).toISOString()} is in ${place.address} after ${seconds} s.`,
  );
  if (lacking === '') return;
  for (const name of missing.slice(0, NAMED)) progress(`missing or damaged: ${name}`);
  console.error(lacking);
  process.exitCode = LACKING_EXIT;
}

async function printKeys(): Promise<void> {
  const { recipient, identity } = await newKeys();
  console.log(`For the server, which can then seal and not open:\n\n  SNAPSHOT_KEY=${recipient}\n`);
  console.log(
    `To restore; keep it elsewhere, because without it no snapshot can be opened:\n\n  SNAPSHOT_KEY=${identity}\n`,
  );
}

run(process.argv.slice(2)).catch((reason: unknown) => {
  console.error(sentenceOf(reason));
  process.exit(1);
});
