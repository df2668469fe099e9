import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openFailureLog } from '../kernel/failure-log.ts';
import { openLog } from '../kernel/log.ts';
import { openApp } from './open.ts';
import { BadSetting, readSettings } from './settings.ts';

/** The process of `npm run jobs`: the app with its periodic work and without visitors. */
const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..');

async function main(): Promise<void> {
  const settings = readSettings({ ...process.env, JOBS: 'on' }, ROOT);
  const log = openLog(settings.logLevel);
  const failures = openFailureLog(log);
  const noPages = { purge: () => undefined };
  const report = (reason: unknown) => failures.note('background work failed', reason);
  const orphaned = () => process.exit(0);
  process.once('disconnect', orphaned);
  const waiting = () => {
    log.warn('the database does not answer; waiting for it');
    process.send?.('waiting');
  };
  const app = await openApp(settings, noPages, report, { waiting }, 'jobs');
  process.off('disconnect', orphaned);
  log.info('the jobs run');
  process.send?.('running');
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    log.info('stopping');
    failures.stop();
    await app.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The parent process is gone.
  process.once('disconnect', stop);
}

main().catch((reason) => {
  console.error(reason instanceof BadSetting ? reason.message : reason);
  process.exit(1);
});
