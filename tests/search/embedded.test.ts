import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inventedProducts } from '../../src/dev/bench/products.ts';
import { openEmbeddedSearch } from '../../src/search/embedded.ts';
import type { SearchDoc, SearchEngine, SearchQuery } from '../../src/search/engine.ts';
import { buildIndex } from '../../src/search/packed-index.ts';
import { loadSnapshot, saveSnapshot } from '../../src/search/snapshot.ts';

let folder: string;
let file: string;
const open: SearchEngine[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'search-'));
  file = join(folder, 'index');
});
afterEach(async () => {
  for (const engine of open.splice(0)) await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

async function engine(workers = 1): Promise<SearchEngine> {
  const opened = await openEmbeddedSearch({
    file,
    workers,
    onError: (reason) => expect.fail(String(reason)),
    onBehind: () => undefined,
  });
  open.push(opened);
  return opened;
}
const query: SearchQuery = {
  text: 'dragon',
  sort: 'relevance',
  offset: 0,
  limit: 50,
  facets: true,
  mature: true,
};
async function* products(count: number): AsyncIterable<SearchDoc> {
  yield* inventedProducts(count);
}

it('is not ready before it is built, and then reports its watermark', async () => {
  const search = await engine();
  expect(search.watermark()).toBeNull();
  await search.rebuild(products(200), 7);
  expect(search.watermark()).toBe(7);
  expect((await search.search(query)).total).toBeGreaterThan(0);
});

it('resumes from its snapshot', async () => {
  const before = await engine();
  await before.rebuild(products(200), 7);
  await before.apply(
    [{ op: 'put', doc: { ...([...inventedProducts(1)][0] as SearchDoc), id: 'new', name: 'quokka' } }],
    9,
  );
  const answer = await before.search(query);
  await open.pop()?.close();
  const after = await engine();
  expect(after.watermark()).toBe(9);
  expect((await after.search(query)).total).toBe(answer.total);
  expect((await after.search({ ...query, text: 'quokka' })).ids).toEqual(['new']);
});

it('applies changes in every worker', async () => {
  const search = await engine(2);
  await search.rebuild(products(200), 1);
  const doc = { ...([...inventedProducts(1)][0] as SearchDoc), id: 'new', name: 'quokka' };
  await search.apply([{ op: 'put', doc }], 2);
  const found = await Promise.all(
    Array.from({ length: 8 }, () => search.search({ ...query, text: 'quokka' })),
  );
  expect(found.map(({ ids }) => ids)).toEqual(Array.from({ length: 8 }, () => ['new']));
  await search.apply([{ op: 'del', id: 'new' }], 3);
  const gone = await Promise.all(
    Array.from({ length: 8 }, () => search.search({ ...query, text: 'quokka' })),
  );
  expect(gone.every(({ total }) => total === 0)).toBe(true);
  expect(await search.suggest('drag', 5)).toHaveLength(5);
});

it('ignores damaged, foreign and missing snapshot files', () => {
  expect(loadSnapshot(file)).toBeNull();
  saveSnapshot(file, buildIndex(inventedProducts(20)), 5);
  expect(loadSnapshot(file)?.seq).toBe(5);
  const bytes = readFileSync(file);
  bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  expect(loadSnapshot(file)).toBeNull();
  writeFileSync(file, bytes.subarray(0, 100));
  expect(loadSnapshot(file)).toBeNull();
  writeFileSync(file, 'no index at all');
  expect(loadSnapshot(file)).toBeNull();
});
