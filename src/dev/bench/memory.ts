import { residentMb } from './cpu.ts';
import { figure, terminalTable } from './figures.ts';

export interface MemoryBench {
  origin: string;
  /** The site's process. */
  site: number;
  pocketbase: number | null;
}

const SEARCHES = 5_000;
/** The memory is read again after this many searches: a leak shows here. */
const EACH = 1_000;
const AT_ONCE = 8;
const WORDS = ['dragon', 'stone', 'tower', 'golem', 'ruin', 'knight', 'drone', 'chest', 'bridge', 'altar'];

/** A search that is new to the page cache and finds something. */
function address(number: number): string {
  const word = WORDS[number % WORDS.length] as string;
  return `/search?query=${word}+${number.toString(36)}`;
}

/** Prints the memory of the site's process and of PocketBase during thousands of distinct searches. */
export async function benchMemory({ origin, site, pocketbase }: MemoryBench): Promise<void> {
  const rows: string[][] = [];
  const note = async (when: string) => {
    const [own, backend] = [
      await residentMb(site),
      pocketbase === null ? null : await residentMb(pocketbase),
    ];
    rows.push([when, figure(own), figure(backend), figure((own ?? 0) + (backend ?? 0))]);
  };
  await note('before');
  let next = 0;
  const ask = async (until: number) => {
    while (next < until) {
      const path = address(next++);
      const answer = await fetch(origin + path, { headers: { 'accept-encoding': 'br' } });
      await answer.arrayBuffer();
      // A site under too much load refuses early with 503; anything else is a failure.
      if (!answer.ok && answer.status !== 503) throw new Error(`${path} answered ${answer.status}`);
    }
  };
  for (let until = EACH; until <= SEARCHES; until += EACH) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => ask(until)));
    await note(`after ${until} searches`);
  }
  console.log(`Memory: ${SEARCHES} distinct searches, ${AT_ONCE} at once; resident MB`);
  console.log(`${terminalTable(['', 'site', 'PocketBase', 'together'], rows)}\n`);
}
