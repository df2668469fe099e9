import { setTimeout as pause } from 'node:timers/promises';
import type { DevRedis } from '../../redis.ts';
import type { DevStack } from '../../stack.ts';
import type { Sites } from '../sites.ts';
import type { Storm } from '../storm/deeds.ts';
import { AT_ONCE, actAlong } from '../storm/storm.ts';
import { stormWorld } from '../storm/world.ts';

/** What went away in the storm, and when, by `performance.now()`. */
export interface Damage {
  storm: Storm;
  siteKills: number[];
  backendAway: { from: number; to: number }[];
}

/** Time between two kills of a site, drawn anew each time. In ms. */
const SITE_EVERY_MS = [2000, 4000] as const;
/** When the backend and Redis are killed, as shares of the storm, and how long Redis is away, in ms. */
const BACKEND_AT = [0.25, 0.7];
const REDIS_AT = 0.4;
const REDIS_AWAY_MS = 20_000;
const LOOK_EVERY_MS = 10;
const DAYS = 3;

/**
 * People buy, join, leave and take refunds, while a site is killed every few seconds as soon as all are there, the backend twice and Redis once.
 * @param work goes on meanwhile; the storm lasts until it has ended, and at least this long, in ms.
 */
export async function stormOverMany(
  { stack, sites, redis }: { stack: DevStack; sites: Sites; redis: DevRedis },
  lastsMs: number,
  work: Promise<unknown>,
): Promise<Damage> {
  const storm: Storm = { stack, world: await stormWorld(stack), tally: new Map() };
  const damage: Damage = { storm, siteKills: [], backendAway: [] };
  let isOn = true;
  const killing = { isOn: () => isOn, saw: () => undefined };
  const over = Promise.all([pause(lastsMs), work]).finally(() => {
    isOn = false;
  });
  const killSites = async () => {
    const [least, most] = SITE_EVERY_MS;
    while (isOn) {
      await Promise.race([pause(least + Math.random() * (most - least)), over]);
      const pids = sites.pids();
      const pid = pids[Math.floor(Math.random() * pids.length)] ?? null;
      // On a slow machine the one killed before is not back yet; two sites go on all the time.
      if (!isOn || pid === null || pids.includes(null)) continue;
      process.kill(pid, 'SIGKILL');
      damage.siteKills.push(performance.now());
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
  const killRedis = async () => {
    await pause(REDIS_AT * lastsMs);
    await redis.kill();
    await pause(Math.min(REDIS_AWAY_MS, (lastsMs * (1 - REDIS_AT)) / 2));
    await redis.start();
  };
  await Promise.all([
    over,
    killSites(),
    killBackend(),
    killRedis(),
    ...Array.from({ length: AT_ONCE }, (_, at) => actAlong(storm, at, killing)),
  ]);
  return damage;
}

/** Kills the backend and waits until it answers again. */
async function backendKilled(stack: DevStack): Promise<{ from: number; to: number }> {
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
