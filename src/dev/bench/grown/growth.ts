import { figure, terminalTable } from '../figures.ts';
import type { MeasuredRequest } from './questions.ts';
import { type Answerer, CostMeter, type Reading } from './reading.ts';

const ROUNDS = 5;
/** Requests of one question in one world in one round, and how long they may take together. */
const REQUESTS = 4;
const LONGEST_MS = 4_000;
/** How many times as much a question may cost in the grown world. */
export const GOAL = 1.5;
/** Answers differ by some bytes; from here on one is larger. */
const LARGER = 1.1;

/** How many times as much the grown world needs as the demo world. */
export interface Growth {
  /** CPU of both processes. */
  cpu: number;
  p50: number;
  slowest: number;
  bytes: number;
}

/** A row of the table, judged by its CPU. */
export type GrowthVerdict = 'within' | 'larger answer' | 'grown';

/** Null where a world did not answer. */
export function growthOf(demo: Reading, grown: Reading): Growth | null {
  if (demo.failure !== null || grown.failure !== null) return null;
  const cpu = ({ siteMs, backendMs }: Reading) => siteMs + backendMs;
  return {
    cpu: cpu(grown) / cpu(demo),
    p50: grown.p50 / demo.p50,
    slowest: grown.p99 / demo.p99,
    bytes: grown.kB / demo.kB,
  };
}

/**
 * Whether a ratio is within the goal, or only because of a larger answer: then it is within the goal for each byte. A reader
 * sees both sizes beside it.
 */
export function verdictOn(ratio: number, { bytes }: Growth): GrowthVerdict {
  if (ratio <= GOAL) return 'within';
  return bytes >= LARGER && ratio <= GOAL * bytes ? 'larger answer' : 'grown';
}

/** Asks all questions in both worlds, in turn, and prints what they cost, with ratios. */
export async function printGrowth(
  worlds: readonly Answerer[],
  questions: readonly MeasuredRequest[],
  progress: (line: string) => void,
): Promise<void> {
  const gauges = questions.map((question) => ({
    question,
    gauges: worlds.map((world) => new CostMeter(world, question)),
  }));
  for (const { gauges: ofQuestion } of gauges) for (const gauge of ofQuestion) await gauge.warm();
  for (let round = 1; round <= ROUNDS; round++) {
    for (const { gauges: ofQuestion } of gauges)
      for (const gauge of ofQuestion) await gauge.ask(REQUESTS, LONGEST_MS);
    progress(`round ${round} of ${ROUNDS}`);
  }
  console.log(
    `\nEach page and action, ${ROUNDS} rounds of up to ${REQUESTS} requests one after the other, without the page cache.`,
  );
  console.log(
    'CPU of site and PocketBase, p50 and slowest in ms a request; requests to PocketBase, rows in its answers, and the size of\n' +
      'the answer before compression. Rows that SQLite reads are not measured: it counts them for each statement, and PocketBase\n' +
      'does not tell. That no question reads a growing table from one end is a test.',
  );
  const head = worlds.flatMap(({ name }) => [`${name} site`, 'PB', 'p50', 'most', 'trips', 'rows', 'kB']);
  const judged = gauges.map(({ question, gauges: ofQuestion }) => {
    const readings = ofQuestion.map(({ reading }) => reading);
    const [demo, grown] = [readings[0], readings.at(-1)];
    return { name: question.name, readings, growth: demo && grown ? growthOf(demo, grown) : null };
  });
  const rows = judged.map(({ name, readings, growth }) => [
    name,
    ...readings.flatMap(cellsOf),
    ...(growth ? [growth.cpu, growth.p50, growth.slowest, growth.bytes].map(figure) : ['', '', '', '']),
    growth ? verdictOn(growth.cpu, growth) : '',
  ]);
  console.log(`${terminalTable(['', ...head, 'CPU ×', 'p50 ×', 'most ×', 'kB ×', ''], rows)}\n`);
  const known = judged.flatMap(({ name, growth }) => (growth ? [{ name, growth }] : []));
  printVerdicts('CPU', known, ({ cpu }) => cpu);
  printVerdicts('p50', known, ({ p50 }) => p50);
  printVerdicts('slowest of all', known, ({ slowest }) => slowest);
  console.log('');
}

function cellsOf({ failure, siteMs, backendMs, p50, p99, trips, rows, kB }: Reading): string[] {
  if (failure !== null) return ['', '', `answered ${failure}`, '', '', '', ''];
  return [siteMs, backendMs, p50, p99, trips, rows, kB].map(figure);
}

function printVerdicts(
  what: string,
  rows: readonly { name: string; growth: Growth }[],
  ratioOf: (growth: Growth) => number,
): void {
  const of = (verdict: GrowthVerdict) =>
    rows.filter(({ growth }) => verdictOn(ratioOf(growth), growth) === verdict);
  const grown = of('grown').toSorted((one, other) => ratioOf(other.growth) - ratioOf(one.growth));
  const listed = grown.map(({ name, growth }) => `${name} ${figure(ratioOf(growth))}`).join(', ');
  console.log(
    `${what}: at most ${GOAL} times in ${of('within').length} of ${rows.length} rows, and for each byte in ${of('larger answer').length} with a larger answer; more in ${grown.length}${listed === '' ? '' : `: ${listed}`}`,
  );
}
