import {
  type SearchChange,
  type SearchEngine,
  type SearchQuery,
  type SearchResult,
  SearchUnavailable,
  type Stand,
} from './engine.ts';
import type { IndexData } from './packed-index.ts';
import { SearchWorker } from './search-worker.ts';
import type { LoadedIndex } from './worker.ts';

export interface EmbeddedOptions {
  /** The snapshot's file. Several processes may name the same one: each writes it whole. */
  file: string;
  /** Number of threads that answer. They share one index; each has 40 bytes a document of its own. */
  workers: number;
  onError: (reason: unknown) => void;
  /** A snapshot was saved: of an index that was built anew, or of one with the changes so far. */
  onSaved?: (what: 'rebuilt' | 'changed') => void;
  /** After how many changes a new snapshot is saved; by default so many that a start takes up to two seconds more. */
  saveEvery?: number;
  /** How long after a save that failed the next one is tried, in ms; each further one waits twice as long, up to RETRY_MOST_MS. */
  retryMs?: number;
}

/** Documents per message to a worker. */
const BATCH_SIZE = 500;
/** Changes between two snapshots, and which part of the index besides: a large one takes longer to save. */
const SAVE_EVERY = 2_000;
const SAVE_EVERY_SHARE = 0.02;
const RETRY_MS = 30_000;
const RETRY_MOST_MS = 600_000;
/** A worker that is lost again so soon is not started at once, in ms. */
const LOST_AGAIN_MS = 10_000;
const RESTART_MS = 5_000;

/**
 * A search engine in our own process: one packed index in memory that threads share, started from a snapshot. It is not ready
 * (and has no stand) until a snapshot is loaded or `rebuild` has run. Building, packing and saving happen in a thread apart;
 * new threads around what it packed take the place of those that answer, so no search waits for them. The file is read at the
 * start alone: where it cannot be written, or another process writes it, too, nothing is lost but time at the next start.
 * Nothing is saved at the end: a process that closes and one that is killed start again in the same way.
 */
export async function openEmbeddedSearch(options: EmbeddedOptions): Promise<SearchEngine> {
  const { file, onError } = options;
  const count = Math.max(1, options.workers);
  let workers: SearchWorker[] = [];
  /** What the workers began with. */
  let base: LoadedIndex | null = null;
  /** The changes since, in order. */
  let since: SearchChange[] = [];
  let seq: number | null = null;
  /** The versions of the changes since; everything else is as old as the base. */
  const versions = new Map<string, number>();
  /** The thread that builds, packs or saves; one at a time. */
  let builder: SearchWorker | null = null;
  let built: Promise<void> = Promise.resolve();
  let closed = false;
  let lostAt = Number.NEGATIVE_INFINITY;
  let failures = 0;
  let retry: NodeJS.Timeout | null = null;

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
      const isAgain = performance.now() - lostAt < LOST_AGAIN_MS;
      lostAt = performance.now();
      restartIn(isAgain ? RESTART_MS : 0);
    });
    return worker;
  };
  const tell = async (worker: SearchWorker, changes: readonly SearchChange[]) => {
    for (let from = 0; from < changes.length; from += BATCH_SIZE)
      await worker.ask({ ask: 'apply', changes: changes.slice(from, from + BATCH_SIZE) });
  };
  /** A thread around an index, with changes. @throws SearchUnavailable where it ends. */
  const started = async (data: IndexData, changes: readonly SearchChange[]): Promise<SearchWorker> => {
    const worker = makeWorker();
    await worker.ask({ ask: 'take', data });
    await tell(worker, changes);
    return worker;
  };
  /** A worker in place of one that was lost. */
  const restartIn = (ms: number): void => {
    const restart = async () => {
      if (closed || !base || workers.length >= count) return;
      workers.push(await started(base.data, since));
    };
    setTimeout(() => {
      inTurn(restart).catch(() => {
        // Its loss is reported already.
        if (!closed) restartIn(RESTART_MS);
      });
    }, ms).unref();
  };

  /** Saves what a thread has packed; where that fails it is tried again later. */
  const save = async (worker: SearchWorker, stand: Stand, what: 'rebuilt' | 'changed') => {
    try {
      await worker.ask({ ask: 'save', file, stand });
      failures = 0;
      options.onSaved?.(what);
    } catch (reason) {
      // Closing ends the thread that saves; that is no fault.
      if (closed) return;
      onError(reason);
      retryLater();
    }
  };
  const retryLater = () => {
    const wait = Math.min(RETRY_MOST_MS, (options.retryMs ?? RETRY_MS) * 2 ** failures);
    failures += 1;
    if (retry) clearTimeout(retry);
    retry = setTimeout(() => {
      retry = null;
      void packAnew();
    }, wait);
    retry.unref();
  };

  /**
   * Lets a new thread do `work`, which says how far what it then holds is true and how many of the changes since the base are in
   * it. Its index takes the place of the other one, and is saved.
   */
  const replace = (
    what: 'rebuilt' | 'changed',
    work: (worker: SearchWorker) => Promise<{ stand: Stand; changes: number }>,
  ) => {
    const done = built.then(async () => {
      if (closed) return;
      const worker = makeWorker();
      builder = worker;
      try {
        const { stand, changes } = await work(worker);
        const data = await worker.ask<IndexData>({ ask: 'pack' });
        await inTurn(async () => {
          const later = since.slice(changes);
          const fresh = await Promise.all(Array.from({ length: count }, () => started(data, later)));
          const former = workers;
          workers = fresh;
          base = { data, stand };
          since = later;
          if (what === 'rebuilt') seq = stand.seq;
          versions.clear();
          for (const change of later) versions.set(idOf(change), change.version);
          for (const one of former) void one.retire();
        });
        await save(worker, stand, what);
      } finally {
        // What building leaves in a thread's heap is several times the index. A thread that ends gives all of it back.
        await worker.close();
        builder = null;
      }
    });
    built = done.catch(() => undefined);
    return done;
  };

  /** Packs and saves the index with the changes so far. */
  const packAnew = () =>
    replace('changed', async (worker) => {
      if (!base) throw new Error('there is no search index to be packed');
      const [{ data }, changes] = [base, [...since]];
      const stand = { seq: seq ?? 0, at: Date.now() };
      await worker.ask({ ask: 'take', data });
      await tell(worker, changes);
      return { stand, changes: changes.length };
    }).catch((reason) => {
      if (closed) return;
      onError(reason);
      retryLater();
    });

  const loader = makeWorker();
  base = await loader.ask<LoadedIndex | null>({ ask: 'load', file });
  // Reading it has left garbage in the thread's heap.
  await loader.close();
  if (base) {
    const { data, stand } = base;
    workers = await Promise.all(Array.from({ length: count }, () => started(data, [])));
    seq = stand.seq;
  }

  const idlest = (): SearchWorker => {
    const [one, ...others] = workers;
    if (!one) throw new SearchUnavailable('no search worker is running');
    return others.reduce((least, worker) => (worker.load < least.load ? worker : least), one);
  };
  const isNews = (change: SearchChange): boolean => {
    const id = idOf(change);
    if (change.version < (versions.get(id) ?? base?.stand.seq ?? 0)) return false;
    versions.set(id, change.version);
    return true;
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
        const news = changes.filter(isNews);
        if (base || builder) since.push(...news);
        if (seq !== null) seq = Math.max(seq, at);
        // A worker that is lost meanwhile gets them when it is started again.
        const told = workers.map((worker) =>
          tell(worker, news).catch((reason) => {
            if (!(reason instanceof SearchUnavailable)) throw reason;
          }),
        );
        await Promise.all(told);
        const size = base?.data.columns.count ?? 0;
        const saveEvery = options.saveEvery ?? SAVE_EVERY + SAVE_EVERY_SHARE * size;
        if (base && !builder && !retry && since.length >= saveEvery) void packAnew();
      }),
    rebuild: (docs, at) =>
      replace('rebuilt', async (worker) => {
        const stand = { seq: at, at: Date.now() };
        // What is applied from now on follows again: documents may have been read before.
        const changes = since.length;
        let telling: Promise<unknown> = Promise.resolve();
        for await (const part of docs) {
          const before = telling;
          telling = worker.ask({ ask: 'build', docs: part });
          // Its failure is thrown below. The thread takes in one part while the next is read.
          telling.catch(() => undefined);
          await before;
        }
        await telling;
        return { stand, changes };
      }),
    stand: async () => (seq === null ? null : { seq, at: base?.stand.at ?? 0 }),
    async close() {
      closed = true;
      if (retry) clearTimeout(retry);
      await builder?.close();
      await built;
      await last;
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

const idOf = (change: SearchChange): string => (change.op === 'put' ? change.doc.id : change.id);
