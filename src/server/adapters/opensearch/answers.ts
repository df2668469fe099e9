import { SEARCH_FACETS } from '../../../search/columns/facet-column.ts';
import { type FacetCount, type SearchFacet, SearchUnavailable, type Stand } from '../../../search/engine.ts';

/** Answers of OpenSearch, read field by field: what is not as documented is no answer. */

type Fields = Record<string, unknown>;

const bad = (what: string) => new SearchUnavailable(`OpenSearch answered without ${what}`);

function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bad(what);
  return value as Fields;
}

function listOf(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value)) throw bad(what);
  return value;
}

function textOf(value: unknown, what: string): string {
  if (typeof value !== 'string' || value.length > 1_000) throw bad(what);
  return value;
}

function countOf(value: unknown, what: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw bad(what);
  return value as number;
}

export interface Hit {
  id: string;
  /** The clauses that it has. */
  names: string[];
  /** Where it was asked for. */
  name: string | null;
}

export interface SearchAnswer {
  hits: Hit[];
  total: number;
  facets: Partial<Record<SearchFacet, FacetCount[]>>;
  corrections: { typed: string; searched: string }[];
}

/** @throws SearchUnavailable where some shards did not answer: what they have would be missing without a word. */
export function hitsOf(answer: unknown): Hit[] {
  const all = fieldsOf(answer, 'fields');
  const shards = fieldsOf(all['_shards'], '_shards');
  if (all['timed_out'] === true || countOf(shards['failed'], '_shards.failed') > 0)
    throw new SearchUnavailable('some shards of OpenSearch did not answer');
  return listOf(fieldsOf(all['hits'], 'hits')['hits'], 'hits.hits').map((one) => {
    const hit = fieldsOf(one, 'a hit');
    const names = hit['matched_queries'] ?? [];
    const source = hit['_source'] === undefined ? {} : fieldsOf(hit['_source'], '_source');
    return {
      id: textOf(hit['_id'], '_id'),
      // Since 2.12 they can be asked for with their scores.
      names: Array.isArray(names)
        ? names.map((name) => textOf(name, 'a name'))
        : Object.keys(fieldsOf(names, 'names')),
      name: source['name'] === undefined ? null : textOf(source['name'], 'name'),
    };
  });
}

export function readAnswer(answer: unknown): SearchAnswer {
  const hits = hitsOf(answer);
  const all = fieldsOf(answer, 'fields');
  const total = fieldsOf(fieldsOf(all['hits'], 'hits')['total'], 'hits.total');
  const facets: SearchAnswer['facets'] = {};
  if (all['aggregations'] !== undefined) {
    const aggregations = fieldsOf(all['aggregations'], 'aggregations');
    for (const facet of SEARCH_FACETS) {
      const values = fieldsOf(fieldsOf(aggregations[facet], facet)['values'], 'values');
      facets[facet] = listOf(values['buckets'], 'buckets').map((one) => {
        const bucket = fieldsOf(one, 'a bucket');
        return { value: textOf(bucket['key'], 'key'), count: countOf(bucket['doc_count'], 'doc_count') };
      });
    }
  }
  return {
    hits,
    total: countOf(total['value'], 'hits.total.value'),
    facets,
    corrections: correctionsOf(all),
  };
}

function correctionsOf(answer: Fields): SearchAnswer['corrections'] {
  if (answer['suggest'] === undefined) return [];
  const words = listOf(fieldsOf(answer['suggest'], 'suggest')['words'], 'suggest.words');
  return words.flatMap((one) => {
    const word = fieldsOf(one, 'a word');
    const [first] = listOf(word['options'], 'options');
    if (first === undefined) return [];
    const searched = textOf(fieldsOf(first, 'an option')['text'], 'text');
    return [{ typed: textOf(word['text'], 'text'), searched }];
  });
}

/** The names of the indices that an answer is about. */
export function readNames(answer: unknown): string[] {
  return Object.entries(fieldsOf(answer, 'fields')).flatMap(([name, about]) =>
    typeof about === 'object' && about !== null && 'aliases' in about ? [name] : [],
  );
}

export function isAcknowledged(answer: unknown): boolean {
  return fieldsOf(answer, 'fields')['acknowledged'] === true;
}

/** The record of the position; null where it was written for other fields. */
export function positionOf(answer: unknown, schema: string): Stand | null {
  const source = fieldsOf(fieldsOf(answer, 'fields')['_source'], '_source');
  if (source['schema'] !== schema) return null;
  return { seq: countOf(source['seq'], 'seq'), at: countOf(source['at'], 'at') };
}

/**
 * The operations of a bulk request that failed. An older version that was refused and a product that was gone already are what
 * was wanted.
 */
export function itemFailures(answer: unknown): { status: number; type: string }[] {
  return listOf(fieldsOf(answer, 'fields')['items'], 'items').flatMap((one) => {
    const [operation, result] = Object.entries(fieldsOf(one, 'an item'))[0] ?? [];
    const item = fieldsOf(result, 'an item');
    const status = countOf(item['status'], 'status');
    if (status < 300 || status === 409 || (status === 404 && operation === 'delete')) return [];
    if (status === 429 || status >= 500)
      throw new SearchUnavailable(`OpenSearch answered ${status} to a document`);
    const error = item['error'] === undefined ? {} : fieldsOf(item['error'], 'error');
    return [{ status, type: error['type'] === undefined ? '' : textOf(error['type'], 'type') }];
  });
}
