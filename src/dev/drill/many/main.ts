import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { uploadsOfStore } from '../../../data/assets/uploads.ts';
import { serviceClient } from '../../../data/kernel/client.ts';
import { buildIsStale, buildSite } from '../../../ops/build/site.ts';
import { freePort, freePorts } from '../../../ops/ports.ts';
import { paths } from '../../../paths.ts';
import { figureAt, table } from '../../bench/figures.ts';
import { type DevRedis, NO_REDIS, openDevRedis } from '../../redis.ts';
import { type DevStack, openDevStack } from '../../stack.ts';
import { priceChanges } from '../seen-changes.ts';
import { checkedAll, hashOf, randomFile, seller, send } from '../sent-files.ts';
import { openSites, type Sites } from '../sites.ts';
import { reckon } from '../storm/reckoning.ts';
import { sumOf, tryPasswords } from '../wrong-passwords.ts';
import { haproxyVersion, NO_HAPROXY, openHaproxy } from './haproxy.ts';
import { type Damage, stormOverMany } from './storm.ts';
import { openVisits, type Visits } from './visits.ts';

/**
 * `npm run drill:many`: three sites on one backend, behind haproxy, with a Redis. First it is quiet; then people buy, join,
 * upload and read for five minutes, or as many as `npm run drill:many -- 1` says, while sites, backend and Redis are killed;
 * then a release goes to the members of a guild, and the sites are restarted one after the other. In the end everything is
 * counted. It ends with 1 where a figure is not reached.
 */
const ROOT = join(import.meta.dirname, '../../../..');
const SITES = 3;
const MINUTES = 5;
const MINUTE_MS = 60_000;
const MB = 1024 * 1024;
/** Files that are uploaded in the storm, and the length of their pieces, which alternate between the sites. */
const FILES = 6;
const FILE_MB = 48;
const PIECE_BYTES = 4 * MB;
const TRIES = 60;
const CHANGES = 34;
const MEMBERS = 1500;
const VISITS_MIN = 5000;
/** How long a GET may fail after a kill, and what is allowed beyond the return of the backend. In ms. */
const RECOVERED_MS = 2_000;
const BACKEND_GRACE_MS = 3_000;
const DRAIN_NOTICE_MS = 2_000;
const LOOK_EVERY_MS = 50;

interface Row {
  what: string;
  goal: string;
  is: string;
  isHeld: boolean;
}

async function drill(redis: DevRedis, minutes: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-drill-'));
  if (buildIsStale(ROOT)) await buildSite(ROOT, (line) => console.log(`  ${line}`));
  const [ports, front] = [await freePorts(), await freePort()];
  const stack = await openDevStack({
    ports,
    dataDir: join(folder, 'data'),
    cacheDir: join(folder, 'cache'),
    env: {
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
      PUBLIC_SITE_URL: `http://127.0.0.1:${front}`,
      BEHIND_PROXY: '1',
      REDIS_URL: redis.url,
      DRAIN_NOTICE_MS: String(DRAIN_NOTICE_MS),
    },
    demo: false,
    site: 'built',
    progress: () => undefined,
  });
  const closers: (() => Promise<unknown>)[] = [
    () => rm(folder, { recursive: true, force: true }),
    () => stack.stop(),
  ];
  try {
    const sites = await openSites(stack, SITES, folder);
    closers.push(sites.close);
    const haproxy = await openHaproxy(front, sites.urls, folder);
    closers.push(haproxy.close);
    console.log(`${SITES} sites on one backend; ${haproxy.version}, ${redis.version}; ${minutes} minutes.`);
    const rows = await drilled({ stack, sites, redis, folder }, minutes * MINUTE_MS);
    const shown = rows.map(({ what, goal, is, isHeld }) => [what, goal, is, isHeld ? 'held' : 'FELL']);
    console.log(`\n${table(['figure', 'to reach', 'reached', ''], shown)}`);
    process.exitCode = rows.every(({ isHeld }) => isHeld) ? 0 : 1;
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

interface Parts {
  stack: DevStack;
  sites: Sites;
  redis: DevRedis;
  folder: string;
}

async function drilled(parts: Parts, stormMs: number): Promise<Row[]> {
  const { stack, sites } = parts;
  const rows: Row[] = [];
  const pb = serviceClient({ url: stack.pocketbaseUrl, ...stack.service });
  const { storeId, cookie } = await seller(stack, pb);
  const product = await pb.collection('products').create({
    ...{ store: storeId, name: 'Drill', slug: 'drill', state: 'published' },
    ...{ priceCents: 999, licences: ['personal'] },
  });
  await allThere(parts);
  rows.push(...(await quiet(parts, product.id)));
  console.log('The storm begins.');
  const pages = [paths.home(), paths.search(), paths.product(product.id), paths.login()];
  const visits = openVisits(stack.siteUrl, pages);
  const uploading = uploaded(parts, cookie);
  const damage = await stormOverMany(parts, stormMs, uploading);
  await visits.stop();
  rows.push(...visitRows(visits, damage));
  await allThere(parts);
  rows.push(await fileRow(parts, storeId, await uploading));
  rows.push(await moneyRow(stack, damage));
  await allThere(parts);
  rows.push(await releaseRow(stack));
  await allThere(parts);
  rows.push(await restartRow(stack, sites, pages));
  return rows;
}

/** What is measured before anything breaks. */
async function quiet({ stack, sites, redis }: Parts, product: string): Promise<Row[]> {
  const waits = await priceChanges(stack, sites.urls, product, CHANGES);
  const seen = figureAt(waits, 0.99);
  const there = await tryPasswords([stack.siteUrl], 'there', TRIES);
  const before = await tryPasswords([stack.siteUrl], 'away', 5);
  await redis.kill();
  const meanwhile = await tryPasswords([stack.siteUrl], 'away', TRIES);
  await redis.start();
  await redis.sites(SITES);
  const after = await tryPasswords([stack.siteUrl], 'away', TRIES);
  const away = sumOf(before, meanwhile, after);
  return [
    {
      what: 'a change seen everywhere, p99, quiet',
      goal: '≤ 1 s',
      is: `${seen.toFixed(0)} ms`,
      isHeld: seen <= 1000,
    },
    {
      what: 'wrong passwords let in over three sites',
      goal: '10',
      is: String(there.letIn),
      isHeld: there.letIn === 10 && there.others.length === 0,
    },
    {
      what: 'the same, Redis killed after 5 and back empty',
      goal: '≤ 12',
      is: String(away.letIn),
      isHeld: away.letIn >= 9 && away.letIn <= 12 && away.others.length === 0,
    },
  ];
}

/** Sends files through the load balancer while everything breaks. Returns their hashes. */
async function uploaded({ stack, folder }: Parts, cookie: string): Promise<string[]> {
  return Promise.all(
    Array.from({ length: FILES }, async (_, at) => {
      const path = join(folder, `sent-${at}.lys`);
      const sha256 = await randomFile(path, FILE_MB);
      await send(stack.siteUrl, stack.siteUrl, cookie, path, `${at}.lys`, PIECE_BYTES);
      return sha256;
    }),
  );
}

async function fileRow({ stack, folder }: Parts, storeId: string, sent: string[]): Promise<Row> {
  const pb = serviceClient({ url: stack.pocketbaseUrl, ...stack.service });
  await checkedAll(pb, storeId);
  const uploads = await uploadsOfStore(pb, storeId);
  const known = uploads.filter(({ state, sha256 }) => state === 'checked' && sent.includes(sha256 ?? ''));
  const models = join(folder, 'data', 'models');
  const stored = (await readdir(models, { recursive: true })).filter((path) => /[0-9a-f]{64}$/.test(path));
  let wrong = 0;
  for (const path of stored) if (!path.endsWith(await hashOf(join(models, path)))) wrong += 1;
  const isThere = sent.every((sha256) => stored.filter((path) => path.endsWith(sha256)).length === 1);
  return {
    what: 'files equal their hash, none missing, none twice',
    goal: `${sent.length} of ${sent.length}`,
    is: `${known.length} checked, ${stored.length} stored, ${wrong} wrong`,
    isHeld: known.length === sent.length && stored.length === sent.length && wrong === 0 && isThere,
  };
}

async function moneyRow(stack: DevStack, { storm }: Damage): Promise<Row> {
  const goal = 'to the cent';
  const what = `money of ${storm.tally.get('carts paid') ?? 0} carts and ${storm.tally.get('joined') ?? 0} members`;
  try {
    const sums = await reckon(stack, storm.world);
    console.log(`\n${table(['at the end', 'here', 'provider'], sums)}\n`);
    return { what, goal, is: goal, isHeld: true };
  } catch (reason) {
    return { what, goal, is: String(reason).slice(0, 200), isHeld: false };
  }
}

/** Publishes a release through the load balancer; site and backend are killed on the way. */
async function releaseRow(stack: DevStack): Promise<Row> {
  process.env['DRILL_MEMBERS'] ??= String(MEMBERS);
  const what = `a release to ${process.env['DRILL_MEMBERS']}: entitlements and mails`;
  const { drillRelease } = await import('../release.ts');
  try {
    await drillRelease(stack);
    return { what, goal: 'once each', is: 'once each', isHeld: true };
  } catch (reason) {
    return { what, goal: 'once each', is: String(reason).slice(0, 200), isHeld: false };
  }
}

function visitRows(visits: Visits, { siteKills, backendAway }: Damage): Row[] {
  const whileAway = ({ at }: { at: number }) =>
    backendAway.some(({ from, to }) => at >= from && at <= to + BACKEND_GRACE_MS);
  const failed = visits.failures.filter((one) => !whileAway(one));
  const late = failed.filter(({ at }) => !siteKills.some((kill) => at >= kill && at - kill <= RECOVERED_MS));
  const slowest = Math.max(...backendAway.map(({ from, to }) => to - from)) / 1000;
  return [
    {
      what: `${siteKills.length} sites killed: GETs that failed later than 2 s after it`,
      goal: '0',
      is: `${late.length} (${failed.length - late.length} sooner, ${visits.failures.length - failed.length} without the backend) of ${visits.count}`,
      isHeld: late.length === 0,
    },
    {
      what: 'PocketBase back on a busy machine',
      goal: '< 3 s',
      is: `${slowest.toFixed(1)} s`,
      isHeld: slowest < 3,
    },
  ];
}

/** Restarts one site after the other, while visitors read. */
async function restartRow(stack: DevStack, sites: Sites, pages: string[]): Promise<Row> {
  const visits = openVisits(stack.siteUrl, pages);
  for (const [at, url] of sites.urls.entries()) {
    const pid = sites.pids()[at] ?? null;
    if (pid !== null) process.kill(pid, 'SIGTERM');
    while (sites.pids()[at] === pid || !(await isReady(url))) await pause(LOOK_EVERY_MS);
    // The load balancer sees it a moment later.
    await pause(DRAIN_NOTICE_MS);
  }
  while (visits.count < VISITS_MIN) await pause(LOOK_EVERY_MS);
  await visits.stop();
  const [first] = visits.failures;
  return {
    what: 'rolling restart: GETs that failed',
    goal: `0 of ≥ ${VISITS_MIN}`,
    is: `${visits.failures.length} of ${visits.count}${first ? ` (${first.how})` : ''}`,
    isHeld: visits.failures.length === 0,
  };
}

/** Resolves when every site is ready and counts together with the others. */
async function allThere({ sites, redis }: Parts): Promise<void> {
  for (const url of sites.urls) while (!(await isReady(url))) await pause(LOOK_EVERY_MS);
  await redis.sites(SITES);
  // Each learns how many they are with its next heartbeat.
  await pause(3000);
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.ok;
    },
    () => false,
  );
}

const minutes = Number(process.argv[2] ?? MINUTES);
const redis = haproxyVersion() === null ? null : await openDevRedis();
if (!(minutes > 0)) throw new Error('The argument is the number of minutes.');
if (haproxyVersion() === null) console.log(NO_HAPROXY);
else if (!redis) console.log(NO_REDIS);
else {
  try {
    await drill(redis, minutes);
  } finally {
    await redis.close();
  }
}
