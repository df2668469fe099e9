import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
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

async function engine(workers = 1, saveEvery?: number): Promise<SearchEngine> {
  const opened = await openEmbeddedSearch({
    file,
    workers,
    onError: (reason) => expect.fail(String(reason)),
    onBehind: () => undefined,
    ...(saveEvery === undefined ? {} : { saveEvery }),
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
/** Products of an invented catalogue in parts of 60. */
async function* products(count: number): AsyncIterable<SearchDoc[]> {
  const docs = [...inventedProducts(count)];
  for (let from = 0; from < docs.length; from += 60) yield docs.slice(from, from + 60);
}

it('is not ready before it is built, and then reports its watermark', async () => {
  const search = await engine();
  expect(search.watermark()).toBeNull();
  await search.rebuild(products(200), 7);
  expect(search.watermark()).toBe(7);
  expect((await search.search(query)).total).toBeGreaterThan(0);
});

/** A product whose name is one word. */
function named(word: string): SearchDoc {
  return { ...([...inventedProducts(1)][0] as SearchDoc), id: word, name: word };
}

it('resumes from its snapshot', async () => {
  const before = await engine();
  const began = Date.now();
  await before.rebuild(products(200), 7);
  const answer = await before.search(query);
  await open.pop()?.close();
  const after = await engine();
  expect(after.watermark()).toBe(7);
  expect(after.savedAt()).toBeGreaterThanOrEqual(began);
  expect(await after.search(query)).toMatchObject({ ids: answer.ids, total: answer.total });
});

it('saves changes while it is open, so that few are repeated after it was killed', async () => {
  const before = await engine(2, 3);
  await before.rebuild(products(200), 7);
  await before.apply([{ op: 'put', doc: named('quokka') }], 8);
  expect(loadSnapshot(file)?.stand.seq).toBe(7);
  await before.apply(
    ['axolotl', 'wombat'].map((word) => ({ op: 'put', doc: named(word) })),
    10,
  );
  await expect.poll(() => loadSnapshot(file)?.stand.seq, { timeout: 60_000 }).toBe(10);
  await before.apply(
    [
      { op: 'del', id: 'quokka' },
      { op: 'put', doc: named('numbat') },
    ],
    12,
  );
  const after = await engine();
  expect(after.watermark()).toBe(10);
  for (const [search, found] of [
    [before, ['axolotl', 'wombat', 'numbat']],
    [after, ['axolotl', 'quokka', 'wombat']],
  ] as const)
    for (const word of ['axolotl', 'quokka', 'wombat', 'numbat'])
      expect((await search.search({ ...query, text: word })).total, word).toBe(
        found.includes(word as never) ? 1 : 0,
      );
});

it('is closed without a fault while it saves a snapshot', async () => {
  const search = await engine(1, 1);
  await search.rebuild(products(60), 7);
  await search.apply([{ op: 'put', doc: named('quokka') }], 8);
  // The options of `engine` fail the test at any fault.
  await search.close();
  expect(loadSnapshot(file)?.stand.seq).toBe(7);
});

it('answers from the old index while a new one is built, and loses no change of that time', async () => {
  const search = await engine();
  await search.rebuild(products(200), 7);
  const { total } = await search.search(query);
  const halves: (() => void)[] = [];
  async function* held(): AsyncIterable<SearchDoc[]> {
    yield [named('quokka')];
    await new Promise<void>((resume) => halves.push(resume));
    yield [named('wombat')];
  }
  const building = search.rebuild(held(), 9);
  await expect.poll(() => halves.length, { timeout: 60_000 }).toBe(1);
  expect((await search.search(query)).total).toBe(total);
  await search.apply(
    [
      { op: 'put', doc: named('axolotl') },
      { op: 'del', id: 'quokka' },
    ],
    10,
  );
  expect((await search.search({ ...query, text: 'axolotl' })).total).toBe(1);
  halves[0]?.();
  await building;
  // What the feed says after the position of the new index is applied again.
  expect(search.watermark()).toBe(9);
  expect((await search.search({ ...query, text: '' })).ids.toSorted()).toEqual(['axolotl', 'wombat']);
});

it('has an index also where its file cannot be written', async () => {
  writeFileSync(join(folder, 'no-folder'), '');
  const errors: unknown[] = [];
  const search = await openEmbeddedSearch({
    file: join(folder, 'no-folder', 'index'),
    workers: 2,
    onError: (reason) => errors.push(reason),
    onBehind: () => undefined,
  });
  open.push(search);
  await search.rebuild(products(200), 7);
  expect(search.watermark()).toBe(7);
  expect((await search.search(query)).total).toBeGreaterThan(0);
  expect(errors).toHaveLength(1);
});

it('keeps its index where building a new one fails', async () => {
  const search = await engine();
  await search.rebuild(products(200), 7);
  const { total } = await search.search(query);
  // biome-ignore lint/correctness/useYield: it fails before the first part.
  async function* broken(): AsyncIterable<SearchDoc[]> {
    throw new Error('the backend is away');
  }
  await expect(search.rebuild(broken(), 9)).rejects.toThrow('the backend is away');
  expect(search.watermark()).toBe(7);
  expect((await search.search(query)).total).toBe(total);
  await search.rebuild(products(10), 11);
  expect(search.watermark()).toBe(11);
});

it('applies changes in every worker', async () => {
  const search = await engine(2);
  await search.rebuild(products(200), 1);
  await search.apply([{ op: 'put', doc: { ...named('quokka'), id: 'new' } }], 2);
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

it('a thread that ended comes back with all changes, unless its snapshot is gone', async () => {
  const threads = new Set<Worker>();
  const post = Worker.prototype.postMessage;
  const watching = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (
    this: Worker,
    ...message: Parameters<typeof post>
  ) {
    threads.add(this);
    post.apply(this, message);
  });
  onTestFinished(() => watching.mockRestore());
  const errors: unknown[] = [];
  let behind = 0;
  const search = await openEmbeddedSearch({
    file,
    workers: 1,
    onError: (reason) => errors.push(reason),
    onBehind: () => behind++,
  });
  open.push(search);
  await search.rebuild(products(200), 7);
  await search.apply([{ op: 'put', doc: named('quokka') }], 8);
  const found = () => search.search({ ...query, text: 'quokka' }).then(({ ids }) => ids, String);
  expect(await found()).toEqual(['quokka']);
  for (const thread of [...threads]) await thread.terminate();
  await expect.poll(found, { timeout: 60_000 }).toEqual(['quokka']);
  expect(search.watermark()).toBe(8);
  expect([errors.length, behind]).toEqual([1, 0]);
  // Without its snapshot it has lost everything, and says so. It starts again later, as it is the second time.
  rmSync(file);
  for (const thread of [...threads]) await thread.terminate();
  await expect.poll(() => behind, { timeout: 60_000 }).toBe(1);
  expect(search.watermark()).toBeNull();
});

it('answers from another thread than the one that built the index', async () => {
  const asks = new Map<Worker, Set<string>>();
  const post = Worker.prototype.postMessage;
  const watching = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (
    this: Worker,
    ...message: Parameters<typeof post>
  ) {
    const { ask } = (message[0] as { asking: { ask: string } }).asking;
    asks.set(this, (asks.get(this) ?? new Set()).add(ask));
    post.apply(this, message);
  });
  onTestFinished(() => watching.mockRestore());
  const search = await engine(1, 2);
  await search.rebuild(products(200), 7);
  expect((await search.search(query)).total).toBeGreaterThan(0);
  for (const [seq, word] of ['quokka', 'wombat'].entries())
    await search.apply([{ op: 'put', doc: named(word) }], 8 + seq);
  await expect.poll(() => loadSnapshot(file)?.stand.seq, { timeout: 60_000 }).toBe(9);
  await expect
    .poll(async () => {
      expect((await search.search({ ...query, text: 'quokka' })).total).toBe(1);
      return [...asks.values()].filter((of) => of.has('search')).length;
    })
    .toBe(2);
  const both = [...asks.values()].filter((of) => of.has('save') && of.has('search'));
  expect(both).toEqual([]);
});

it('deletes the drafts of its snapshot that killed processes have left', () => {
  const [left, fresh] = [`${file}.1.draft`, `${file}.2.draft`];
  for (const draft of [left, fresh]) writeFileSync(draft, 'half an index');
  const hoursAgo = new Date(Date.now() - 2 * 3_600_000);
  utimesSync(left, hoursAgo, hoursAgo);
  saveSnapshot(file, buildIndex(inventedProducts(20)), { seq: 5, at: 77 });
  expect(readdirSync(folder).toSorted()).toEqual(['index', 'index.2.draft']);
});

it('keeps no more in memory than the index that it read from its file', () => {
  const built = buildIndex(inventedProducts(200));
  saveSnapshot(file, built, { seq: 5, at: 77 });
  const read = loadSnapshot(file)?.data;
  expect(read).toEqual(built);
  for (const numbers of [read?.postings, read?.offsets, read?.columns.price, read?.columns.state])
    expect(numbers?.buffer.byteLength).toBe(numbers?.byteLength);
});

it('ignores damaged, foreign and missing snapshot files', () => {
  expect(loadSnapshot(file)).toBeNull();
  saveSnapshot(file, buildIndex(inventedProducts(20)), { seq: 5, at: 77 });
  expect(loadSnapshot(file)?.stand).toEqual({ seq: 5, at: 77 });
  const bytes = readFileSync(file);
  bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  expect(loadSnapshot(file)).toBeNull();
  writeFileSync(file, bytes.subarray(0, 100));
  expect(loadSnapshot(file)).toBeNull();
  writeFileSync(file, 'no index at all');
  expect(loadSnapshot(file)).toBeNull();
});
