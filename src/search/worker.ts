import { parentPort } from 'node:worker_threads';
import type { SearchChange, SearchQuery } from './engine.ts';
import { PackedIndex } from './packed-index.ts';
import { loadSnapshot, type Stand, saveSnapshot } from './snapshot.ts';

/** Requests of the main thread; each response carries the request's number. */
export type Asking =
  | { ask: 'load'; file: string }
  | { ask: 'apply'; changes: SearchChange[] }
  /** Saved, the thread holds nothing any more. */
  | { ask: 'save'; file: string; stand: Stand }
  | { ask: 'search'; query: SearchQuery }
  | { ask: 'suggest'; text: string; limit: number };

let index = PackedIndex.empty();

/** What the index was packed from is given back before the new one is laid out, or the thread would hold it three times. */
function pack(): void {
  const data = index.data();
  index = PackedIndex.empty();
  globalThis.gc?.();
  index = new PackedIndex(data);
}

function answer(asking: Asking): unknown {
  switch (asking.ask) {
    case 'load': {
      const snapshot = loadSnapshot(asking.file);
      if (snapshot) index = new PackedIndex(snapshot.data);
      return snapshot?.stand ?? null;
    }
    case 'apply': {
      for (const change of asking.changes) {
        if (change.op === 'put') index.put(change.doc);
        else if (change.op === 'del') index.remove(change.id);
        else index.patch(change.id, change);
      }
      if (index.wantsPacking) pack();
      return index.size;
    }
    case 'save': {
      const data = index.data();
      // What it was packed from is not needed any more; others load the file, and where it cannot be written this answers.
      index = PackedIndex.empty();
      try {
        saveSnapshot(asking.file, data, asking.stand);
      } catch (reason) {
        index = new PackedIndex(data);
        throw reason;
      }
      return data.ids.length;
    }
    case 'search':
      return index.search(asking.query);
    case 'suggest':
      return index.suggest(asking.text, asking.limit);
  }
}

parentPort?.on('message', ({ number, asking }: { number: number; asking: Asking }) => {
  try {
    parentPort?.postMessage({ number, value: answer(asking) });
  } catch (reason) {
    parentPort?.postMessage({ number, error: String(reason) });
  }
});
