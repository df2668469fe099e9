import { fileURLToPath } from 'node:url';
import { readSettings } from '../server/app/settings.ts';
import { backendAnnouncement, sentenceOf } from './announce.ts';
import { openStackHere } from './load-dev-stack.ts';
import { portsOf } from './ports.ts';
import { onShutdown } from './shutdown.ts';

/** `npm run backend`: PocketBase under its supervisor without a site, for sites that `npm run site` starts. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

async function start(): Promise<void> {
  const settings = readSettings(process.env, ROOT);
  console.log(`Starting the backend of ${settings.siteName}`);
  const opening = openStackHere(settings.production, {
    ports: portsOf(process.env),
    dataDir: settings.dataDir,
    cacheDir: settings.cacheDir,
    site: null,
    progress: (line) => console.log(`  ${line}`),
  });
  onShutdown(async () => {
    console.log('Stopping.');
    const stack = await opening.catch(() => null);
    await stack?.stop();
  });
  console.log(backendAnnouncement(await opening).join('\n'));
}

start().catch((reason: unknown) => {
  console.error(sentenceOf(reason));
  process.exit(1);
});
