import { expect, it } from 'vitest';
import { SEARCH_FACETS } from '../../../../src/search/columns/facet-column.ts';
import { SearchUnavailable } from '../../../../src/search/engine.ts';
import {
  itemFailures,
  positionOf,
  readAnswer,
  readNames,
} from '../../../../src/server/adapters/opensearch/answers.ts';

/** Answers as the documentation of OpenSearch shows them. */
const buckets = { doc_count_error_upper_bound: 0, sum_other_doc_count: 0, buckets: [] as object[] };
const ANSWER = {
  took: 4,
  timed_out: false,
  _shards: { total: 3, successful: 3, skipped: 0, failed: 0 },
  hits: {
    total: { value: 2, relation: 'eq' },
    max_score: null,
    hits: [
      { _index: 'models-m1', _id: 'a', _score: 3.2, matched_queries: ['w0', 'w1'], sort: [3.2, 17, 'a'] },
      { _index: 'models-m1', _id: 'b', _score: 1, matched_queries: { w0: 1.5 }, sort: [1, 16, 'b'] },
    ],
  },
  aggregations: Object.fromEntries(
    SEARCH_FACETS.map((facet) => [
      facet,
      {
        doc_count: 2,
        values: facet === 'type' ? { ...buckets, buckets: [{ key: 'bust', doc_count: 2 }] } : buckets,
      },
    ]),
  ),
  suggest: {
    words: [
      { text: 'dragn', offset: 0, length: 5, options: [{ text: 'dragon', score: 0.8, freq: 7 }] },
      { text: 'bust', offset: 6, length: 4, options: [] },
    ],
  },
};

it('reads hits, their number, counts and corrections', () => {
  const { hits, total, facets, corrections } = readAnswer(ANSWER);
  expect(hits.map(({ id, names }) => [id, names])).toEqual([
    ['a', ['w0', 'w1']],
    ['b', ['w0']],
  ]);
  expect([total, facets.type, facets.scale]).toEqual([2, [{ value: 'bust', count: 2 }], []]);
  expect(corrections).toEqual([{ typed: 'dragn', searched: 'dragon' }]);
});

it.each([
  ['no object', null],
  ['no hits', { ...ANSWER, hits: {} }],
  ['a total that is no number', { ...ANSWER, hits: { ...ANSWER.hits, total: { value: '2' } } }],
  ['an id that is no text', { ...ANSWER, hits: { ...ANSWER.hits, hits: [{ _id: 7 }] } }],
  ['a facet that is missing', { ...ANSWER, aggregations: {} }],
  ['a shard that failed', { ...ANSWER, _shards: { ...ANSWER._shards, failed: 1 } }],
  ['a time that ran out', { ...ANSWER, timed_out: true }],
])('an answer with %s is none', (_, answer) => {
  expect(() => readAnswer(answer)).toThrow(SearchUnavailable);
});

it('of a bulk request only what was not wanted is a failure', () => {
  const items = [
    { index: { status: 201 } },
    { index: { status: 409, error: { type: 'version_conflict_engine_exception' } } },
    { delete: { status: 404 } },
    { index: { status: 400, error: { type: 'mapper_parsing_exception' } } },
  ];
  expect(itemFailures({ items })).toEqual([{ status: 400, type: 'mapper_parsing_exception' }]);
  expect(() => itemFailures({ items: [{ index: { status: 429 } }] })).toThrow(SearchUnavailable);
  expect(() => itemFailures({})).toThrow(SearchUnavailable);
});

it('knows indices by their aliases, and a position for other fields is none', () => {
  expect(readNames({ 'models-m1': { aliases: { models: {} } }, error: 'x', status: 404 })).toEqual([
    'models-m1',
  ]);
  const stored = { _source: { schema: '1:type', seq: 7, at: 8 } };
  expect(positionOf(stored, '1:type')).toEqual({ seq: 7, at: 8 });
  expect(positionOf(stored, '2:type')).toBeNull();
});
