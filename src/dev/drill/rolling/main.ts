import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import PocketBase from 'pocketbase';
import { paths } from '../../../paths.ts';
import type { DevStack } from '../../stack.ts';
import { DEMO_PASSWORD, PEOPLE } from '../../world/people.ts';
import { withDrillStack } from '../drill-stack.ts';
import { haproxyPort, haproxyVersion, NO_HAPROXY, NOTICED_WITHIN_MS, openHaproxy } from '../haproxy.ts';
import { openSites, type Sites } from '../sites.ts';
import { openVisitors, openWriter } from './visitors.ts';

/**
 * `npm run drill:rolling`: three sites with folders of their own behind HAProxy, on one backend behind its gate. While visitors
 * read, each site is restarted as an update does: no request may fail. Then sites are killed: two seconds later none may
 * fail. Then the database is killed: it is back within three seconds. A seller sees each change at once, whichever site
 * answers. It ends with 1 where one of these does not hold.
 */
const SITES = 3;
const REQUESTS = 5_000;
const VISITORS = 8;
const KILLS = 6;
const DATABASE_KILLS = 5;
const KILL_EVERY_MS = 6_000;
const NOTICED_MS = 2_000;
const DATABASE_BACK_MS = 3_000;
const LOOK_EVERY_MS = 20;

/** Three sites behind HAProxy. */
interface Balanced {
  url: string;
  sites: Sites;
}

async function drill(): Promise<void> {
  const env = {
    RATE_LIMITS: 'off',
    POCKETBASE_HOST: '127.0.0.1',
    POCKETBASE_SECRET: randomBytes(24).toString('hex'),
  };
  const progress = (line: string) => console.log(`  ${line}`);
  await withDrillStack({ env, demo: true, site: null, progress }, async ({ stack, folder, atEnd }) => {
    const port = await haproxyPort();
    const sites = await openSites(stack, {
      count: SITES,
      folder,
      jobsAlone: true,
      env: () => ({
        POCKETBASE_URL: stack.gateUrl ?? '',
        ALLOWED_HOSTS: `127.0.0.1:${port}`,
        BEHIND_PROXY: '1',
        DRAIN_NOTICE_MS: '5000',
      }),
    });
    atEnd(sites.close);
    const { url, version, close } = await openHaproxy(port, sites.urls, folder);
    atEnd(close);
    await pause(NOTICED_WITHIN_MS);
    console.log(`  three sites stand behind ${version}`);
    const balanced = { url, sites };
    const addresses = await pagesOf(url);
    const held = [
      await restarted(stack, balanced, addresses),
      await killed(balanced, addresses),
      await databaseKilled(stack, balanced, addresses),
    ];
    process.exitCode = held.every((each) => each) ? 0 : 1;
  });
}

/** Addresses of pages: cached ones, searches that are new, and a page that no cache keeps. */
async function pagesOf(url: string): Promise<string[]> {
  const home = await (await fetch(`${url}/`)).text();
  const products = [...new Set([...home.matchAll(/href="(\/product\/[^"#?]+)"/g)].map(([, path]) => path))];
  return [
    ...['/', '/search', '/artists', '/guilds', '/login', '/categories'],
    ...products.slice(0, 6).map(String),
    ...Array.from({ length: 12 }, (_, at) => `/search?query=word${at}`),
  ];
}

async function restarted(stack: DevStack, balanced: Balanced, addresses: string[]): Promise<boolean> {
  const { token, record } = await new PocketBase(stack.pocketbaseUrl)
    .collection('users')
    .authWithPassword(PEOPLE.mira.email, DEMO_PASSWORD);
  const seller = { id: record.id, token, username: 'mira' };
  const writer = openWriter(balanced.url, seller, 'ashgrove-miniatures');
  const visitors = openVisitors(balanced.url, addresses, VISITORS);
  const began = performance.now();
  for (let site = 0; site < SITES; site++) {
    await balanced.sites.restart(site);
    await pause(NOTICED_WITHIN_MS);
  }
  await visitors.until(REQUESTS);
  await visitors.stop();
  await writer.stop();
  const wrong = visitors.asked.filter((one) => one.wrong !== null);
  const { times, missing, failed } = writer.seen;
  console.log(
    `rolling restart of ${SITES} sites in ${seconds(performance.now() - began)}: ` +
      `${wrong.length} of ${visitors.asked.length} requests failed; ` +
      `${failed.length} of ${times + failed.length} changes failed, ${missing} were not seen at once`,
  );
  for (const text of [...wrong.map(({ wrong: text }) => text), ...failed].slice(0, 5))
    console.log(`  ${text}`);
  return wrong.length === 0 && failed.length === 0 && missing === 0 && times > 0;
}

async function killed({ url, sites }: Balanced, addresses: string[]): Promise<boolean> {
  const visitors = openVisitors(url, addresses, VISITORS);
  const kills: number[] = [];
  for (let turn = 0; turn < KILLS; turn++) {
    const pid = sites.pids()[turn % SITES] ?? null;
    if (pid !== null) {
      kills.push(performance.now());
      process.kill(pid, 'SIGKILL');
    }
    await pause(KILL_EVERY_MS);
  }
  await visitors.stop();
  const wrong = visitors.asked.filter((one) => one.wrong !== null);
  const late = wrong.filter(({ at }) => at - lastBefore(kills, at) > NOTICED_MS);
  console.log(
    `${kills.length} sites killed: ${wrong.length} of ${visitors.asked.length} requests failed, ` +
      `${late.length} of them later than ${seconds(NOTICED_MS)} after a kill`,
  );
  for (const { wrong: text } of wrong.slice(0, 5)) console.log(`  ${text}`);
  return late.length === 0;
}

async function databaseKilled(stack: DevStack, balanced: Balanced, addresses: string[]): Promise<boolean> {
  const visitors = openVisitors(balanced.url, addresses, VISITORS);
  const back: number[] = [];
  for (let turn = 0; turn < DATABASE_KILLS; turn++) {
    const pid = stack.supervisor.pid();
    if (pid === null) throw new Error('The database does not run.');
    const began = performance.now();
    process.kill(pid, 'SIGKILL');
    while (stack.supervisor.pid() === pid || !(await answers(`${stack.pocketbaseUrl}/api/health`)))
      await pause(LOOK_EVERY_MS);
    back.push(performance.now() - began);
    await pause(KILL_EVERY_MS);
  }
  await visitors.stop();
  const cached = visitors.asked.filter((one) => one.wrong === null).length;
  const worst = Math.max(...back);
  console.log(
    `database killed ${back.length} times: back after ${back.map(seconds).join(', ')}; ` +
      `${cached} of ${visitors.asked.length} requests were answered`,
  );
  await ready(balanced);
  return worst < DATABASE_BACK_MS;
}

/** Resolves when HAProxy sends visitors to sites that are ready, also those who sign in. */
async function ready({ url }: Balanced): Promise<void> {
  while (!(await answers(`${url}${paths.login()}`))) await pause(LOOK_EVERY_MS);
}

function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.ok;
    },
    () => false,
  );
}

/** The last of `moments` before `at`. */
function lastBefore(moments: readonly number[], at: number): number {
  return Math.max(...moments.filter((moment) => moment <= at), Number.NEGATIVE_INFINITY);
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

if (haproxyVersion() !== null) await drill();
else console.log(NO_HAPROXY);
process.exit();
