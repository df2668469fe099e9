import { Columns, type ColumnsData } from './columns.ts';
import type { SearchDoc } from './engine.ts';
import { impactsOf } from './tokens.ts';

/** What an index is when it rests: sorted terms with their postings, one after the other, and the columns. */
export interface IndexData {
  ids: string[];
  names: string[];
  terms: string[];
  offsets: Uint32Array;
  ordinals: Uint32Array;
  impacts: Uint8Array;
  columns: ColumnsData;
}

/** The index of all these documents. */
export function buildIndex(docs: Iterable<SearchDoc>): IndexData {
  const ids: string[] = [];
  const names: string[] = [];
  const kept: SearchDoc[] = [];
  const byTerm = new Map<string, { ordinals: number[]; impacts: number[] }>();
  for (const doc of docs) {
    const ordinal = ids.length;
    ids.push(doc.id);
    names.push(doc.name);
    kept.push({ ...doc, description: '', tags: [] });
    for (const [term, impact] of impactsOf(doc)) {
      let postings = byTerm.get(term);
      if (!postings) {
        postings = { ordinals: [], impacts: [] };
        byTerm.set(term, postings);
      }
      postings.ordinals.push(ordinal);
      postings.impacts.push(impact);
    }
  }
  const columns = new Columns(ids.length);
  kept.forEach((doc, ordinal) => {
    columns.set(ordinal, doc);
  });
  const terms = [...byTerm.keys()].sort();
  let postings = 0;
  for (const { ordinals } of byTerm.values()) postings += ordinals.length;
  const offsets = new Uint32Array(terms.length + 1);
  const ordinals = new Uint32Array(postings);
  const impacts = new Uint8Array(postings);
  let end = 0;
  terms.forEach((term, at) => {
    const list = byTerm.get(term) as { ordinals: number[]; impacts: number[] };
    offsets[at] = end;
    ordinals.set(list.ordinals, end);
    impacts.set(list.impacts, end);
    end += list.ordinals.length;
  });
  offsets[terms.length] = end;
  return {
    ids,
    names,
    terms,
    offsets,
    ordinals,
    impacts,
    columns: columns.data(Uint32Array.from(ids.keys())),
  };
}
