import { type Deeds, openGoodPeople } from '../drill/good-people.ts';
import type { DevStack } from '../stack.ts';
import { runProgram } from './children.ts';
import { figure, median, terminalTable } from './figures.ts';
import { NEW_ID } from './load.ts';
import type { Crowd, OverloadOrder } from './overload-client.ts';

const ROUNDS = 3;
const LEAD_SECONDS = 3;
const SECONDS = 8;
/** Visitors at once, of whom each asks again when answered: the best of them is the peak. */
const CLOSED = [4, 8];
const COMING = ['at random', 'in bursts'] as const;
type Coming = (typeof COMING)[number];
const CROWD_CONNECTIONS = 200;
const TIMES = 5;
/** The buyer finds that many products. */
const PURCHASES = 400;
const NEVER_CACHED = `/search?query=stone+${NEW_ID}`;

/**
 * Finds how many searches a second the site can draw, then offers five times as many, in turn, so that a busy machine
 * slows both alike: once as visitors who come at random, once in bursts of clients that ask again at once when refused.
 * Prints what is still served as a share of the peak, how fast the others are refused, and how many checkouts, webhooks and
 * downloads are served meanwhile.
 */
export async function benchOverload(stack: DevStack): Promise<void> {
  const people = await openGoodPeople(stack, PURCHASES);
  const ask = async (connections: number, rate: number | null, coming: Coming = 'in bursts') => {
    const order: OverloadOrder = {
      origin: stack.siteUrl,
      path: NEVER_CACHED,
      connections,
      rate,
      coming,
      lead: LEAD_SECONDS,
      seconds: SECONDS,
    };
    return (await runProgram('overload-client.ts', [JSON.stringify(order)])) as Crowd;
  };
  await ask(CLOSED[0] ?? 1, null);
  people.learn(await people.during(Promise.resolve()));
  const rounds: { peak: number; crowds: Record<Coming, Crowd> }[] = [];
  const sums = new Map<string, Deeds>();
  for (let count = 0; count < ROUNDS; count++) {
    let peak = 0;
    for (const connections of CLOSED) {
      // With the same buyers and downloads beside it as the crowd has: they need the processors, too.
      const found = ask(connections, null);
      await people.during(found);
      peak = Math.max(peak, (await found).servedPerSecond);
    }
    const offer = async (coming: Coming) => {
      const running = ask(CROWD_CONNECTIONS, TIMES * peak, coming);
      for (const [name, { waitsMs, failures }] of Object.entries(await people.during(running))) {
        const sum = sums.get(name) ?? { waitsMs: [], failures: [] };
        sum.waitsMs.push(...waitsMs);
        sum.failures.push(...failures);
        sums.set(name, sum);
      }
      return running;
    };
    const crowds = { 'at random': await offer('at random'), 'in bursts': await offer('in bursts') };
    rounds.push({ peak, crowds });
  }
  const middle = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  const both = (pick: (crowd: Crowd, peak: number) => number) =>
    COMING.map((coming) => figure(middle(({ peak, crowds }) => pick(crowds[coming], peak))));
  console.log(
    `Overload: searches that no cache knows, ${TIMES} times the peak of ${figure(middle(({ peak }) => peak))} a second over ${CROWD_CONNECTIONS} connections; medians of ${ROUNDS} rounds of ${SECONDS} s, the first ${LEAD_SECONDS} s of each not counted`,
  );
  console.log(
    terminalTable(
      ['visitors come', ...COMING],
      [
        ['answered, /s', ...both((crowd) => crowd.servedPerSecond + crowd.refusedPerSecond)],
        ['served, /s', ...both((crowd) => crowd.servedPerSecond)],
        ['served, % of the peak', ...both((crowd, peak) => (100 * crowd.servedPerSecond) / peak)],
        ['served within, ms: p99', ...both((crowd) => crowd.servedP99)],
        ['refused within, ms: p50', ...both((crowd) => crowd.refusedP50)],
        ['refused within, ms: p99', ...both((crowd) => crowd.refusedP99)],
        ['neither served nor refused', ...both((crowd) => crowd.failed)],
      ],
    ),
  );
  console.log(
    `Meanwhile served: ${[...sums].map(([name, { waitsMs, failures }]) => `${name} ${waitsMs.length - failures.length} of ${waitsMs.length}`).join(', ')}`,
  );
  for (const reason of new Set([...sums.values()].flatMap(({ failures }) => failures)))
    console.log(`  ${reason}`);
  console.log('');
}
