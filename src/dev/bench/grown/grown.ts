import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../../ops/ports.ts';
import { paths } from '../../../paths.ts';
import { copyWorld, keptWorld } from '../../grown/kept-world.ts';
import { GROWN } from '../../grown/size.ts';
import { type DevStack, openDevStack } from '../../stack.ts';
import { cpuMs, peakMb, residentMb } from '../cpu.ts';
import { figure, terminalTable } from '../figures.ts';
import { benchCheckoutBeside } from './checkout-beside.ts';
import { openTripCounter, type TripCounter } from './counter.ts';
import { printGrowth } from './growth.ts';
import { MEASURED_REQUESTS } from './questions.ts';
import type { Answerer } from './reading.ts';
import { DEMO_CAST, grownCast, subjectsOf } from './subjects.ts';

/** How long the search index of the grown world may take to be built from nothing. */
const INDEX_WITHIN_MS = 15 * 60_000;
const LOOK_EVERY_MS = 250;

/** A world that uses less of a core than this share is idle; how long it may take until then. */
const IDLE_SHARE = 0.05;
const IDLE_LOOK_MS = 4_000;
const IDLE_WITHIN_MS = 5 * 60_000;

type Cast = Parameters<typeof subjectsOf>[1];

interface World extends Answerer {
  stack: DevStack;
  counter: TripCounter;
}

/**
 * The table of growth: every public page, without the page cache, and every action's main question, in the demo world and
 * in the grown world, in turn. Makes the worlds where the cache folder has none.
 * @param times how many times the products of the grown world there are.
 * @param asked parts of the names of the questions that are asked; an empty part is in every name. Checkouts are measured
 *   only beside all questions.
 */
export async function benchGrown(
  times: number,
  asked: readonly string[],
  folder: string,
  progress: (line: string) => void,
): Promise<void> {
  const size = { ...GROWN, products: GROWN.products * times };
  const kept = await keptWorld({ folder, size, progress });
  const copies = await mkdtemp(join(tmpdir(), 'guildhall-grown-'));
  const worlds: World[] = [];
  try {
    for (const [name, from, cast] of [
      ['demo', kept.demo, DEMO_CAST],
      ['grown', kept.grown, grownCast(size.stores)],
    ] as const)
      worlds.push(await openWorld(name, from, join(copies, name), cast, progress));
    for (const world of worlds) await untilIdle(world);
    const started = await Promise.all(worlds.map(memoryOf));
    const questions = MEASURED_REQUESTS.filter(({ name }) => asked.some((part) => name.includes(part)));
    await printGrowth(worlds, questions, progress);
    printMemory('Memory when the search index was ready, in MB', started);
    printMemory('Memory after the table, in MB', await Promise.all(worlds.map(memoryOf)));
    const grown = worlds.find(({ name }) => name === 'grown');
    if (grown && questions.length === MEASURED_REQUESTS.length)
      await benchCheckoutBeside(grown.stack, grown.subjects);
    if (grown && questions.length === MEASURED_REQUESTS.length)
      printMemory('Memory after the checkouts, in MB', [await memoryOf(grown)]);
  } finally {
    for (const { stack, counter } of worlds) {
      await stack.stop();
      counter.close();
    }
    await rm(copies, { recursive: true, force: true });
  }
}

async function openWorld(
  name: string,
  from: string,
  dataDir: string,
  cast: Cast,
  progress: (line: string) => void,
): Promise<World> {
  await copyWorld(from, dataDir);
  const ports = await freePorts();
  const counter = await openTripCounter(ports.pocketbase);
  const cacheDir = join(dataDir, 'cache');
  const began = performance.now();
  const stack = await openDevStack({
    ports,
    dataDir,
    cacheDir,
    env: { RATE_LIMITS: 'off', BEHIND_PROXY: '1', LOG_LEVEL: 'silent', PAGE_CACHE_MB: '0' },
    siteEnv: { POCKETBASE_URL: counter.url },
    demo: false,
    site: 'built',
    progress,
  });
  const started = performance.now() - began;
  const indexed = await searchesAfter(stack.siteUrl, began);
  console.log(
    `The ${name} world answers after ${figure(started / 1000)} s, its search index is ${
      indexed === null ? 'not ready' : `ready after ${figure(indexed / 1000)} s`
    }.`,
  );
  return {
    name,
    stack,
    counter,
    origin: stack.siteUrl,
    subjects: await subjectsOf(stack, cast),
    site: () => stack.sitePid() ?? 0,
    pocketbase: () => stack.supervisor.pid() ?? 0,
  };
}

/** How long after `began` a visitor's search was answered for the first time, in ms; null if it was not in time. */
async function searchesAfter(origin: string, began: number): Promise<number | null> {
  while (performance.now() - began < INDEX_WITHIN_MS) {
    const answer = await fetch(`${origin}${paths.suggestions()}?query=dra`);
    await answer.arrayBuffer();
    if (answer.ok) return performance.now() - began;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return null;
}

/** Waits until a world has nothing to do but answer: after a start its jobs catch up. */
async function untilIdle({ name, site, pocketbase }: World): Promise<void> {
  const used = async () => ((await cpuMs(site())) ?? 0) + ((await cpuMs(pocketbase())) ?? 0);
  const began = performance.now();
  while (performance.now() - began < IDLE_WITHIN_MS) {
    const before = await used();
    await new Promise((resolve) => setTimeout(resolve, IDLE_LOOK_MS));
    if ((await used()) - before <= IDLE_SHARE * IDLE_LOOK_MS) return;
  }
  console.log(`The ${name} world did not come to rest: work in the background counts too.`);
}

async function memoryOf({ name, site, pocketbase }: World): Promise<string[]> {
  return [
    name,
    figure(await residentMb(site())),
    figure(await peakMb(site())),
    figure(await residentMb(pocketbase())),
    figure(await peakMb(pocketbase())),
  ];
}

function printMemory(title: string, rows: readonly string[][]): void {
  console.log(title);
  console.log(`${terminalTable(['', 'site', 'at most', 'PocketBase', 'at most'], rows)}\n`);
}
