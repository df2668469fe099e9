import { type AskedText, askedOf } from '../../../search/asked.ts';
import { SEARCH_FACETS } from '../../../search/columns/facet-column.ts';
import type { SearchFacet, SearchQuery } from '../../../search/engine.ts';

/** Maximum of offset + limit, as in the embedded engine. */
const DEPTH_LIMIT = 1_000;
const VALUES_SHOWN = 60;
/** Values that each shard counts: more than are shown, so that the sums over several shards are right. */
const VALUES_COUNTED = 1_000;
const FIELDS = ['name^8', 'tags^4', 'storeName^3', 'description'];
const SORTS: Record<SearchQuery['sort'], readonly [string, 'asc' | 'desc']> = {
  relevance: ['_score', 'desc'],
  newest: ['createdAt', 'desc'],
  price_asc: ['priceCents', 'asc'],
  price_desc: ['priceCents', 'desc'],
  popular: ['popularity', 'desc'],
  rating: ['ratingScore', 'desc'],
};

type Clause = Record<string, unknown>;

/** How much of a text a document must have. */
export type Demand = 'all' | 'all but phrases' | 'most';

/** The name of the clause of word `at`; each hit names those that it has. */
export const wordName = (at: number) => `w${at}`;

/** One word, as it stands, completed where it is the last one, and with slips. */
function wordClause(word: string, at: number, isLast: boolean): Clause {
  const queries: Clause[] = [{ multi_match: { query: word, fields: FIELDS, type: 'best_fields' } }];
  if (word.length >= 4)
    queries.push({
      multi_match: { query: word, fields: FIELDS, type: 'best_fields', fuzziness: 'AUTO:4,8', boost: 0.4 },
    });
  if (isLast && word.length > 1)
    for (const field of ['name', 'tags']) queries.push({ prefix: { [field]: { value: word, boost: 0.6 } } });
  return { dis_max: { queries, _name: wordName(at) } };
}

/** What a text asks of a document. */
function textClause({ words, fillers, excluded, phrases }: AskedText, demand: Demand): Clause {
  const clauses = words.map((word, at) => wordClause(word, at, at === words.length - 1));
  const needed = clauses.filter((_, at) => !fillers[at]);
  const extra = clauses.filter((_, at) => fillers[at]);
  const held = phrases.map((query) => ({
    multi_match: { query, fields: ['name', 'tags'], type: 'phrase' },
  }));
  const must_not = excluded.map((query) => ({ multi_match: { query, fields: FIELDS } }));
  if (demand !== 'most')
    return {
      bool: { must: [...needed, ...(demand === 'all' ? held : [])], should: extra, must_not },
    };
  // Those with every word come first.
  const all = { constant_score: { filter: { bool: { must: needed } }, boost: 1_000 } };
  const most = { bool: { should: needed, minimum_should_match: '45%' } };
  return { bool: { must: [most], should: [...extra, all], must_not } };
}

/** The conditions of each facet that the query filters by. */
function facetClauses({ include, exclude, price }: SearchQuery): Map<SearchFacet, Clause[]> {
  const clauses = new Map<SearchFacet, Clause[]>();
  const add = (facet: SearchFacet, clause: Clause) =>
    clauses.set(facet, [...(clauses.get(facet) ?? []), clause]);
  for (const facet of SEARCH_FACETS) {
    const [wanted, unwanted] = [include?.[facet] ?? [], exclude?.[facet] ?? []];
    if (wanted.length > 0) add(facet, { terms: { [`facets.${facet}`]: wanted } });
    if (unwanted.length > 0)
      add(facet, { bool: { must_not: [{ terms: { [`facets.${facet}`]: unwanted } }] } });
  }
  const range = {
    ...(price?.from == null ? {} : { gte: price.from }),
    ...(price?.to == null ? {} : { lte: price.to }),
  };
  if (Object.keys(range).length > 0) add('price', { range: { priceCents: range } });
  return clauses;
}

/** The body of a search. */
export function searchBody(query: SearchQuery, demand: Demand): Clause {
  const asked = askedOf(query.text ?? '');
  const offset = Math.min(Math.max(0, query.offset), DEPTH_LIMIT);
  const size = Math.min(DEPTH_LIMIT, offset + Math.max(0, query.limit)) - offset;
  const { fits } = query;
  const filter: Clause[] = [
    ...(query.mature === true ? [] : [{ term: { mature: false } }]),
    ...(fits
      ? (['narrow', 'wide', 'tall'] as const).map((side) => ({ range: { [side]: { lte: fits[side] } } }))
      : []),
  ];
  const facets = facetClauses(query);
  const others = (facet: SearchFacet | null) =>
    [...facets].flatMap(([of, clauses]) => (of === facet ? [] : clauses));
  const [field, order] =
    query.sort === 'relevance' && asked.words.length === 0 ? SORTS.newest : SORTS[query.sort];
  const bool = { bool: { must: [textClause(asked, demand)], filter } };
  return {
    query: {
      function_score: {
        query: bool,
        // The same lift as in the embedded engine: popularity decides between names that are equally good.
        script_score: {
          script: { source: "1 + 0.003 * Math.log(1 + doc['popularity'].value) / Math.log(2)" },
        },
        boost_mode: 'multiply',
      },
    },
    post_filter: { bool: { filter: others(null) } },
    ...(query.facets
      ? {
          aggs: Object.fromEntries(
            SEARCH_FACETS.map((facet) => [
              facet,
              {
                filter: { bool: { filter: others(facet) } },
                aggs: {
                  values: {
                    terms: {
                      field: `facets.${facet}`,
                      size: VALUES_SHOWN,
                      shard_size: VALUES_COUNTED,
                      order: [{ _count: 'desc' }, { _key: 'asc' }],
                    },
                  },
                },
              },
            ]),
          ),
        }
      : {}),
    ...(asked.words.length > 0
      ? {
          suggest: {
            text: asked.words.join(' '),
            words: {
              term: {
                field: 'words',
                suggest_mode: 'missing',
                size: 1,
                min_word_length: 4,
                prefix_length: 0,
              },
            },
          },
        }
      : {}),
    // Ties in the same order on every page.
    sort: [{ [field]: order }, { createdAt: 'desc' }, { id: 'asc' }],
    from: offset,
    size,
    track_total_hits: true,
    track_scores: field === '_score',
    _source: false,
  };
}

/** The body that asks for names while somebody types. */
export function suggestBody(text: string, limit: number): Clause | null {
  const { words } = askedOf(text);
  if (words.length === 0) return null;
  const query = words.join(' ');
  return {
    query: {
      bool: {
        must: [
          { multi_match: { query, fields: ['name^8', 'tags^4'], type: 'bool_prefix', operator: 'and' } },
        ],
        filter: [{ term: { mature: false } }],
      },
    },
    sort: [{ _score: 'desc' }, { createdAt: 'desc' }, { id: 'asc' }],
    from: 0,
    size: Math.min(DEPTH_LIMIT, Math.max(0, limit)),
    _source: ['name'],
  };
}
