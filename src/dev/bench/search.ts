import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { SearchDoc, SearchQuery } from '../../search/engine.ts';
import { IndexBuilder } from '../../search/index-builder.ts';
import { type IndexData, PackedIndex } from '../../search/packed-index.ts';
import { loadSnapshot, saveSnapshot } from '../../search/snapshot.ts';
import { inventedProducts, type Variety } from './products.ts';

/** Products, and the words and stores among which theirs are drawn: a large marketplace has more of both. */
const SIZES: readonly (Variety & { products: number })[] = [
  { products: 1_000, words: 12_000, stores: 100 },
  { products: 10_000, words: 60_000, stores: 2_000 },
  { products: 109_000, words: 150_000, stores: 20_000 },
  { products: 1_000_000, words: 1_050_000, stores: 20_000 },
];
const ROUNDS = 100;
/** Documents that are made before they are put in, which is not measured. */
const PART = 1_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const base: SearchQuery = { sort: 'relevance', offset: 0, limit: 24, facets: true };
const threeFilters: SearchQuery = {
  ...base,
  include: { type: ['figure'], scale: ['32'] },
  exclude: { genre: ['horror'] },
};
const QUERIES: Record<string, SearchQuery> = {
  'rare word': { ...base, text: 'w8x3 ' },
  'common word': { ...base, text: 'dragon ' },
  'two words': { ...base, text: 'dragon knight' },
  'five words, few have all': { ...base, text: 'dragon knight obelisk w8x3 wagon' },
  'prefix of three': { ...base, text: 'dra' },
  'typing slip': { ...base, text: 'halbrd' },
  'common, three filters': { ...threeFilters, text: 'dragon ' },
  'one store': { ...base, include: { store: ['store-77'] } },
  'no text, all facets, newest': { ...base, sort: 'newest' },
  'no text, three filters': { ...threeFilters, sort: 'newest' },
  'page 21, most popular': { ...base, text: 'goblin ', sort: 'popular', offset: 480 },
};

/**
 * Prints how long searches take inside the engine, by catalogue size, in ms: the median, and the CPU of the mean one. In the site a
 * thread apart builds and saves the index. `SIZES=109000 npm run bench -- search` takes one size.
 */
export async function benchSearch(): Promise<void> {
  const only = process.env['SIZES']?.split(',').map(Number);
  for (const size of SIZES.filter(({ products }) => only?.includes(products) ?? true)) {
    const rows: Record<string, string> = {};
    const folder = mkdtempSync(join(tmpdir(), 'bench-search-'));
    try {
      const before = memoryMb();
      const file = join(folder, 'index');
      const { words, stores } = buildAndSave(size, file, rows);
      const loaded = timed(() => loadedIndex(file));
      rows['load'] = loaded.ms.toFixed(0);
      const index = loaded.value;
      rows['index in memory, MB'] = (memoryMb() - before).toFixed(0);
      for (const [name, query] of Object.entries(QUERIES)) rows[name] = figures(() => index.search(query));
      rows['suggestion'] = figures(() => index.suggest('dra', 8));
      const [doc] = inventedProducts(1);
      if (doc) rows['one update'] = figures(() => index.put(doc));
      const of = `${size.products} products, ${words} words, ${stores} stores`;
      console.log(`\nSearch, ms (median / CPU of the mean): ${of}`);
      console.table(rows);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** Builds an index and writes its snapshot; what it took is garbage afterwards. Returns the words and stores that occur. */
function buildAndSave(
  { products, ...variety }: Variety & { products: number },
  file: string,
  rows: Record<string, string>,
): { words: number; stores: number } {
  const index = new IndexBuilder();
  let ms = 0;
  const stores = new Set<string>();
  const add = (part: SearchDoc[]) => {
    for (const doc of part) stores.add(doc.single.store ?? '');
    ms += timed(() => {
      for (const doc of part) index.put(doc);
    }).ms;
  };
  let part: SearchDoc[] = [];
  for (const doc of inventedProducts(products, { ...variety, inLabels: 0.25, inDescriptions: 0.01 })) {
    if (part.push(doc) < PART) continue;
    add(part);
    part = [];
  }
  add(part);
  const packed = timed(() => index.data());
  rows['build'] = (ms + packed.ms).toFixed(0);
  rows['save'] = timed(() => saveSnapshot(file, packed.value, { seq: 1, at: 1 })).ms.toFixed(0);
  rows['file, MB'] = (statSync(file).size / 1e6).toFixed(1);
  return { words: wordsIn(packed.value), stores: stores.size };
}

const wordsIn = ({ offsets }: IndexData) => offsets.length - 1;

function loadedIndex(file: string): PackedIndex {
  const snapshot = loadSnapshot(file);
  if (!snapshot) throw new Error('the snapshot cannot be read');
  return new PackedIndex(snapshot.data);
}

/** What is in use after garbage collection, in MB. */
function memoryMb(): number {
  // What threads could share is given back one collection later.
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}

/** The CPU of this thread, in ms: on a machine that others use, too, a clock would measure them. */
function timed<T>(work: () => T): { ms: number; value: T } {
  const before = process.threadCpuUsage();
  const value = work();
  const { user, system } = process.threadCpuUsage(before);
  return { ms: (user + system) / 1_000, value };
}

/** The median on the clock, and the CPU of the mean one: the system counts CPU in steps of some ms. */
function figures(work: () => unknown): string {
  for (let round = 0; round < 5; round++) work();
  const times: number[] = [];
  const cpu = timed(() => {
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now();
      work();
      times.push(performance.now() - began);
    }
  });
  times.sort((a, b) => a - b);
  return `${(times[ROUNDS >> 1] ?? 0).toFixed(2)} / ${(cpu.ms / ROUNDS).toFixed(2)}`;
}
