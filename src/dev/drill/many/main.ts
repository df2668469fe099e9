import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type PocketBase from 'pocketbase';
import { serviceClient } from '../../../data/kernel/client.ts';
import { paths } from '../../../paths.ts';
import { openS3Store } from '../../../server/adapters/files/s3-store.ts';
import { figureAt, terminalTable } from '../../bench/figures.ts';
import type { DevStack } from '../../stack.ts';
import { NOTICED_WITHIN_MS } from '../haproxy.ts';
import { timePriceChanges } from '../seen-changes.ts';
import { checkedAll, drillSeller, randomFile, send } from '../sent-files.ts';
import { isReady } from '../sites.ts';
import { reckon } from '../storm/reckoning.ts';
import { sumOfTries, type Tried, tryPasswords } from '../wrong-passwords.ts';
import { proxyRow } from './other-ways.ts';
import { type DrillParts, missingPrograms, SITES, withParts } from './parts.ts';
import { openReaders } from './readers.ts';
import { type FigureRow, rowOf } from './row.ts';
import { standbyRows } from './standby.ts';
import { storedBytesRow } from './stored-bytes.ts';
import { type Damage, stormOverMany } from './storm.ts';
import { openTalks } from './talks.ts';
import { redirectRow, throughputRows } from './throughput.ts';
import { openVisits, type Visits } from './visits.ts';

/**
 * `npm run drill:many`: three sites on one backend, files in a bucket of Swift, limits in a Redis, behind haproxy, and behind
 * Varnish where it is installed. First it is quiet; then a hundred people buy and join, and others upload, download, write
 * and try passwords for five minutes, while sites, backend, Redis and Swift are
 * killed; then a release goes to the members of a guild, and the sites are restarted one after the other. In the end the
 * database is lost, another machine is restored from the newest snapshot, and everything is counted. It ends with 1 where a
 * figure is not reached. `npm run drill:many -- 1` lasts one minute; `npm run drill:many -- 1 20` has twenty people, for a
 * machine that is busy with other things.
 */
const MINUTES = 5;
const PEOPLE = 100;
const MINUTE_MS = 60_000;
const MB = 1024 * 1024;
/** Files that are uploaded in the storm, and the length of their pieces, which alternate between the sites. */
const FILES = 4;
const FILE_MB = 32;
const PIECE_BYTES = 4 * MB;
const TRIES = 60;
const TRIES_AT_ONCE = 10;
/** Passwords are tried in this share of the storm, also while Redis is away and after it came back empty. */
const TRIES_UNTIL = 0.6;
const CHANGES = 34;
const MEMBERS = 1500;
const VISITS_MIN = 5000;
/** How long a GET may fail after a kill, and what is allowed beyond the return of the backend. In ms. */
const RECOVERED_MS = 2_000;
const BACKEND_GRACE_MS = 3_000;
const LOOK_EVERY_MS = 50;

async function drill(parts: DrillParts, minutes: number, people: number): Promise<void> {
  console.log(
    `${SITES} sites on one backend; ${parts.engines.join(', ')}; ${minutes} minutes, ${people} people.`,
  );
  const rows = await drilled(parts, { people, lastsMs: minutes * MINUTE_MS });
  const shown = rows.map(({ what, goal, is, isHeld }) => [what, goal, is, isHeld ? 'held' : 'FELL']);
  console.log(`\n${terminalTable(['figure', 'to reach', 'reached', ''], shown)}`);
  process.exitCode = rows.every(({ isHeld }) => isHeld) ? 0 : 1;
}

async function drilled(parts: DrillParts, storm: { people: number; lastsMs: number }): Promise<FigureRow[]> {
  const { stack } = parts;
  const rows: FigureRow[] = [];
  const step = async (what: string, work: () => Promise<FigureRow[]>) => {
    console.log(`${new Date().toTimeString().slice(0, 8)} ${what}`);
    await allThere(parts);
    const found = await work();
    // Shown at once too: a drill takes minutes.
    for (const { what, goal, is, isHeld } of found)
      console.log(`  ${isHeld ? 'held' : 'FELL'}  ${what}: ${is} (${goal})`);
    rows.push(...found);
  };
  const pb = serviceClient({ url: stack.pocketbaseUrl, ...stack.service });
  const { storeId, cookie } = await drillSeller(stack, pb);
  const { id: product } = await pb.collection('products').create({
    ...{ store: storeId, name: 'Drill', slug: 'drill', state: 'published' },
    ...{ priceCents: 999, licences: ['personal'] },
  });
  const readers = await openReaders(parts, pb, storeId);
  const talks = await openTalks(stack, pb, storeId);
  const pages = [paths.home(), paths.search(), paths.product(product), paths.login()];
  await step('quiet', () => quiet(parts, product));
  await step('pages and redirects', async () => [
    ...(await throughputRows(parts)),
    await redirectRow(parts, readers.cookie, await readers.newProduct()),
    await proxyRow(parts, readers),
  ]);
  let afterwards: Damage['storm'] | null = null;
  await step('the storm', async () => {
    const visits = openVisits(parts.haproxy.url, pages);
    let sent: string[] = [];
    let tried: Tried = sumOfTries();
    const damage = await stormOverMany(parts, storm, async (isOn) => {
      [sent, tried] = await Promise.all([
        uploaded(parts, cookie),
        triedInStorm(stack, storm.lastsMs),
        readers.readWhile(isOn),
        talks.talkWhile(isOn),
      ]);
    });
    afterwards = damage.storm;
    await visits.stop();
    await allThere(parts);
    await checkedAll(pb, storeId);
    return [
      ...visitRows(visits, damage),
      passwordRow('wrong passwords let in during the storm', '1 to 10', tried.letIn, 1, 10),
      ...readers.rows(),
      await talks.row(),
      await storedBytesRow(parts, pb, storeId, sent),
      await moneyRow(stack, damage),
    ];
  });
  await step('a release', async () => [await releaseRow(parts, pb)]);
  await step('rolling restart', async () => [await restartRow(parts, pages)]);
  await step('the database is lost', async () =>
    afterwards ? standbyRows(parts, afterwards.world, readers, await readers.newProduct()) : [],
  );
  return rows;
}

/** What is measured before anything breaks. */
async function quiet({ stack, sites, redis }: DrillParts, product: string): Promise<FigureRow[]> {
  const waits = await timePriceChanges(stack, [...sites.urls, stack.siteUrl], product, CHANGES);
  const seen = figureAt(waits, 0.99);
  const there = await tryPasswords([stack.siteUrl], 'there', TRIES);
  const before = await tryPasswords([stack.siteUrl], 'away', 5);
  await redis.kill();
  const meanwhile = await tryPasswords([stack.siteUrl], 'away', TRIES);
  await redis.start();
  await redis.sites(SITES);
  const after = await tryPasswords([stack.siteUrl], 'away', TRIES);
  const away = sumOfTries(before, meanwhile, after);
  return [
    {
      what: 'a change seen everywhere, also through the cache, p99, quiet',
      goal: '≤ 1 s',
      is: `${seen.toFixed(0)} ms`,
      isHeld: seen <= 1000,
    },
    passwordRow(
      'wrong passwords let in over three sites',
      '10',
      there.letIn,
      10,
      there.others.length === 0 ? 10 : 0,
    ),
    passwordRow(
      'the same, Redis killed after 5 and back empty',
      '≤ 12',
      away.letIn,
      9,
      away.others.length === 0 ? 12 : 0,
    ),
  ];
}

function passwordRow(what: string, goal: string, letIn: number, least: number, most: number): FigureRow {
  return { what, goal, is: String(letIn), isHeld: letIn >= least && letIn <= most };
}

/** Passwords for one account, tried while sites are killed. */
async function triedInStorm(stack: DevStack, stormMs: number): Promise<Tried> {
  const turns = TRIES / TRIES_AT_ONCE;
  let sum = sumOfTries();
  for (let turn = 0; turn < turns; turn++) {
    sum = sumOfTries(sum, await tryPasswords([stack.siteUrl], 'storm', TRIES_AT_ONCE, turn * TRIES_AT_ONCE));
    await pause((stormMs * TRIES_UNTIL) / turns);
  }
  return sum;
}

/** Sends files through the load balancer while everything breaks. Returns their hashes. */
async function uploaded({ stack, folder }: DrillParts, cookie: string): Promise<string[]> {
  return Promise.all(
    Array.from({ length: FILES }, async (_, at) => {
      const path = join(folder, `sent-${at}.lys`);
      const sha256 = await randomFile(path, FILE_MB);
      await send(stack.siteUrl, stack.siteUrl, cookie, path, `${at}.lys`, PIECE_BYTES);
      return sha256;
    }),
  );
}

async function moneyRow(stack: DevStack, { storm }: Damage): Promise<FigureRow> {
  const carts = storm.tally.get('carts paid') ?? 0;
  const what = `money of ${carts} carts and ${storm.tally.get('joined') ?? 0} members`;
  return rowOf(what, 'to the cent', async () => {
    const sums = await reckon(stack, storm.world);
    console.log(`\n${terminalTable(['at the end', 'here', 'provider'], sums)}\n`);
    return undefined;
  });
}

/** Publishes a release through the load balancer; site and backend are killed on the way. */
async function releaseRow({ stack, bucket }: DrillParts, pb: PocketBase): Promise<FigureRow> {
  process.env['DRILL_MEMBERS'] ??= String(MEMBERS);
  const what = `a release to ${process.env['DRILL_MEMBERS']}: entitlements and mails`;
  const { drillRelease } = await import('../release.ts');
  const row = await rowOf(what, 'once each', async () => {
    await drillRelease(stack, 1);
    return undefined;
  });
  await storeModels(pb, bucket);
  return row;
}

/** The models of the release are rows without bytes; a snapshot would miss them. */
async function storeModels(pb: PocketBase, bucket: DrillParts['bucket']): Promise<void> {
  const { storageKey, sha256, sizeBytes } = await openS3Store({ bucket, proxied: false }).put(oneModel());
  const models = await pb.collection('product_files').getFullList({ filter: "storageKey !~ '/'" });
  for (const { id } of models)
    await pb.collection('product_files').update(id, { storageKey, sha256, sizeBytes });
}

async function* oneModel(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('a model of the release');
}

function visitRows(visits: Visits, { siteKills, backendAway }: Damage): FigureRow[] {
  const whileAway = ({ at }: { at: number }) =>
    backendAway.some(({ from, to }) => at >= from && at <= to + BACKEND_GRACE_MS);
  const failed = visits.failures.filter((one) => !whileAway(one));
  const late = failed.filter(({ at }) => !siteKills.some((kill) => at >= kill && at - kill <= RECOVERED_MS));
  const kinds = Map.groupBy(late, ({ how }) => how);
  for (const [how, { length }] of kinds) console.log(`  ${length} × ${how}`);
  const slowest = Math.max(...backendAway.map(({ from, to }) => to - from)) / 1000;
  return [
    {
      what: `${siteKills.length} sites killed: GETs that failed later than 2 s after it`,
      goal: '0',
      is: `${late.length} (${failed.length - late.length} sooner, ${visits.failures.length - failed.length} without the backend, ${visits.asked.toWait} asked to wait) of ${visits.count}`,
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
async function restartRow({ sites, haproxy }: DrillParts, pages: string[]): Promise<FigureRow> {
  const visits = openVisits(haproxy.url, pages);
  for (const [at, url] of sites.urls.entries()) {
    await sites.restart(at);
    while (!(await isReady(url))) await pause(LOOK_EVERY_MS);
    await pause(NOTICED_WITHIN_MS);
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
async function allThere({ sites, redis }: DrillParts): Promise<void> {
  for (const url of sites.urls) while (!(await isReady(url))) await pause(LOOK_EVERY_MS);
  await redis.sites(SITES);
  // Each learns how many they are with its next heartbeat.
  await pause(3000);
}

const [minutes = MINUTES, people = PEOPLE] = process.argv.slice(2).map(Number);
if (!(minutes > 0 && Number.isInteger(people) && people > 0))
  throw new Error('The arguments are the number of minutes and the number of people.');
const missing = await missingPrograms();
if (missing) console.log(missing);
else await withParts((parts) => drill(parts, minutes, people));
