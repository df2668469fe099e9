import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BadSetting, readSettings } from '../server/settings.ts';
import { buildIsStale, buildSite } from './build/site.ts';
import { onFarewell } from './farewell.ts';
import { type House, type HousePorts, openHouse, PortTaken, refuseTakenPorts, USUAL_PORTS } from './house.ts';

/** `npm start`: builds what is stale, opens the whole house, says where it is, and closes it when asked to. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const progress = (line: string) => console.log(`  ${line}`);

async function start(): Promise<void> {
  const began = performance.now();
  const settings = readSettings(process.env, ROOT);
  const ports: HousePorts = {
    site: settings.port,
    pocketbase: portSetting('POCKETBASE_PORT', USUAL_PORTS.pocketbase),
    mailPage: portSetting('MAIL_PAGE_PORT', USUAL_PORTS.mailPage),
    smtp: portSetting('MAIL_SMTP_PORT', USUAL_PORTS.smtp),
  };
  await refuseTakenPorts(ports);
  console.log(`Opening ${settings.siteName}`);
  let house: House | null = null;
  let leaving = false;
  const closed = async () => {
    leaving = true;
    console.log('Closing.');
    await house?.stop();
  };
  onFarewell(closed);
  const siteIsBuilt = buildIsStale(ROOT) ? buildSite(ROOT, progress) : Promise.resolve();
  // A failed build is reported where it is waited for, not as nobody's rejection.
  siteIsBuilt.catch(() => undefined);
  house = await openHouse({
    ports,
    dataDir: settings.dataDir,
    cacheDir: settings.cacheDir,
    demo: process.env['DEMO_WORLD'] !== 'off',
    site: 'built',
    siteIsBuilt,
    progress,
  });
  if (leaving) {
    await house.stop();
    return;
  }
  await announce(house, (performance.now() - began) / 1000);
}

async function announce(house: House, seconds: number): Promise<void> {
  const lines = [
    '',
    `Open after ${seconds.toFixed(1)} s.`,
    '',
    `  The hall    ${house.siteUrl}`,
    `  Its mail    ${house.mail.url}`,
    `  Its data    ${house.pocketbaseUrl}/_/  (${house.service.email}, password in ${join('.pocketbase', 'service.json')})`,
    ...(house.logins.length > 0 ? ['', 'The demo people:', ...house.logins.map((line) => `  ${line}`)] : []),
    '',
    'Ctrl-C closes it.',
  ];
  console.log(lines.join('\n'));
}

function portSetting(name: string, usual: number): number {
  const value = process.env[name]?.trim();
  if (value === undefined || value === '') return usual;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new BadSetting(`${name} must be a port from 1 to 65535.`);
  return port;
}

start().catch((reason: unknown) => {
  const plain = reason instanceof BadSetting || reason instanceof PortTaken;
  const full = (reason as NodeJS.ErrnoException)?.code === 'ENOSPC';
  if (full) console.error('The disk is full; free some space and start again.');
  else console.error(plain || reason instanceof Error ? (reason as Error).message : String(reason));
  process.exit(1);
});
