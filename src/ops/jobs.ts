import { fileURLToPath } from 'node:url';
import { readSettings } from '../server/app/settings.ts';
import { sentenceOf } from './announce.ts';
import { backendSettings } from './service-account.ts';
import { onShutdown } from './shutdown.ts';
import { superviseSite } from './site-process.ts';

/** `npm run jobs`: the periodic work alone, for sites that run with JOBS=off. Two of these are as right as one. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

async function start(): Promise<void> {
  const env = { ...backendSettings(process.env, ROOT), JOBS: 'on' };
  const settings = readSettings({ ...process.env, ...env }, ROOT);
  console.log(`Starting the jobs of ${settings.siteName}`);
  const opening = superviseSite(env, (line) => console.log(`  ${line}`), 'jobs');
  onShutdown(async () => {
    console.log('Stopping.');
    const jobs = await opening.catch(() => null);
    await jobs?.stop();
  });
  const { waited } = await opening;
  console.log(
    waited ? '  The database does not answer; they wait for it.' : '  They run. Ctrl-C stops them.',
  );
}

start().catch((reason: unknown) => {
  console.error(sentenceOf(reason));
  process.exit(1);
});
