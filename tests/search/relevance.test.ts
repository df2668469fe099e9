import { beforeAll, describe, expect, it } from 'vitest';
import { bm25, type Ranker } from '../../src/dev/relevance/baselines.ts';
import { type Corpus, corpusOf } from '../../src/dev/relevance/corpus.ts';
import { type ClassFigures, ndcgOf, relevance } from '../../src/dev/relevance/measure.ts';
import { judgedQueries, type QueryClass } from '../../src/dev/relevance/queries.ts';
import { buildIndex } from '../../src/search/index-builder.ts';
import { PackedIndex } from '../../src/search/packed-index.ts';

/** What searches find, on a part of the corpus of `npm run bench -- relevance`. */
const SEED = 35;
const DOCUMENTS = 4_000;

/** The least nDCG@10 of a class; 0.9 where none is named. Of queries without an answer: the share that finds nothing. */
const FLOORS: Partial<Record<QueryClass | 'all', number>> = {
  all: 0.95,
  'one typo': 0.85,
  'two typos': 0.8,
  split: 0.85,
  'numbers and sizes': 0.85,
  // Half of these words are a seller's own, which no list of synonyms has.
  'topic by another word': 0.75,
  'nothing there': 0.9,
};

let corpus: Corpus;
let ours: Map<QueryClass | 'all', ClassFigures>;
let plain: Map<QueryClass | 'all', ClassFigures>;

beforeAll(() => {
  corpus = corpusOf(SEED, DOCUMENTS);
  const docs = corpus.models.map(({ doc }) => doc);
  const index = new PackedIndex(buildIndex(docs));
  const search: Ranker = (text) => index.search({ text, sort: 'relevance', offset: 0, limit: 10 }).ids;
  const queries = judgedQueries(corpus, SEED, 12);
  ours = relevance(queries, search);
  plain = relevance(queries, bm25(docs));
  // Seconds on a busy machine.
}, 60_000);

it('finds what is meant in each class of queries, at least as often as its floor says', () => {
  const below = [...ours].filter(([of, { ndcg }]) => ndcg < (FLOORS[of] ?? 0.9));
  expect(below).toEqual([]);
  expect(ours.size).toBe(26);
});

it('no class is answered worse than by plain BM25', () => {
  const worse = [...ours].filter(([of, { ndcg }]) => ndcg < (plain.get(of)?.ndcg ?? 0) - 0.03);
  expect(worse).toEqual([]);
});

it('at most 2 % of the queries that have an answer find nothing', () => {
  expect(ours.get('all')?.empty).toBeLessThanOrEqual(0.02);
});

describe('the corpus', () => {
  it('has a vocabulary that grows with its documents, and is the same for the same seed', () => {
    expect(corpus.words).toBeGreaterThan(12_000);
    expect(corpusOf(7, 200)).toEqual(corpusOf(7, 200));
    expect(corpusOf(8, 200).models[0]?.doc.name).not.toBe(corpusOf(7, 200).models[0]?.doc.name);
  });

  it('is measured by nDCG: 1 for the best order, less for a worse one, 0 for none', () => {
    const grades = new Map([
      ['a', 2],
      ['b', 1],
    ]);
    expect(ndcgOf(['a', 'b'], grades)).toBe(1);
    expect(ndcgOf(['b', 'a'], grades)).toBeCloseTo((1 + 3 / Math.log2(3)) / (3 + 1 / Math.log2(3)), 10);
    expect(ndcgOf(['x'], grades)).toBe(0);
  });
});
