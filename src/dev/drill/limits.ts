import { setTimeout as pause } from 'node:timers/promises';
import { serviceClient } from '../../data/kernel/client.ts';
import { ANSWER_WITHIN_MS } from '../../server/adapters/redis/redis.ts';
import { figureAt } from '../bench/figures.ts';
import { type DevRedis, NO_REDIS, openDevRedis } from '../redis.ts';
import type { DevStack } from '../stack.ts';
import { DEMO_PASSWORD, PEOPLE } from '../world/people.ts';
import { withDrillStack } from './drill-stack.ts';
import { suspensions, timePriceChanges } from './seen-changes.ts';
import { isReady, openSites, type Sites } from './sites.ts';
import {
  askToWithdraw,
  signInAt,
  sumOfTries,
  type Tried,
  tryPasswords,
  tryPasswordsAtOnce,
} from './wrong-passwords.ts';

/**
 * `npm run drill:limits`: three sites on one backend, with a Redis of its own. Wrong passwords that are sent to them in turn
 * are let in ten times in all, also where Redis is killed or goes silent in the middle and comes back empty, and where each
 * site is killed meanwhile: they are counted in the database. Requests to withdraw, of which one address has ten, are counted in
 * Redis: they are let in at most twelve times where it goes away. People sign in all the while. Then the database is changed,
 * and each site shows it within a second.
 */
const SITES = 3;
const TRIES = 60;
/** Tries before Redis goes away. */
const BEFORE = 5;
const ALLOWED = 10;
const ALLOWED_AWAY = 12;
const CHANGES = 20;
const SEEN_WITHIN_MS = 1_000;
const LOOK_EVERY_MS = 50;
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
      ...(await passwords(sites, redis)),
      seen('a price is changed', await timePriceChanges(stack, sites.urls, await productIn(stack), CHANGES)),
      seen('a person is suspended', await suspensions(stack, sites.urls, CHANGES)),
    ];
    process.exitCode = results.every((isHeld) => isHeld) ? 0 : 1;
  });
}

async function passwords(sites: Sites, redis: DevRedis): Promise<boolean[]> {
  const { urls } = sites;
  const quiet = await tryPasswords(urls, 'quiet', TRIES);
  const held = [
    report('wrong passwords, Redis there', quiet, ALLOWED, ALLOWED),
    report(
      'wrong passwords, all at once',
      await tryPasswordsAtOnce(urls, 'at-once', TRIES),
      ALLOWED,
      ALLOWED,
    ),
  ];
  // Sites that were killed too know nothing of what they had counted: they let one in each.
  const ways: [string, number, () => unknown, () => unknown][] = [
    ['killed', ALLOWED - 1, redis.kill, redis.start],
    ['silent', ALLOWED - 1, redis.stopAnswering, redis.resume],
    ['and each site killed', BEFORE + SITES, () => redis.kill().then(() => killed(sites)), redis.start],
  ];
  held.push(report('requests to withdraw', await askToWithdraw(urls, 0, TRIES), ALLOWED, ALLOWED));
  for (const [at, [name, least, away, back]] of ways.entries()) {
    const before = await tryPasswords(urls, `account-${at}`, BEFORE);
    const asked = [await askToWithdraw(urls, at + 1, BEFORE)];
    await away();
    const meanwhile = await tryPasswords(urls, `account-${at}`, TRIES, BEFORE);
    asked.push(await askToWithdraw(urls, at + 1, TRIES, BEFORE));
    const signsIn = await mayEnter(urls, 100);
    await back();
    await redis.sites(SITES);
    await pause(BACK_MS);
    const after = await tryPasswords(urls, `account-${at}`, TRIES, BEFORE + TRIES);
    asked.push(await askToWithdraw(urls, at + 1, TRIES, BEFORE + TRIES));
    const what = `Redis ${name} after ${BEFORE}, back after ${BEFORE + TRIES}`;
    held.push(report(what, sumOfTries(before, meanwhile, after), ALLOWED, ALLOWED, quiet.worstMs));
    held.push(report('requests to withdraw meanwhile', sumOfTries(...asked), least, ALLOWED_AWAY));
    held.push(verdict(signsIn === SITES, `sign-in meanwhile: ${signsIn} of ${SITES} sites`));
  }
  return held;
}

/** Kills each site; resolves when all of them answer again. */
async function killed(sites: Sites): Promise<void> {
  const before = sites.pids();
  for (const pid of before) if (pid !== null) process.kill(pid, 'SIGKILL');
  for (const [at, url] of sites.urls.entries())
    while (sites.pids()[at] === before[at] || !(await isReady(url))) await pause(LOOK_EVERY_MS);
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
    `${what}: ${letIn} let in, slowest answer ${worstMs.toFixed(0)} ms${quiet}${unexpected}`,
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
