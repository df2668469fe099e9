import { fileURLToPath } from 'node:url';
import { readSettings } from '../server/app/settings.ts';
import { sentenceOf } from './announce.ts';
import { buildSite } from './build/site.ts';
import { portsOf, refuseTakenPorts } from './ports.ts';
import { backendSettings } from './service-account.ts';
import { onShutdown } from './shutdown.ts';
import { superviseSite } from './site-process.ts';

/** `npm run site`: one site without a database of its own; any number of them share the backend at POCKETBASE_URL. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const progress = (line: string) => console.log(`  ${line}`);

async function start(): Promise<void> {
  const env = backendSettings(process.env, ROOT);
  const settings = readSettings({ ...process.env, ...env }, ROOT);
  console.log(`Starting a site of ${settings.siteName}`);
  await refuseTakenPorts({ site: portsOf(process.env).site });
  await buildSite(ROOT, progress);
  const opening = superviseSite(env, progress);
  onShutdown(async () => {
    console.log('Stopping.');
    const site = await opening.catch(() => null);
    await site?.stop();
  });
  if ((await opening).waited)
    return console.log(`  The database at ${env['POCKETBASE_URL']} does not answer; the site waits for it.`);
  console.log(
    `  It serves ${settings.siteUrl} at http://${settings.host}:${settings.port}. Ctrl-C stops it.`,
  );
}

start().catch((reason: unknown) => {
  console.error(sentenceOf(reason));
  process.exit(1);
});
