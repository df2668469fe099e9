import { setTimeout as pause } from 'node:timers/promises';
import { serviceClient } from '../../data/kernel/client.ts';
import { ANSWER_WITHIN_MS } from '../../server/adapters/redis/redis.ts';
import { figureAt } from '../bench/figures.ts';
import { type DevRedis, NO_REDIS, openDevRedis } from '../redis.ts';
import type { DevStack } from '../stack.ts';
import { DEMO_PASSWORD, PEOPLE } from '../world/people.ts';
import { withDrillStack } from './drill-stack.ts';
import { priceChanges, suspensions } from './seen-changes.ts';
import { openSites } from './sites.ts';
import { signInAt, sumOf, type Tried, tryPasswords, tryPasswordsAtOnce } from './wrong-passwords.ts';

/**
 * `npm run drill:limits`: three sites on one backend, with a Redis of its own. Wrong passwords that are sent to them in turn
 * are let in ten times in all; at most twelve times where Redis is killed, or goes silent, in the middle and comes back empty.
 * People sign in all the while. Then the database is changed, and each site shows it within a second.
 */
const SITES = 3;
const TRIES = 60;
const ALLOWED = 10;
const ALLOWED_AWAY = 12;
const CHANGES = 20;
const SEEN_WITHIN_MS = 1_000;
/** Longer than a site tries to reach Redis once, and than it takes to be heard of again. In ms. */
const BACK_MS = 1_500;

async function drill(redis: DevRedis): Promise<void> {
  const env = { BEHIND_PROXY: '1', REDIS_URL: redis.url };
  await withDrillStack({ env, demo: true, site: null }, async ({ stack, folder, atEnd }) => {
    const sites = await openSites(stack, { count: SITES, folder });
    atEnd(sites.close);
    await redis.sites(SITES);
    // Each learns how many they are with its next heartbeat.
    await pause(2 * BACK_MS);
    console.log(`${SITES} sites on one backend, ${redis.version}`);
    const results = [
      ...(await passwords(sites.urls, redis)),
      seen('a price is changed', await priceChanges(stack, sites.urls, await productIn(stack), CHANGES)),
      seen('a person is suspended', await suspensions(stack, sites.urls, CHANGES)),
    ];
    process.exitCode = results.every((isHeld) => isHeld) ? 0 : 1;
  });
}

async function passwords(urls: string[], redis: DevRedis): Promise<boolean[]> {
  const quiet = await tryPasswords(urls, 'quiet', TRIES);
  const held = [
    report('Redis there', quiet, ALLOWED, ALLOWED),
    report('all at once', await tryPasswordsAtOnce(urls, 'at-once', TRIES), ALLOWED, ALLOWED),
  ];
  const ways: [string, () => unknown, () => unknown][] = [
    ['killed', redis.kill, redis.start],
    ['silent', redis.stopAnswering, redis.resume],
  ];
  for (const [name, away, back] of ways) {
    const before = await tryPasswords(urls, name, 5);
    await away();
    const meanwhile = await tryPasswords(urls, name, TRIES, 5);
    const signsIn = await mayEnter(urls, 100);
    await back();
    await redis.sites(SITES);
    await pause(BACK_MS);
    const after = await tryPasswords(urls, name, TRIES, 5 + TRIES);
    const all = sumOf(before, meanwhile, after);
    held.push(report(`Redis ${name} after 5, back after ${5 + TRIES}`, all, 9, ALLOWED_AWAY, quiet.worstMs));
    held.push(verdict(signsIn === SITES, `sign-in meanwhile: ${signsIn} of ${SITES} sites`));
    held.push(
      report('another account, Redis back', await tryPasswords(urls, `${name}-2`, TRIES), ALLOWED, ALLOWED),
    );
  }
  return held;
}

/** At how many sites somebody may sign in with the right password. */
async function mayEnter(urls: string[], from: number): Promise<number> {
  let count = 0;
  for (const [at, url] of urls.entries())
    if ((await signInAt(url, PEOPLE.tobias.email, DEMO_PASSWORD, from + at)) === 200) count += 1;
  return count;
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

async function productIn(stack: DevStack): Promise<string> {
  const pb = serviceClient({ url: stack.pocketbaseUrl, ...stack.service });
  return (await pb.collection('products').getFirstListItem("state = 'published'")).id;
}

function seen(what: string, waits: number[]): boolean {
  const [half, last] = [figureAt(waits, 0.5), figureAt(waits, 1)];
  return verdict(
    last <= SEEN_WITHIN_MS,
    `${what} (${CHANGES} times): seen at all sites after ${half.toFixed(0)} ms (half), ${last.toFixed(0)} ms (last)`,
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
