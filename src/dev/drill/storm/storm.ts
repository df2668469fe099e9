import { setTimeout as pause } from 'node:timers/promises';
import { terminalTable } from '../../bench/figures.ts';
import type { DevStack } from '../../stack.ts';
import { buy, changeMembership, dispute, join, refundSale, type Storm } from './deeds.ts';
import { reckon } from './reckoning.ts';
import { simulatorOf, whenReady } from './site.ts';
import { stormWorld } from './world.ts';

/** People who act at the same time. */
const AT_ONCE = 6;
/** How long both run before the next kill, drawn anew each time; longer where they take long to start. In ms. */
const RUN_MS = [100, 2500] as const;
const RUN_STARTS = 2;
/** Days that pass in the storm at least, so that memberships renew twice. */
const DAYS_MIN = 66;
const PROGRESS_EVERY = 10;

/**
 * A storm of checkouts, memberships, refunds and disputes, while site and database are killed without warning and a day
 * passes with each kill. Afterwards every cent and every right is counted.
 * @returns the sentence for the end
 */
export async function drillStorm(stack: DevStack, kills: number): Promise<string> {
  const began = performance.now();
  const storm: Storm = { stack, world: await stormWorld(stack), tally: new Map() };
  console.log(`The storm: ${kills} kills of site and database, in turn.`);
  const killing = killAtRandom(stack, kills, Math.max(1, Math.ceil(DAYS_MIN / kills)));
  await Promise.all([
    killing.ended,
    ...Array.from({ length: AT_ONCE }, (_, at) => actAlong(storm, at, killing)),
  ]);
  const minutes = (performance.now() - began) / 60_000;
  const sums = await reckon(stack, storm.world);
  const deeds = [...storm.tally].sort(([, a], [, b]) => b - a).map(([what, times]) => [what, String(times)]);
  console.log(
    `\n${terminalTable(['in the storm', 'times'], deeds)}\n\n${terminalTable(['at the end', 'here', 'provider'], sums)}\n`,
  );
  return `${kills} kills in ${minutes.toFixed(1)} min (${((50 * minutes) / kills).toFixed(1)} min for 50): nothing lost, nothing doubled, every cent in its place.`;
}

/**
 * What one of the people at once does until the last kill: each of their people has a turn, again and again, and does what comes to mind.
 * @param pace how many act at once, and what passes between two deeds; by default nothing.
 */
export async function actAlong(
  storm: Storm,
  place: number,
  killing: Pick<Killing, 'isOn' | 'saw'>,
  { atOnce = AT_ONCE, think = async (): Promise<unknown> => undefined } = {},
): Promise<void> {
  const { people, sellers } = storm.world;
  const own = people.filter((_, at) => at % atOnce === place);
  const bought = new Map<string, number>();
  for (let turn = 0; killing.isOn(); turn++) {
    const person = own[turn % own.length];
    const seller = sellers[Math.floor(Math.random() * sellers.length)];
    if (!person || !seller) return;
    const round = bought.get(person.id) ?? 0;
    const deed = Math.random();
    if (deed < 0.4 && round < seller.products.length) {
      await buy(storm, person, round);
      bought.set(person.id, round + 1);
    } else if (deed < 0.65) await join(storm, person, seller);
    else await changeMembership(storm, person, seller);
    if (Math.random() < 0.35) await refundSale(storm);
    if (Math.random() < 0.25) dispute(storm);
    killing.saw(storm);
    await think();
  }
}

interface Killing {
  isOn(): boolean;
  /** Tells how far the storm is. */
  saw(storm: Storm): void;
  ended: Promise<void>;
}

/** kill -9 of site or database, in turn, at random moments; `days` pass with each. */
function killAtRandom(stack: DevStack, kills: number, days: number): Killing {
  const simulator = simulatorOf(stack);
  const [least, most] = RUN_MS;
  let count = 0;
  let told = 0;
  const ended = (async () => {
    while (count < kills) {
      const began = performance.now();
      await whenReady(stack);
      const longest = Math.max(most, RUN_STARTS * (performance.now() - began));
      await pause(least + Math.random() * (longest - least));
      const pid = count % 2 === 0 ? stack.sitePid() : stack.supervisor.pid();
      if (pid === null) continue;
      process.kill(pid, 'SIGKILL');
      count++;
      simulator.advanceDays(days);
    }
  })();
  return {
    ended,
    isOn: () => count < kills,
    saw({ tally }) {
      if (count - told < PROGRESS_EVERY) return;
      told = count;
      const sum = (what: string) => tally.get(what) ?? 0;
      console.log(
        `  ${count} of ${kills} kills, day ${count * days}: ${sum('carts paid')} carts, ${sum('joined')} joined, ` +
          `${sum('upgraded')} upgraded, ${[...tally].filter(([what]) => what.startsWith('refunds')).reduce((all, [, times]) => all + times, 0)} refunds, ${sum('disputes')} disputes`,
      );
    },
  };
}
