import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serviceClient } from '../../data/kernel/client.ts';
import { buildIsStale, buildSite } from '../../ops/build/site.ts';
import { freePorts } from '../../ops/ports.ts';
import { paths } from '../../paths.ts';
import { ANSWER_WITHIN_MS } from '../../server/adapters/redis/redis.ts';
import { PASSWORD_ROUTE } from '../../server/http/backend/pocketbase-gate.ts';
import { type DevRedis, NO_REDIS, openDevRedis } from '../redis.ts';
import { type DevStack, openDevStack } from '../stack.ts';
import { DEMO_PASSWORD, PEOPLE } from '../world/people.ts';
import { newPerson } from './good-people.ts';
import { openSites } from './sites.ts';

/**
 * `npm run drill:limits`: three sites on one backend, with a Redis of its own. Wrong passwords that are sent to them in turn
 * are let in ten times in all; at most twelve times where Redis is killed, or goes silent, in the middle and comes back empty.
 * People sign in all the while. Then the database is changed, and each site shows it within a second.
 */
const ROOT = join(import.meta.dirname, '../../..');
const SITES = 3;
const TRIES = 60;
const ALLOWED = 10;
const ALLOWED_AWAY = 12;
const CHANGES = 20;
const SEEN_WITHIN_MS = 1_000;
const LOOK_EVERY_MS = 20;
/** Longer than a site tries to reach Redis once, and than it takes to be heard of again. In ms. */
const BACK_MS = 1_500;

interface Places {
  stack: DevStack;
  urls: string[];
}

async function drill(redis: DevRedis): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-drill-'));
  if (buildIsStale(ROOT)) await buildSite(ROOT, (line) => console.log(`  ${line}`));
  const stack = await openDevStack({
    ports: await freePorts(),
    dataDir: join(folder, 'data'),
    cacheDir: join(folder, 'cache'),
    env: { LOG_LEVEL: 'silent', BEHIND_PROXY: '1', REDIS_URL: redis.url },
    demo: true,
    site: 'built',
    progress: () => undefined,
  });
  try {
    const sites = await openSites(stack, SITES, folder);
    try {
      await redis.sites(SITES);
      // Each learns how many they are with its next heartbeat.
      await pause(2 * BACK_MS);
      const places = { stack, urls: sites.urls };
      console.log(`${SITES} sites on one backend, ${redis.version}`);
      const results = [
        ...(await passwords(places, redis)),
        await changes(places, 'a price is changed'),
        await suspensions(places),
      ];
      process.exitCode = results.every((isHeld) => isHeld) ? 0 : 1;
    } finally {
      await sites.close();
    }
  } finally {
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function passwords(places: Places, redis: DevRedis): Promise<boolean[]> {
  const quiet = await tried(places, 'quiet', TRIES);
  const held = [
    report('Redis there', quiet, ALLOWED, ALLOWED),
    report('all at once', await triedAtOnce(places, 'at-once'), ALLOWED, ALLOWED),
  ];
  const ways: [string, () => unknown, () => unknown][] = [
    ['killed', redis.kill, redis.start],
    ['silent', redis.stopAnswering, redis.resume],
  ];
  for (const [name, away, back] of ways) {
    const before = await tried(places, name, 5);
    await away();
    const meanwhile = await tried(places, name, TRIES, 5);
    const signsIn = await mayEnter(places, 100);
    await back();
    await redis.sites(SITES);
    await pause(BACK_MS);
    const after = await tried(places, name, TRIES, 5 + TRIES);
    const all = sum(before, meanwhile, after);
    held.push(report(`Redis ${name} after 5, back after ${5 + TRIES}`, all, 9, ALLOWED_AWAY, quiet.worstMs));
    held.push(verdict(signsIn === SITES, `sign-in meanwhile: ${signsIn} of ${SITES} sites`));
    held.push(
      report('another account, Redis back', await tried(places, `${name}-2`, TRIES), ALLOWED, ALLOWED),
    );
  }
  return held;
}

interface Tried {
  /** How many wrong passwords the backend was asked about. */
  letIn: number;
  worstMs: number;
  /** Answers that are neither a wrong password nor the limit. */
  others: number[];
}

/** Wrong passwords for one account, from many addresses and to the sites in turn. @param from the number of the first. */
async function tried({ urls }: Places, account: string, tries: number, from = 0): Promise<Tried> {
  const each: Tried[] = [];
  for (let at = from; at < from + tries; at++) each.push(await tryOnce(urls, account, at));
  return sum(...each);
}

async function triedAtOnce({ urls }: Places, account: string): Promise<Tried> {
  return sum(...(await Promise.all(Array.from({ length: TRIES }, (_, at) => tryOnce(urls, account, at)))));
}

async function tryOnce(urls: string[], account: string, at: number): Promise<Tried> {
  const began = performance.now();
  const status = await signIn(
    urls[at % urls.length] ?? '',
    `${account}@guildhall.test`,
    'a wrong password',
    at,
  );
  const others = status === 400 || status === 429 ? [] : [status];
  return { letIn: status === 400 ? 1 : 0, worstMs: performance.now() - began, others };
}

/** At how many sites somebody may sign in with the right password. */
async function mayEnter({ urls }: Places, from: number): Promise<number> {
  let count = 0;
  for (const [at, url] of urls.entries())
    if ((await signIn(url, PEOPLE.tobias.email, DEMO_PASSWORD, from + at)) === 200) count += 1;
  return count;
}

async function signIn(url: string, identity: string, password: string, at: number): Promise<number> {
  const answer = await fetch(url + PASSWORD_ROUTE, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.77.${at >> 8}.${at & 255}` },
    body: JSON.stringify({ identity, password }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

function sum(...all: Tried[]): Tried {
  return {
    letIn: all.reduce((total, { letIn }) => total + letIn, 0),
    worstMs: Math.max(...all.map(({ worstMs }) => worstMs)),
    others: all.flatMap(({ others }) => others),
  };
}

/** @param quietMs the slowest answer while Redis was there, which each may exceed by what is waited for Redis. */
function report(
  what: string,
  { letIn, worstMs, others }: Tried,
  least: number,
  most: number,
  quietMs?: number,
) {
  const isHeld = letIn >= least && letIn <= most && others.length === 0;
  const unexpected = others.length === 0 ? '' : `; other answers: ${others.join(', ')}`;
  const quiet = quietMs === undefined ? '' : ` (quiet ${quietMs.toFixed(0)}, waits ${ANSWER_WITHIN_MS})`;
  return verdict(
    isHeld,
    `${what}: ${letIn} wrong passwords let in, slowest answer ${worstMs.toFixed(0)} ms${quiet}${unexpected}`,
  );
}

function verdict(isHeld: boolean, line: string): boolean {
  console.log(`${isHeld ? 'held' : 'FELL'}  ${line}`);
  return isHeld;
}

/** How long it takes until each site shows a product's new name, which is written past the sites. */
async function changes({ stack, urls }: Places, what: string): Promise<boolean> {
  const pb = serviceClient({ url: stack.pocketbaseUrl, ...stack.service });
  const product = await pb.collection('products').getFirstListItem("state = 'published'");
  const waits: number[] = [];
  for (let at = 0; at < CHANGES; at++) {
    const priceCents = 1000 + at;
    const shown = (priceCents / 100).toFixed(2);
    await pb.collection('products').update(product.id, { priceCents, sale: null });
    waits.push(
      ...(await seenAt(urls, async (url) => (await textOf(url + paths.product(product.id))).includes(shown))),
    );
  }
  return seen(what, waits);
}

/** How long it takes until each site refuses somebody who was suspended. */
async function suspensions({ stack, urls }: Places): Promise<boolean> {
  const pb = serviceClient({ url: stack.pocketbaseUrl, ...stack.service });
  const waits: number[] = [];
  for (let at = 0; at < CHANGES; at++) {
    const { id, cookie } = await newPerson(stack, pb, `suspended-${at}`);
    const statusAt = async (url: string) =>
      (await fetch(url + paths.uploads(), { headers: { cookie } })).status;
    for (const url of urls)
      if ((await statusAt(url)) !== 403) throw new Error('Somebody without a store was not recognised.');
    await pb.collection('users').update(id, { suspended: true });
    waits.push(...(await seenAt(urls, async (url) => (await statusAt(url)) === 401)));
  }
  return seen('a person is suspended', waits);
}

/** For each site the ms until it shows something. */
function seenAt(urls: string[], isSeen: (url: string) => Promise<boolean>): Promise<number[]> {
  const began = performance.now();
  return Promise.all(
    urls.map(async (url) => {
      while (!(await isSeen(url))) await pause(LOOK_EVERY_MS);
      return performance.now() - began;
    }),
  );
}

async function textOf(url: string): Promise<string> {
  return (await fetch(url, { headers: { accept: 'text/html', 'x-forwarded-for': '10.78.0.1' } })).text();
}

function seen(what: string, waits: number[]): boolean {
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0);
  return verdict(
    Number(at(1)) <= SEEN_WITHIN_MS,
    `${what} (${CHANGES} times): seen at all sites after ${at(0.5)} ms (half), ${at(1)} ms (last)`,
  );
}

const redis = await openDevRedis();
if (!redis) console.log(NO_REDIS);
else {
  try {
    await drill(redis);
  } finally {
    await redis.close();
  }
}
