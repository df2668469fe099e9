import type { SearchChange, SearchDoc, SearchEngine, SearchQuery, SearchResult } from './engine.ts';
import { SearchUnavailable, SearchWorker } from './search-worker.ts';

export interface EmbeddedOptions {
  /** The snapshot's file. */
  file: string;
  /** Number of worker threads; each holds the whole index. One serves 100,000 products, two a million. */
  workers: number;
  onError: (reason: unknown) => void;
  /** A worker was restarted from the snapshot: changes after `watermark` must be applied again. */
  onBehind: () => void;
}

const BATCH_SIZE = 500;

/**
 * A search engine in our own process: packed indexes in worker threads, started from a snapshot. It is not ready (and
 * its watermark null) until a snapshot is loaded or `rebuild` has run.
 */
export async function openEmbeddedSearch(options: EmbeddedOptions): Promise<SearchEngine> {
  const { file } = options;
  let workers: SearchWorker[] = [];
  let seq: number | null = null;
  let closed = false;

  const start = async (): Promise<number | null> => {
    const worker = new SearchWorker((reason) => {
      options.onError(reason);
      workers = workers.filter((other) => other !== worker);
      if (!closed) void recover();
    });
    const loaded = await worker.ask<number | null>({ ask: 'load', file });
    workers.push(worker);
    return loaded;
  };
  const recover = async () => {
    try {
      const loaded = await start();
      seq = loaded === null || seq === null ? null : Math.min(seq, loaded);
      options.onBehind();
    } catch (reason) {
      options.onError(reason);
    }
  };
  const loaded = await Promise.all(Array.from({ length: Math.max(1, options.workers) }, start));
  seq = loaded.includes(null) ? null : Math.min(...(loaded as number[]));

  const idlest = (): SearchWorker => {
    const [first, ...others] = workers;
    if (!first) throw new SearchUnavailable('no search worker is running');
    return others.reduce((least, worker) => (worker.load < least.load ? worker : least), first);
  };
  const all = (ask: Parameters<SearchWorker['ask']>[0]) =>
    Promise.all(workers.map((worker) => worker.ask(ask)));

  return {
    async search(query: SearchQuery): Promise<SearchResult> {
      const began = performance.now();
      const result = await idlest().ask<Omit<SearchResult, 'tookMs' | 'engine'>>({ ask: 'search', query });
      return { ...result, tookMs: performance.now() - began, engine: 'embedded' };
    },
    suggest: async (text, limit) => idlest().ask({ ask: 'suggest', text, limit }),
    async apply(changes: SearchChange[], at: number) {
      if (changes.length > 0) await all({ ask: 'apply', changes });
      if (seq !== null) seq = Math.max(seq, at);
    },
    async rebuild(docs: AsyncIterable<SearchDoc>, at: number) {
      // A separate thread: the others keep answering from the old index meanwhile.
      const builder = new SearchWorker(options.onError);
      try {
        let changes: SearchChange[] = [];
        for await (const doc of docs) {
          changes.push({ op: 'put', doc });
          if (changes.length < BATCH_SIZE) continue;
          await builder.ask({ ask: 'apply', changes });
          changes = [];
        }
        await builder.ask({ ask: 'apply', changes });
        await builder.ask({ ask: 'save', file, seq: at });
      } finally {
        await builder.close();
      }
      await all({ ask: 'load', file });
      seq = at;
    },
    watermark: () => seq,
    async close() {
      const last = workers[0];
      if (last && seq !== null) await last.ask({ ask: 'save', file, seq }).catch(options.onError);
      closed = true;
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}
