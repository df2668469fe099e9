import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from '../children.ts';
import { cpuMs } from '../cpu.ts';
import { figure, median, terminalTable } from '../figures.ts';
import { load, NEW_ID } from '../load.ts';
import type { BenchPages } from '../pages.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const SOURCES = join(ROOT, 'src/dev/bench/floor');
/** Built as a copy: Astro writes types of its own beside what it builds. */
const FLOOR = join(ROOT, '.cache/bench-floor');
const ROUNDS = 5;
const SECONDS = 2;
/** Enough to keep one thread busy while others wait for their data. */
const CONNECTIONS = 4;
/** Pages for who sees mature models are rendered for each request. */
const MATURE = 'mature=yes';
/** What the others are compared with. */
const EMPTY = 'floor: empty Astro page';
const BY_HAND = 'floor: 24 cards by hand';

interface Subject {
  name: string;
  origin: string;
  path: string;
  /** Whose work counts; PocketBase does not work for the floor. */
  site: number;
  pocketbase: number | null;
  cookie?: string;
}

interface Round {
  perSecond: number;
  siteMs: number;
  pocketbaseMs: number;
  p50: number;
  p99: number;
}

export interface NewPagesBench {
  origin: string;
  site: number;
  pocketbase: number | null;
  pages: BenchPages;
}

/**
 * CPU time of pages that no cache knows, beside the least that a page can cost on the same machine in the same run: an
 * empty Astro page, and 24 cards as a string written by hand. In turn within each round; prints medians.
 */
export async function benchNewPages({ origin, site, pocketbase, pages }: NewPagesBench): Promise<void> {
  await buildFloor();
  const floor = await startServer('floor/floor-server.ts', [join(FLOOR, 'dist/server')]);
  const page = (name: string, path: string, cookie?: string): Subject => ({
    name,
    origin,
    path,
    site,
    pocketbase,
    ...(cookie === undefined ? {} : { cookie }),
  });
  const base = (name: string, path: string): Subject => ({
    name,
    origin: floor.origin,
    path,
    site: floor.pid,
    pocketbase: null,
  });
  const subjects = [
    base(EMPTY, `/astro?${NEW_ID}`),
    base(BY_HAND, `/text?${NEW_ID}`),
    page('search, nothing found, new address', `/search?query=stone+${NEW_ID}`),
    page('search, for one visitor', '/search', MATURE),
    page('product, for one visitor', pages.product, MATURE),
    page('store, for one visitor', pages.store, MATURE),
    page('guilds, for one visitor', '/guilds', MATURE),
    page('home, for one visitor', pages.home, MATURE),
  ];
  const rounds = new Map<string, Round[]>(subjects.map(({ name }) => [name, []]));
  try {
    for (const subject of subjects) await round(subject);
    for (let count = 0; count < ROUNDS; count += 1)
      for (const subject of subjects) rounds.get(subject.name)?.push(await round(subject));
  } finally {
    floor.stop();
  }
  const middle = (name: string, pick: (round: Round) => number) => median((rounds.get(name) ?? []).map(pick));
  const all = ({ siteMs, pocketbaseMs }: Round) => siteMs + pocketbaseMs;
  const rows = subjects.map(({ name }) => [
    name,
    figure(middle(name, ({ perSecond }) => perSecond)),
    figure(middle(name, ({ siteMs }) => siteMs)),
    figure(middle(name, ({ pocketbaseMs }) => pocketbaseMs)),
    figure(middle(name, ({ p50 }) => p50)),
    figure(middle(name, ({ p99 }) => p99)),
    `${figure(middle(name, all) / middle(EMPTY, all))} ×`,
    `${figure(middle(name, all) / middle(BY_HAND, all))} ×`,
  ]);
  console.log(
    `New pages: ${CONNECTIONS} connections, medians of ${ROUNDS} interleaved rounds of ${SECONDS} s; CPU of all threads, compressing included`,
  );
  const head = ['', 'req/s', 'site ms', 'PocketBase ms', 'p50 ms', 'p99 ms', 'of empty', 'of by hand'];
  console.log(`${terminalTable(head, rows)}\n`);
}

async function round({ origin, path, site, pocketbase, cookie }: Subject): Promise<Round> {
  const cpu = async () => ({
    site: (await cpuMs(site)) ?? Number.NaN,
    pocketbase: pocketbase === null ? 0 : ((await cpuMs(pocketbase)) ?? Number.NaN),
  });
  const before = await cpu();
  const { requests, requestsPerSecond, p50, p99 } = await load(origin, path, SECONDS, CONNECTIONS, cookie);
  const after = await cpu();
  return {
    perSecond: requestsPerSecond,
    siteMs: (after.site - before.site) / requests,
    pocketbaseMs: (after.pocketbase - before.pocketbase) / requests,
    p50,
    p99,
  };
}

/** @throws Error if the floor site could not be built. */
async function buildFloor(): Promise<void> {
  await rm(FLOOR, { recursive: true, force: true });
  for (const part of ['astro.config.mjs', 'src'])
    await cp(join(SOURCES, part), join(FLOOR, part), { recursive: true });
  const words = [join(ROOT, 'node_modules/astro/bin/astro.mjs'), 'build', '--root', FLOOR, '--silent'];
  const building = spawn(process.execPath, words, {
    cwd: FLOOR,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(building, 'close')) as [number | null];
  if (code !== 0) throw new Error('The empty Astro page of the bench could not be built.');
}
