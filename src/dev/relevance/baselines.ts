import type { SearchDoc } from '../../search/engine.ts';
import { wordsIn } from './corpus.ts';

/** Answers the ids of the best ten documents for a text. */
export type Ranker = (text: string) => string[];

/** The usual parameters of BM25 (Robertson and Zaragoza, 2009). */
const K1 = 1.2;
const B = 0.75;

const FIELDS = [
  { textOf: ({ name }: SearchDoc) => name, weight: 8 },
  { textOf: ({ tags }: SearchDoc) => tags.join(' '), weight: 4 },
  { textOf: ({ storeName }: SearchDoc) => storeName, weight: 3 },
  { textOf: ({ description }: SearchDoc) => description, weight: 1 },
] as const;

/** Plain BM25 over all text of a document as one field: the bar that no class of queries may fall below. */
export function bm25(docs: readonly SearchDoc[]): Ranker {
  return ranker(docs, [{ textOf: (doc) => FIELDS.map(({ textOf }) => textOf(doc)).join(' '), weight: 1 }]);
}

/** BM25F: the same with a weight for each field, those of our own engine. */
export function bm25f(docs: readonly SearchDoc[]): Ranker {
  return ranker(docs, FIELDS);
}

type Fields = readonly { textOf: (doc: SearchDoc) => string; weight: number }[];

function ranker(docs: readonly SearchDoc[], fields: Fields): Ranker {
  /** By word: the documents with their weighted number of mentions. */
  const postings = new Map<string, Map<number, number>>();
  for (const { textOf, weight } of fields) {
    const words = docs.map((doc) => wordsIn(textOf(doc)));
    const mean = words.reduce((sum, { length }) => sum + length, 0) / Math.max(1, docs.length);
    for (const [at, own] of words.entries()) {
      const length = 1 - B + (B * own.length) / Math.max(1, mean);
      for (const word of own) {
        const list = postings.get(word) ?? new Map<number, number>();
        postings.set(word, list);
        list.set(at, (list.get(at) ?? 0) + weight / length);
      }
    }
  }
  return (text) => {
    const scores = new Map<number, number>();
    for (const word of new Set(wordsIn(text))) {
      const list = postings.get(word);
      if (!list) continue;
      const rarity = Math.log(1 + (docs.length - list.size + 0.5) / (list.size + 0.5));
      for (const [at, mentions] of list)
        scores.set(at, (scores.get(at) ?? 0) + (rarity * mentions * (K1 + 1)) / (mentions + K1));
    }
    return [...scores]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, 10)
      .map(([at]) => (docs[at] as SearchDoc).id);
  };
}
