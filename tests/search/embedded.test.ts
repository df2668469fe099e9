import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { inventedProducts } from '../../src/dev/bench/products.ts';
import { openEmbeddedSearch } from '../../src/search/embedded.ts';
import type { SearchChange, SearchDoc, SearchEngine, SearchQuery } from '../../src/search/engine.ts';
import { loadSnapshot } from '../../src/search/snapshot.ts';

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
    ...(saveEvery === undefined ? {} : { saveEvery }),
  });
  open.push(opened);
  return opened;
}
const seqOf = async (search: SearchEngine) => (await search.stand())?.seq ?? null;
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
  expect(await seqOf(search)).toBeNull();
  await search.rebuild(products(200), 7);
  expect(await seqOf(search)).toBe(7);
  expect((await search.search(query)).total).toBeGreaterThan(0);
});

/** A product whose name is one word. */
function named(word: string): SearchDoc {
  return { ...([...inventedProducts(1)][0] as SearchDoc), id: word, name: word };
}
const put = (doc: SearchDoc, version: number): SearchChange => ({ op: 'put', doc, version });
const del = (id: string, version: number): SearchChange => ({ op: 'del', id, version });

it('resumes from its snapshot', async () => {
  const before = await engine();
  const began = Date.now();
  await before.rebuild(products(200), 7);
  const answer = await before.search(query);
  await open.pop()?.close();
  const after = await engine();
  expect(await seqOf(after)).toBe(7);
  expect((await after.stand())?.at).toBeGreaterThanOrEqual(began);
  expect(await after.search(query)).toMatchObject({ ids: answer.ids, total: answer.total });
});

it('saves changes while it is open, so that few are repeated after it was killed', async () => {
  const before = await engine(2, 3);
  await before.rebuild(products(200), 7);
  await before.apply([put(named('quokka'), 8)], 8);
  expect(loadSnapshot(file)?.stand.seq).toBe(7);
  await before.apply(
    ['axolotl', 'wombat'].map((word) => put(named(word), 10)),
    10,
  );
  await expect.poll(() => loadSnapshot(file)?.stand.seq, { timeout: 60_000 }).toBe(10);
  await before.apply([del('quokka', 12), put(named('numbat'), 12)], 12);
  const after = await engine();
  expect(await seqOf(after)).toBe(10);
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
  await search.apply([put(named('quokka'), 8)], 8);
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
  await search.apply([put(named('axolotl'), 10), del('quokka', 10)], 10);
  expect((await search.search({ ...query, text: 'axolotl' })).total).toBe(1);
  halves[0]?.();
  await building;
  // What the feed says after the position of the new index is applied again.
  expect(await seqOf(search)).toBe(9);
  expect((await search.search({ ...query, text: '' })).ids.toSorted()).toEqual(['axolotl', 'wombat']);
});

it('has an index also where its file cannot be written', async () => {
  writeFileSync(join(folder, 'no-folder'), '');
  const errors: unknown[] = [];
  const search = await openEmbeddedSearch({
    file: join(folder, 'no-folder', 'index'),
    workers: 2,
    onError: (reason) => errors.push(reason),
  });
  open.push(search);
  await search.rebuild(products(200), 7);
  expect(await seqOf(search)).toBe(7);
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
  expect(await seqOf(search)).toBe(7);
  expect((await search.search(query)).total).toBe(total);
  await search.rebuild(products(10), 11);
  expect(await seqOf(search)).toBe(11);
});

it('applies changes in every worker', async () => {
  const search = await engine(2);
  await search.rebuild(products(200), 1);
  await search.apply([put({ ...named('quokka'), id: 'new' }, 2)], 2);
  const found = await Promise.all(
    Array.from({ length: 8 }, () => search.search({ ...query, text: 'quokka' })),
  );
  expect(found.map(({ ids }) => ids)).toEqual(Array.from({ length: 8 }, () => ['new']));
  await search.apply([del('new', 3)], 3);
  const gone = await Promise.all(
    Array.from({ length: 8 }, () => search.search({ ...query, text: 'quokka' })),
  );
  expect(gone.every(({ total }) => total === 0)).toBe(true);
  expect(await search.suggest('drag', 5)).toHaveLength(5);
});

/** Every thread that is asked something from now on. */
function watchedThreads(): Set<Worker> {
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
  return threads;
}

it('a thread that ended comes back with all changes, also where the snapshot is gone', async () => {
  const threads = watchedThreads();
  const errors: unknown[] = [];
  const search = await openEmbeddedSearch({ file, workers: 1, onError: (reason) => errors.push(reason) });
  open.push(search);
  await search.rebuild(products(200), 7);
  await search.apply([put(named('quokka'), 8)], 8);
  const found = () => search.search({ ...query, text: 'quokka' }).then(({ ids }) => ids, String);
  expect(await found()).toEqual(['quokka']);
  rmSync(file);
  for (const thread of [...threads]) await thread.terminate();
  await expect.poll(found, { timeout: 60_000 }).toEqual(['quokka']);
  expect(await seqOf(search)).toBe(8);
  expect(errors).toHaveLength(1);
});

it('where a snapshot cannot be written, the next one is tried again, and nothing is lost meanwhile', async () => {
  const place = join(folder, 'place');
  writeFileSync(place, 'no folder');
  const errors: unknown[] = [];
  const saved: string[] = [];
  const search = await openEmbeddedSearch({
    file: join(place, 'index'),
    workers: 1,
    saveEvery: 1,
    retryMs: 1,
    onError: (reason) => errors.push(reason),
    onSaved: (what) => saved.push(what),
  });
  open.push(search);
  await search.rebuild(products(60), 7);
  await search.apply([put(named('quokka'), 8)], 8);
  await expect.poll(() => errors.length, { timeout: 60_000 }).toBeGreaterThan(2);
  expect((await search.search({ ...query, text: 'quokka' })).ids).toEqual(['quokka']);
  rmSync(place);
  await expect.poll(() => saved.length, { timeout: 60_000 }).toBeGreaterThan(0);
  await search.apply([put(named('wombat'), 9)], 9);
  await expect.poll(() => loadSnapshot(join(place, 'index'))?.stand.seq, { timeout: 60_000 }).toBe(9);
  expect((await search.search({ ...query, text: 'quokka' })).ids).toEqual(['quokka']);
});

it('two processes with one file save both, whenever they like, and each answers from its own index', async () => {
  const saved = { first: 0, second: 0 };
  const opened = async (name: 'first' | 'second') => {
    const search = await openEmbeddedSearch({
      file,
      workers: 1,
      saveEvery: 1,
      onError: (reason) => expect.fail(String(reason)),
      onSaved: () => {
        saved[name] += 1;
      },
    });
    open.push(search);
    return search;
  };
  const [first, second] = [await opened('first'), await opened('second')];
  await Promise.all([first.rebuild(products(60), 7), second.rebuild(products(80), 8)]);
  for (const round of [1, 2]) {
    await first.apply([put(named('quokka'), 10 + round)], 10 + round);
    await second.apply([put(named('wombat'), 20 + round)], 20 + round);
    await expect.poll(() => Math.min(saved.first, saved.second), { timeout: 60_000 }).toBe(1 + round);
  }
  expect((await first.search({ ...query, text: '' })).total).toBe(61);
  expect((await second.search({ ...query, text: '' })).total).toBe(81);
  expect([12, 22]).toContain(loadSnapshot(file)?.stand.seq);
});

it('several threads share one index, and each sees every change', async () => {
  const threads = watchedThreads();
  const search = await engine(3);
  await search.rebuild(products(200), 1);
  const all = [...threads];
  await search.apply([put({ ...named('quokka'), id: 'new' }, 2), del('000000000000007', 2)], 2);
  const answers = await Promise.all(
    Array.from({ length: 9 }, () => search.search({ ...query, text: '', facets: true })),
  );
  for (const { ids, facets } of answers) expect([ids, facets]).toEqual([answers[0]?.ids, answers[0]?.facets]);
  expect(answers[0]?.total).toBe(200);
  expect(all.length).toBeGreaterThanOrEqual(4);
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
    await search.apply([put(named(word), 8 + seq)], 8 + seq);
  await expect.poll(() => loadSnapshot(file)?.stand.seq, { timeout: 60_000 }).toBe(9);
  await expect
    .poll(async () => {
      expect((await search.search({ ...query, text: 'quokka' })).total).toBe(1);
      return [...asks.values()].filter((of) => of.has('search')).length;
    })
    .toBe(2);
  const both = [...asks.values()].filter((of) => of.has('pack') && of.has('search'));
  expect(both).toEqual([]);
});
