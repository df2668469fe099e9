import { parentPort } from 'node:worker_threads';
import type { SearchChange, SearchDoc, SearchQuery, Stand } from './engine.ts';
import { IndexBuilder } from './index-builder.ts';
import { type IndexData, PackedIndex } from './packed-index.ts';
import { loadSnapshot, saveSnapshot } from './snapshot.ts';

/** Requests of the main thread; each response carries the request's number. */
export type Asking =
  /** Answers what the file holds, or null. */
  | { ask: 'load'; file: string }
  /** The thread takes this index, whose numbers it shares with all others. */
  | { ask: 'take'; data: IndexData }
  | { ask: 'apply'; changes: SearchChange[] }
  /** Documents of an index that is built anew. */
  | { ask: 'build'; docs: SearchDoc[] }
  /** Answers the index that was built, or the other one with what was applied, packed. The thread holds it until it is saved. */
  | { ask: 'pack' }
  | { ask: 'save'; file: string; stand: Stand }
  | { ask: 'search'; query: SearchQuery }
  | { ask: 'suggest'; text: string; limit: number };

/** What a file held. */
export interface LoadedIndex {
  data: IndexData;
  stand: Stand;
}

let index = PackedIndex.empty();
let builder: IndexBuilder | null = null;

function answer(asking: Asking): unknown {
  switch (asking.ask) {
    case 'load':
      return loadSnapshot(asking.file) satisfies LoadedIndex | null;
    case 'take':
      index = new PackedIndex(asking.data);
      return null;
    case 'apply':
      for (const change of asking.changes) {
        if (change.op === 'put') index.put(change.doc);
        else index.remove(change.id);
      }
      return index.size;
    case 'build':
      builder ??= new IndexBuilder();
      for (const doc of asking.docs) builder.put(doc);
      return null;
    case 'pack': {
      const data = (builder ?? index).data();
      // What it was packed from is garbage now.
      builder = null;
      index = PackedIndex.empty();
      index = new PackedIndex(data);
      return data;
    }
    case 'save':
      saveSnapshot(asking.file, index.data(), asking.stand);
      return null;
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
