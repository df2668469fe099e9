import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { SearchQuery } from '../../search/engine.ts';
import { buildIndex, PackedIndex } from '../../search/packed-index.ts';
import { loadSnapshot, saveSnapshot } from '../../search/snapshot.ts';
import { inventedProducts } from './products.ts';

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const ROUNDS = 100;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const base: SearchQuery = { sort: 'relevance', offset: 0, limit: 24, facets: true };
const QUERIES: Record<string, SearchQuery> = {
  'rare word': { ...base, text: 'w8x3 ' },
  'common word': { ...base, text: 'dragon ' },
  'two words': { ...base, text: 'dragon knight' },
  'prefix of three': { ...base, text: 'dra' },
  'typing slip': { ...base, text: 'halbrd' },
  'common, three filters': {
    ...base,
    text: 'dragon ',
    include: { type: ['figure'], scale: ['32'] },
    exclude: { genre: ['horror'] },
  },
  'no text, all facets, newest': { ...base, sort: 'newest' },
  'page 21, most popular': { ...base, text: 'goblin ', sort: 'popular', offset: 480 },
};

/**
 * Prints how long searches take inside the engine, by catalogue size, in ms: median and 99th percentile. In the site a
 * thread apart builds and saves the index, and each search thread holds one.
 */
export async function benchSearch(): Promise<void> {
  const table: Record<string, Record<string, string>> = {};
  const row = (name: string, size: number, value: string) => {
    table[name] ??= {};
    table[name][`${size} products`] = value;
  };
  for (const size of SIZES) {
    const folder = mkdtempSync(join(tmpdir(), 'bench-search-'));
    try {
      const before = memoryMb();
      const file = join(folder, 'index');
      buildAndSave(size, file, row);
      const loaded = timed(() => loadedIndex(file));
      row('load', size, loaded.ms.toFixed(0));
      const index = loaded.value;
      row('index in memory, MB', size, (memoryMb() - before).toFixed(0));
      for (const [name, query] of Object.entries(QUERIES))
        row(
          name,
          size,
          figures(() => index.search(query)),
        );
      row(
        'suggestion',
        size,
        figures(() => index.suggest('dra', 8)),
      );
      const [doc] = inventedProducts(1);
      if (doc)
        row(
          'one update',
          size,
          figures(() => index.put(doc)),
        );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  console.log('\nSearch, ms (median / 99th percentile)');
  console.table(table);
}

/** Builds an index and writes its snapshot; what it took is garbage afterwards. */
function buildAndSave(size: number, file: string, row: (name: string, size: number, value: string) => void) {
  const built = timed(() => buildIndex(inventedProducts(size)));
  row('build', size, built.ms.toFixed(0));
  row('save', size, timed(() => saveSnapshot(file, built.value, { seq: 1, at: 1 })).ms.toFixed(0));
  row('file, MB', size, (statSync(file).size / 1e6).toFixed(1));
}

function loadedIndex(file: string): PackedIndex {
  const snapshot = loadSnapshot(file);
  if (!snapshot) throw new Error('the snapshot cannot be read');
  return new PackedIndex(snapshot.data);
}

/** What is in use after garbage collection, in MB. */
function memoryMb(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}

function timed<T>(work: () => T): { ms: number; value: T } {
  const began = performance.now();
  const value = work();
  return { ms: performance.now() - began, value };
}

function figures(work: () => unknown): string {
  work();
  const times = Array.from({ length: ROUNDS }, () => timed(work).ms).sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(2);
  return `${at(0.5)} / ${at(0.99)}`;
}
