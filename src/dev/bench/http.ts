import { startServer } from './children.ts';
import { cpuMs, residentMb } from './cpu.ts';
import { figure, median, terminalTable } from './figures.ts';
import { type Load, load } from './load.ts';

/** One candidate: an address, and the processes that work to answer it. */
interface Subject {
  name: string;
  origin: string;
  path: string;
  pids: number[];
  connections: number;
  /** The bare server that answers the same bytes, by name. */
  against?: string;
}

export interface HttpBench {
  origin: string;
  /** The site's process. */
  site: number;
  /** PocketBase's process; its work counts for pages that query it. */
  pocketbase: number | null;
  paths: { cached: string; uncached: string; file: string };
}

const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 32;
/** As many pages as the site draws at once; of more visitors some would be refused (`npm run bench -- overload`). */
const DRAWN_AT_ONCE = 8;

async function cpuOf(pids: readonly number[]): Promise<number> {
  let sum = 0;
  for (const pid of pids) sum += (await cpuMs(pid)) ?? Number.NaN;
  return sum;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

interface Round extends Load {
  cpuPerRequest: number;
}

async function round(subject: Subject): Promise<Round> {
  const before = await cpuOf(subject.pids);
  const result = await load(subject.origin, subject.path, SECONDS, subject.connections);
  return { ...result, cpuPerRequest: ((await cpuOf(subject.pids)) - before) / result.requests };
}

/**
 * Requests per second and CPU time per request, in turn within each round, so that a busy machine slows all of them
 * alike. Prints medians over the rounds and their share of the bare server's.
 */
export async function benchHttp({ origin, site, pocketbase, paths }: HttpBench): Promise<void> {
  const bare = await startServer('bare.ts', [origin, paths.cached, paths.file]);
  const backend = pocketbase === null ? [] : [pocketbase];
  const subjects: Subject[] = [
    {
      name: 'bare node:http, page',
      origin: bare.origin,
      path: paths.cached,
      pids: [bare.pid],
      connections: CONNECTIONS,
    },
    {
      name: 'cached page',
      origin,
      path: paths.cached,
      pids: [site],
      connections: CONNECTIONS,
      against: 'bare node:http, page',
    },
    {
      name: 'bare node:http, file',
      origin: bare.origin,
      path: paths.file,
      pids: [bare.pid],
      connections: CONNECTIONS,
    },
    {
      name: 'static file',
      origin,
      path: paths.file,
      pids: [site],
      connections: CONNECTIONS,
      against: 'bare node:http, file',
    },
    {
      name: 'uncached page',
      origin,
      path: paths.uncached,
      pids: [site, ...backend],
      connections: DRAWN_AT_ONCE,
      against: 'bare node:http, page',
    },
  ];
  const rounds = new Map<string, Round[]>(subjects.map(({ name }) => [name, []]));
  try {
    for (const subject of subjects) await load(subject.origin, subject.path, 1, subject.connections);
    for (let count = 0; count < ROUNDS; count += 1)
      for (const subject of subjects) rounds.get(subject.name)?.push(await round(subject));
  } finally {
    bare.stop();
  }
  const middle = (name: string, pick: (round: Round) => number): number =>
    median((rounds.get(name) ?? []).map(pick));
  const rate = (one: Round): number => one.requestsPerSecond;
  const cpu = (one: Round): number => one.cpuPerRequest;
  const rows = subjects.map(({ name, against }) => [
    name,
    figure(middle(name, rate)),
    figure(middle(name, cpu)),
    figure(middle(name, (one) => one.p50)),
    figure(middle(name, (one) => one.p99)),
    percent(middle(name, (one) => one.refused)),
    against ? percent(middle(name, rate) / middle(against, rate)) : '',
    // If the client uses most of the machine, every server answers at the client's speed; CPU time tells them apart.
    against ? percent(middle(against, cpu) / middle(name, cpu)) : '',
  ]);
  console.log(
    `Throughput: ${CONNECTIONS} connections (uncached ${DRAWN_AT_ONCE}), medians of ${ROUNDS} interleaved rounds of ${SECONDS} s`,
  );
  console.log(
    terminalTable(['', 'req/s', 'CPU ms/req', 'p50 ms', 'p99 ms', 'refused', 'of bare', 'by CPU time'], rows),
  );
  console.log(`cached page: ${paths.cached}   uncached: ${paths.uncached}   file: ${paths.file}`);
  const memory = [
    `site ${figure(await residentMb(site))} MB`,
    ...(pocketbase === null ? [] : [`PocketBase ${figure(await residentMb(pocketbase))} MB`]),
  ];
  console.log(`Memory after the load: ${memory.join(', ')}\n`);
}
