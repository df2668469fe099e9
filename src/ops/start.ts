import { fileURLToPath } from 'node:url';
import { readSettings } from '../server/settings.ts';
import { announcement, sentenceOf } from './announce.ts';
import { buildSite } from './build/site.ts';
import { housePorts } from './ports.ts';
import { onFarewell } from './shutdown.ts';
import { openHouse } from './stack.ts';

/** `npm start`: builds what is stale, opens the whole house, says where it is, and closes it when asked to. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const progress = (line: string) => console.log(`  ${line}`);

async function start(): Promise<void> {
  const began = performance.now();
  const settings = readSettings(process.env, ROOT);
  const siteIsBuilt = Promise.withResolvers<void>();
  console.log(`Opening ${settings.siteName}`);
  const opening = openHouse({
    ports: housePorts(process.env),
    dataDir: settings.dataDir,
    cacheDir: settings.cacheDir,
    demo: process.env['DEMO_WORLD'] !== 'off',
    site: 'built',
    siteIsBuilt: siteIsBuilt.promise,
    progress,
  });
  onFarewell(async () => {
    console.log('Closing.');
    siteIsBuilt.reject(new Error('The house was closed before it was open.'));
    const house = await opening.catch(() => null);
    await house?.stop();
  });
  // A taken port is found within milliseconds: nobody should wait for a build to be told.
  await Promise.race([opening, new Promise((resolve) => setTimeout(resolve, PORTS_LOOKED_AT_MS))]);
  buildSite(ROOT, progress).then(siteIsBuilt.resolve, siteIsBuilt.reject);
  const house = await opening;
  console.log(`  open after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  console.log(announcement(house).join('\n'));
}

/** Head start of the checks before the build takes the processor. In ms. */
const PORTS_LOOKED_AT_MS = 50;

start().catch((reason: unknown) => {
  console.error(sentenceOf(reason));
  process.exit(1);
});
