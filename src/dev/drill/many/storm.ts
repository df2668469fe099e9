import { setTimeout as pause } from 'node:timers/promises';
import type { DevStack } from '../../stack.ts';
import type { Storm } from '../storm/deeds.ts';
import { actAlong } from '../storm/storm.ts';
import { stormWorld } from '../storm/world.ts';
import type { DrillParts } from './parts.ts';

/** What went away in the storm, and when, by `performance.now()`. */
export interface Damage {
  storm: Storm;
  siteKills: number[];
  backendAway: Span[];
}

interface Span {
  from: number;
  to: number;
}

/** How long each person thinks between two deeds, in ms. */
const THINK_MS = [5_000, 30_000] as const;
/** Time between two kills of a site, drawn anew each time. In ms. */
const SITE_EVERY_MS = [2000, 4000] as const;
/** When the backend, Redis and Swift are killed, as shares of the storm, and how long the last two are away, in ms. */
const BACKEND_AT = [0.25, 0.75];
const REDIS_AT = 0.35;
const SWIFT_AT = 0.5;
const AWAY_MS = 20_000;
const LOOK_EVERY_MS = 10;
const DAYS = 3;

/**
 * People buy, join, leave and take refunds, while a site is killed every few seconds, the backend twice, Redis and Swift once.
 * @param people who shop at the same time.
 * @param work goes on meanwhile; the storm lasts until it has ended, and at least this long, in ms.
 */
export async function stormOverMany(
  { stack, sites, redis, swift }: DrillParts,
  { people, lastsMs }: { people: number; lastsMs: number },
  work: (isOn: () => boolean) => Promise<unknown>,
): Promise<Damage> {
  const storm: Storm = { stack, world: await stormWorld(stack, people), tally: new Map() };
  const damage: Damage = { storm, siteKills: [], backendAway: [] };
  const began = performance.now();
  let isOn = true;
  const killing = { isOn: () => isOn, saw: () => undefined };
  const over = Promise.all([pause(lastsMs), work(() => performance.now() - began < lastsMs)]).finally(() => {
    isOn = false;
  });
  const killSites = async () => {
    let backAfterMs = 0;
    while (isOn) {
      // On a slow machine they go on for as long as the last one took to come back.
      await Promise.race([pause(Math.max(between(SITE_EVERY_MS), backAfterMs)), over]);
      const pids = sites.pids();
      const pid = pids[Math.floor(Math.random() * pids.length)] ?? null;
      // Two go on all the time.
      if (!isOn || pid === null || pids.includes(null)) continue;
      process.kill(pid, 'SIGKILL');
      const at = performance.now();
      damage.siteKills.push(at);
      while (isOn && (sites.pids().includes(pid) || sites.pids().includes(null))) await pause(LOOK_EVERY_MS);
      backAfterMs = performance.now() - at;
    }
  };
  const killBackend = async () => {
    let slept = 0;
    for (const share of BACKEND_AT) {
      await pause(share * lastsMs - slept);
      slept = share * lastsMs;
      damage.backendAway.push(await backendKilled(stack));
      stack.payments?.simulator.advanceDays(DAYS);
    }
  };
  const killFor = async (share: number, kill: () => Promise<void>, start: () => Promise<void>) => {
    await pause(share * lastsMs);
    await kill();
    await pause(Math.min(AWAY_MS, (lastsMs * (1 - share)) / 2));
    await start();
  };
  await Promise.all([
    over,
    killSites(),
    killBackend(),
    killFor(REDIS_AT, redis.kill, redis.start),
    killFor(SWIFT_AT, swift.stop, swift.start),
    ...Array.from({ length: people }, async (_, at) => {
      // They do not come all at once.
      await Promise.race([pause(between([0, THINK_MS[1]])), over]);
      const think = () => Promise.race([pause(between(THINK_MS)), over]);
      await actAlong(storm, at, killing, { atOnce: people, think });
    }),
  ]);
  return damage;
}

const between = ([least, most]: readonly [number, number]) => least + Math.random() * (most - least);

/** Kills the backend and waits until it answers again. */
async function backendKilled(stack: DevStack): Promise<Span> {
  const from = performance.now();
  const pid = stack.supervisor.pid();
  if (pid !== null) process.kill(pid, 'SIGKILL');
  for (;;) {
    const ok = await fetch(`${stack.pocketbaseUrl}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    );
    const now = stack.supervisor.pid();
    if (ok && now !== null && now !== pid) return { from, to: performance.now() };
    await pause(LOOK_EVERY_MS);
  }
}
