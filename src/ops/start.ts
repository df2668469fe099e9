import { fileURLToPath } from 'node:url';
import { readSettings } from '../server/app/settings.ts';
import { announcement, sentenceOf } from './announce.ts';
import { buildSite } from './build/site.ts';
import { openStackHere } from './load-dev-stack.ts';
import { portsOf } from './ports.ts';
import { onShutdown } from './shutdown.ts';

/** `npm start`: builds what is stale, starts the stack, prints its addresses, and stops it on request. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const progress = (line: string) => console.log(`  ${line}`);

async function start(): Promise<void> {
  const startedAt = performance.now();
  const settings = readSettings(process.env, ROOT);
  console.log(`Starting ${settings.siteName}`);
  const stopped = Promise.withResolvers<never>();
  stopped.promise.catch(() => undefined);
  const opening = openStackHere(settings.production, {
    ports: portsOf(process.env),
    dataDir: settings.dataDir,
    cacheDir: settings.cacheDir,
    site: 'built',
    buildSite: () => Promise.race([buildSite(ROOT, progress), stopped.promise]),
    progress,
  });
  onShutdown(async () => {
    console.log('Stopping.');
    stopped.reject(new Error('Stopped before the site was ready.'));
    const stack = await opening.catch(() => null);
    await stack?.stop();
  });
  const stack = await opening;
  console.log(`  open after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  console.log(announcement(stack).join('\n'));
}

start().catch((reason: unknown) => {
  console.error(sentenceOf(reason));
  process.exit(1);
});
