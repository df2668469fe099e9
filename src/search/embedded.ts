import type { SearchChange, SearchEngine, SearchQuery, SearchResult } from './engine.ts';
import { SearchUnavailable, SearchWorker } from './search-worker.ts';
import type { Stand } from './snapshot.ts';

export interface EmbeddedOptions {
  /** The snapshot's file. */
  file: string;
  /** Number of worker threads; each holds the whole index. */
  workers: number;
  onError: (reason: unknown) => void;
  /** The index has lost changes, or all of it: what follows after `watermark` must be applied again. */
  onBehind: () => void;
  /** A snapshot was saved: of an index that was built anew, or of one with the changes so far. */
  onSaved?: (what: 'rebuilt' | 'changed') => void;
  /** After how many changes a new snapshot is saved; by default so many that a start takes up to two seconds more. */
  saveEvery?: number;
}

/** Documents per message to a worker. */
const BATCH_SIZE = 500;
/** Changes between two snapshots, and which part of the index besides: a large one takes longer to save. */
const SAVE_EVERY = 2_000;
const SAVE_EVERY_SHARE = 0.02;
/** A worker that is lost again so soon is not started at once, in ms. */
const LOST_AGAIN_MS = 10_000;
const RESTART_MS = 5_000;

/**
 * A search engine in our own process: packed indexes in worker threads, started from a snapshot. It is not ready (and
 * its watermark null) until a snapshot is loaded or `rebuild` has run. Building and saving happen in a thread apart; when
 * it has ended, new ones with its snapshot take the place of those that answer, so no search waits for them. Nothing is saved at the end: a process that
 * closes and one that is killed start again in the same way.
 */
export async function openEmbeddedSearch(options: EmbeddedOptions): Promise<SearchEngine> {
  const { file, onError } = options;
  const count = Math.max(1, options.workers);
  let workers: SearchWorker[] = [];
  /** What the snapshot on disk holds; null where there is none. */
  let saved: Stand | null = null;
  let seq: number | null = null;
  /** The changes since the snapshot, in order. */
  let since: SearchChange[] = [];
  let size = 0;
  /** The thread that builds or saves; one at a time. */
  let builder: SearchWorker | null = null;
  let built: Promise<void> = Promise.resolve();
  let closed = false;
  let lostAt = Number.NEGATIVE_INFINITY;

  // Whatever changes the workers goes one after the other, so that none of them misses a change.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };

  const makeWorker = (): SearchWorker => {
    const worker: SearchWorker = new SearchWorker((reason) => {
      onError(reason);
      if (!workers.includes(worker)) return;
      workers = workers.filter((other) => other !== worker);
      if (closed) return;
      const isAgain = performance.now() - lostAt < LOST_AGAIN_MS;
      lostAt = performance.now();
      setTimeout(() => void inTurn(restart).catch(onError), isAgain ? RESTART_MS : 0).unref();
    });
    return worker;
  };
  const load = (worker: SearchWorker) => worker.ask<Stand | null>({ ask: 'load', file });
  const tell = async (worker: SearchWorker, changes: SearchChange[]) => {
    for (let from = 0; from < changes.length; from += BATCH_SIZE)
      size = await worker.ask<number>({ ask: 'apply', changes: changes.slice(from, from + BATCH_SIZE) });
  };

  /** A worker in place of one that was lost: with the snapshot and the changes since, or behind. */
  const restart = async () => {
    if (closed) return;
    const worker = makeWorker();
    const loaded = await load(worker);
    const isSame = loaded !== null && loaded.seq === saved?.seq && loaded.at === saved.at;
    if (isSame) await tell(worker, since);
    else {
      saved = loaded;
      seq = loaded?.seq ?? null;
      since = [];
    }
    workers.push(worker);
    if (!isSame) options.onBehind();
  };

  /** New workers with the snapshot that was just saved. @throws Error if it is not there. */
  const loaded = async (stand: Stand): Promise<SearchWorker[]> => {
    const fresh = Array.from({ length: count }, makeWorker);
    const stands = await Promise.all(fresh.map(load));
    if (stands.every((one) => one?.seq === stand.seq && one.at === stand.at)) return fresh;
    for (const worker of fresh) await worker.close();
    throw new Error('the snapshot of the search index is gone');
  };

  /**
   * Lets a new thread do `work`, which says what it then holds. Workers with what it saved take the place of all others, or,
   * where nothing could be saved, the thread itself.
   */
  const replace = (
    work: (worker: SearchWorker) => Promise<{ stand: Stand; isSaved: boolean; changes: number }>,
  ) => {
    const done = built.then(async () => {
      const worker = makeWorker();
      builder = worker;
      try {
        const { stand, isSaved, changes } = await work(worker);
        // What building leaves in a thread's heap is several times the index. A thread that ends gives all of it back.
        if (isSaved) await worker.close();
        await inTurn(async () => {
          const later = since.slice(changes);
          // Without a snapshot other workers have nothing to load.
          const fresh = isSaved ? await loaded(stand) : [worker];
          for (const one of fresh) await tell(one, later);
          const former = workers;
          workers = fresh;
          saved = isSaved ? stand : null;
          since = isSaved ? later : [];
          for (const one of former) void one.retire();
        });
      } catch (reason) {
        await worker.close();
        throw reason;
      } finally {
        builder = null;
      }
    });
    built = done.catch(() => undefined);
    return done;
  };

  /** Saves a new snapshot with the changes so far. Where that fails there is none, and a worker that is lost is rebuilt. */
  const saveAnew = () =>
    replace(async (worker) => {
      const changes = [...since];
      const stand = { seq: seq ?? 0, at: Date.now() };
      const loaded = await load(worker);
      if (loaded?.seq !== saved?.seq) throw new Error('the snapshot of the search index is gone');
      await tell(worker, changes);
      await worker.ask({ ask: 'save', file, stand });
      return { stand, isSaved: true, changes: changes.length };
    }).then(
      () => options.onSaved?.('changed'),
      (reason) => {
        // Closing ends the thread that saves; that is no fault.
        if (!closed) onError(reason);
        saved = null;
        since = [];
      },
    );

  const first = Array.from({ length: count }, makeWorker);
  const stands = await Promise.all(first.map(load));
  saved = stands.every((stand) => stand?.seq === stands[0]?.seq) ? (stands[0] ?? null) : null;
  seq = saved?.seq ?? null;
  if (saved) workers = first;
  // A thread without an index answers nothing, and holds 25 MB while one is built.
  else for (const worker of first) void worker.close();

  const idlest = (): SearchWorker => {
    const [one, ...others] = workers;
    if (!one) throw new SearchUnavailable('no search worker is running');
    return others.reduce((least, worker) => (worker.load < least.load ? worker : least), one);
  };

  return {
    async search(query: SearchQuery): Promise<SearchResult> {
      const began = performance.now();
      const result = await idlest().ask<Omit<SearchResult, 'tookMs' | 'engine'>>({ ask: 'search', query });
      return { ...result, tookMs: performance.now() - began, engine: 'embedded' };
    },
    suggest: async (text, limit) => idlest().ask({ ask: 'suggest', text, limit }),
    apply: (changes, at) =>
      inTurn(async () => {
        if (saved || builder) since.push(...changes);
        if (seq !== null) seq = Math.max(seq, at);
        // A worker that is lost meanwhile gets them when it is started again.
        const told = workers.map((worker) =>
          tell(worker, changes).catch((reason) => {
            if (!(reason instanceof SearchUnavailable)) throw reason;
          }),
        );
        await Promise.all(told);
        const saveEvery = options.saveEvery ?? SAVE_EVERY + SAVE_EVERY_SHARE * size;
        if (saved && !builder && since.length >= saveEvery) void saveAnew();
      }),
    async rebuild(docs, at) {
      await replace(async (worker) => {
        const stand = { seq: at, at: Date.now() };
        // What is applied from now on follows again: documents may have been read before.
        const changes = since.length;
        let telling: Promise<void> = Promise.resolve();
        for await (const part of docs) {
          const before = telling;
          telling = tell(
            worker,
            part.map((doc) => ({ op: 'put', doc })),
          );
          // Its failure is thrown below. The thread takes in one part while the next is read.
          telling.catch(() => undefined);
          await before;
        }
        await telling;
        const isSaved = await worker.ask({ ask: 'save', file, stand }).then(
          () => true,
          (reason) => {
            onError(reason);
            return false;
          },
        );
        return { stand, isSaved, changes };
      });
      seq = at;
      if (saved) options.onSaved?.('rebuilt');
    },
    watermark: () => seq,
    savedAt: () => saved?.at ?? null,
    async close() {
      closed = true;
      await builder?.close();
      await last;
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}
