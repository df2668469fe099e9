import { termsNear } from '../../../src/search/fuzzy.ts';
import { StringTable } from '../../../src/search/string-table.ts';
import { folded, searchWords } from '../../../src/search/tokens.ts';

/** The part of the query language of OpenSearch that the site uses, over documents in memory. Any other clause is refused. */

export type StoredFields = Record<string, unknown>;
type Clause = Record<string, unknown>;
type Scored = Map<string, number>;

interface Context {
  docs: ReadonlyMap<string, StoredFields>;
  /** By document: the named clauses that it matched. */
  names: Map<string, Set<string>>;
}

const BODY = ['query', 'post_filter', 'aggs', 'suggest', 'sort', 'from', 'size'];
const SETTINGS = ['track_total_hits', 'track_scores', '_source'];

function strict(value: object, allowed: readonly string[]): void {
  for (const name of Object.keys(value))
    if (!allowed.includes(name)) throw new Error(`parsing_exception: unknown field [${name}]`);
}

/** The answer to a search. */
export function matchesOf(body: Clause, docs: ReadonlyMap<string, StoredFields>): object {
  strict(body, [...BODY, ...SETTINGS]);
  const context: Context = { docs, names: new Map() };
  const found = scoresOf(body['query'] as Clause, context);
  const post = body['post_filter'] ? scoresOf(body['post_filter'] as Clause, context) : null;
  const kept = [...found].filter(([id]) => post?.has(id) ?? true);
  const order = (body['sort'] ?? []) as Record<string, 'asc' | 'desc'>[];
  kept.sort(([a, scoreA], [b, scoreB]) => {
    for (const [field = '', direction] of order.map((one) => Object.entries(one)[0] ?? [])) {
      const [left, right] =
        field === '_score' ? [scoreA, scoreB] : [a, b].map((id) => docs.get(id)?.[field] as number | string);
      if (left === right) continue;
      return ((left as number) < (right as number) ? -1 : 1) * (direction === 'asc' ? 1 : -1);
    }
    return 0;
  });
  const from = (body['from'] ?? 0) as number;
  const size = (body['size'] ?? 10) as number;
  if (from + size > 10_000) throw new Error('Result window is too large');
  const source = body['_source'] as readonly string[] | false;
  return {
    took: 1,
    timed_out: false,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits: {
      total: { value: kept.length, relation: 'eq' },
      max_score: null,
      hits: kept.slice(from, from + size).map(([id, score]) => ({
        _index: 'models-1',
        _id: id,
        _score: score,
        ...(context.names.has(id) ? { matched_queries: [...(context.names.get(id) ?? [])] } : {}),
        ...(source ? { _source: { name: docs.get(id)?.['name'] } } : {}),
      })),
    },
    ...(body['aggs'] ? { aggregations: aggregated(body['aggs'] as Clause, [...found.keys()], context) } : {}),
    ...(body['suggest'] ? { suggest: suggested(body['suggest'] as Clause, docs) } : {}),
  };
}

function scoresOf(clause: Clause, context: Context): Scored {
  const [kind = '', more, ...others] = Object.entries(clause)[0] ?? [];
  if (Object.keys(clause).length !== 1 || others.length > 0) throw new Error('one clause expected');
  const value = more as unknown as Record<string, unknown>;
  const filtered = (test: (doc: StoredFields) => boolean): Scored =>
    new Map([...context.docs].flatMap(([id, doc]) => (test(doc) ? [[id, 1] as const] : [])));
  switch (kind) {
    case 'function_score': {
      strict(value, ['query', 'script_score', 'boost_mode']);
      const scored = scoresOf(value['query'] as never, context);
      const lift = (id: string) =>
        1 + 0.003 * Math.log2(1 + (context.docs.get(id)?.['popularity'] as number));
      return new Map([...scored].map(([id, score]) => [id, score * lift(id)]));
    }
    case 'bool':
      return boolScores(value, context);
    case 'dis_max': {
      strict(value, ['queries', '_name']);
      const best: Scored = new Map();
      for (const query of value['queries'] as Clause[])
        for (const [id, score] of scoresOf(query, context)) best.set(id, Math.max(score, best.get(id) ?? 0));
      for (const id of best.keys())
        context.names.set(id, (context.names.get(id) ?? new Set()).add(value['_name'] as string));
      return best;
    }
    case 'constant_score': {
      strict(value, ['filter', 'boost']);
      const boost = value['boost'] as number;
      return new Map([...scoresOf(value['filter'] as never, context)].map(([id]) => [id, boost]));
    }
    case 'multi_match':
      return multiMatch(value, context);
    case 'prefix': {
      const [field = '', wanted] = Object.entries(value)[0] ?? [];
      const { value: prefix, boost } = wanted as unknown as { value: string; boost: number };
      return new Map(
        [...context.docs].flatMap(([id, doc]) =>
          termsIn(doc, field).some((term) => term.startsWith(prefix)) ? [[id, boost] as const] : [],
        ),
      );
    }
    case 'term': {
      const [field = '', wanted] = Object.entries(value)[0] ?? [];
      return filtered((doc) => doc[field] === wanted);
    }
    case 'terms': {
      const [field = '', wanted] = Object.entries(value)[0] ?? [];
      return filtered((doc) =>
        valuesIn(doc, field).some((one) => (wanted as unknown as string[]).includes(one)),
      );
    }
    case 'range': {
      const [field = '', wanted] = Object.entries(value)[0] ?? [];
      strict(wanted as object, ['gte', 'lte']);
      const { gte = -Infinity, lte = Infinity } = wanted as { gte?: number; lte?: number };
      return filtered((doc) => {
        const own = doc[field] as number | undefined;
        return own !== undefined && own >= gte && own <= lte;
      });
    }
    default:
      throw new Error(`unknown query [${kind}]`);
  }
}

function boolScores(value: Record<string, unknown>, context: Context): Scored {
  strict(value, ['must', 'should', 'must_not', 'filter', 'minimum_should_match']);
  const list = (name: string) => ((value[name] ?? []) as Clause[]).map((one) => scoresOf(one, context));
  const [must, should, not, filter] = ['must', 'should', 'must_not', 'filter'].map(list) as Scored[][];
  const share = Number.parseInt((value['minimum_should_match'] as string) ?? '0', 10) / 100;
  // As documented, a percentage is rounded down.
  const atLeast =
    value['minimum_should_match'] === undefined
      ? must?.length || filter?.length || !should?.length
        ? 0
        : 1
      : Math.floor(share * (should?.length ?? 0)) || 1;
  const scored: Scored = new Map();
  for (const id of context.docs.keys()) {
    if (![...(must ?? []), ...(filter ?? [])].every((one) => one.has(id))) continue;
    if (not?.some((one) => one.has(id))) continue;
    const optional = should?.filter((one) => one.has(id)) ?? [];
    if (optional.length < atLeast) continue;
    scored.set(
      id,
      [...(must ?? []), ...optional].reduce((sum, one) => sum + (one.get(id) ?? 0), 0),
    );
  }
  return scored;
}

function multiMatch(value: Record<string, unknown>, context: Context): Scored {
  strict(value, ['query', 'fields', 'type', 'fuzziness', 'boost', 'operator']);
  const {
    query,
    fields,
    type = 'best_fields',
    fuzziness,
    boost = 1,
  } = value as unknown as {
    query: string;
    fields: string[];
    type?: string;
    fuzziness?: string;
    boost?: number;
  };
  const words = searchWords(query);
  const scored: Scored = new Map();
  for (const [id, doc] of context.docs) {
    let best = 0;
    for (const entry of fields) {
      const [field = '', weight = '1'] = entry.split('^');
      const terms = termsIn(doc, field);
      const has = (word: string, at: number) =>
        terms.some(
          (term) =>
            term === folded(word) ||
            (fuzziness !== undefined && isNear(term, folded(word))) ||
            (type === 'bool_prefix' && at === words.length - 1 && term.startsWith(word)),
        );
      const isPhrase = ` ${terms.join(' ')} `.includes(` ${words.map(folded).join(' ')} `);
      const fits = type === 'phrase' ? isPhrase : words.every(has);
      if (fits && words.length > 0) best = Math.max(best, (Number(weight) * boost) / (1 + terms.length / 50));
    }
    if (best > 0) scored.set(id, best);
  }
  return scored;
}

const isNear = (term: string, word: string) =>
  termsNear(StringTable.of([term]), word, word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0).length > 0;

function termsIn(doc: StoredFields, field: string): string[] {
  const value = doc[field];
  // Words of two tags stand far apart.
  const text = Array.isArray(value) ? value.join(' | | ') : String(value ?? '');
  return searchWords(text.replaceAll('|', ' gap ')).map(folded);
}

function valuesIn(doc: StoredFields, path: string): string[] {
  const [object = '', field = ''] = path.split('.');
  const value = (doc[object] as Record<string, string | string[]> | undefined)?.[field];
  return value === undefined ? [] : [value].flat();
}

function aggregated(aggs: Clause, found: readonly string[], context: Context): object {
  return Object.fromEntries(
    Object.entries(aggs).map(([name, one]) => {
      strict(one as object, ['filter', 'aggs']);
      const { filter, aggs: inner } = one as unknown as {
        filter: Clause;
        aggs: { values: { terms: Clause } };
      };
      strict(inner.values.terms, ['field', 'size', 'shard_size', 'order']);
      const { field, size } = inner.values.terms as unknown as { field: string; size: number };
      const passing = scoresOf(filter, context);
      const counts = new Map<string, number>();
      for (const id of found) {
        if (!passing.has(id)) continue;
        for (const value of new Set(valuesIn(context.docs.get(id) ?? {}, field)))
          counts.set(value, (counts.get(value) ?? 0) + 1);
      }
      const buckets = [...counts]
        .map(([key, doc_count]) => ({ key, doc_count }))
        .sort((a, b) => b.doc_count - a.doc_count || (a.key < b.key ? -1 : 1))
        .slice(0, size);
      const values = { doc_count_error_upper_bound: 0, sum_other_doc_count: 0, buckets };
      return [name, { doc_count: passing.size, values }];
    }),
  );
}

function suggested(suggest: Clause, docs: ReadonlyMap<string, StoredFields>): object {
  strict(suggest, ['text', 'words']);
  const known = new Set(
    [...docs.values()].flatMap((doc) =>
      ['name', 'tags', 'storeName', 'description'].flatMap((field) => termsIn(doc, field)),
    ),
  );
  const words = searchWords(suggest['text'] as string).map((text) => {
    const near = known.has(folded(text)) ? [] : [...known].filter((term) => isNear(term, folded(text)));
    return {
      text,
      offset: 0,
      length: text.length,
      options: near.slice(0, 1).map((term) => ({ text: term })),
    };
  });
  return { words };
}
