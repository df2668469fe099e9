import {
  type FacetCount,
  MULTI_FACETS,
  type SearchDoc,
  type SearchFacet,
  type SearchQuery,
  SINGLE_FACETS,
} from '../../src/search/engine.ts';
import { folded, impactsOf, searchWords } from '../../src/search/tokens.ts';

export const FACETS: readonly SearchFacet[] = [...SINGLE_FACETS, ...MULTI_FACETS];

/** Search without an index: tests every document for every query. */
export function naiveSearch(docs: SearchDoc[], query: SearchQuery) {
  const scores = naiveScores(docs, query.text ?? '');
  const found = docs.filter(({ id }) => scores.has(id));
  const passing = found.filter((doc) => passes(doc, query, null));
  const facets: Partial<Record<SearchFacet, FacetCount[]>> = {};
  for (const facet of FACETS) {
    const counts = new Map<string, number>();
    for (const doc of found.filter((one) => passes(one, query, facet)))
      for (const value of new Set(valuesOf(doc, facet))) counts.set(value, (counts.get(value) ?? 0) + 1);
    facets[facet] = [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, 60);
  }
  const keys: Record<SearchQuery['sort'], (doc: SearchDoc) => number> = {
    newest: (doc) => doc.createdAt,
    rating: (doc) => doc.ratingScore,
    popular: (doc) => doc.popularity,
    price_asc: (doc) => -doc.priceCents,
    price_desc: (doc) => doc.priceCents,
    relevance: (doc) =>
      searchWords(query.text ?? '').length === 0 ? doc.createdAt : (scores.get(doc.id) as number),
  };
  return {
    ids: passing.map(({ id }) => id),
    facets,
    /** The sort key of each passing document, descending. */
    keys: new Map(passing.map((doc) => [doc.id, keys[query.sort](doc)])),
  };
}

/**
 * The score of each document with every word; the last word may be a prefix. Where fewer than three have every word, of those
 * that have 45 % of the weight of the words that stand in at most a tenth of the documents. No typo tolerance.
 */
function naiveScores(docs: SearchDoc[], text: string): Map<string, number> {
  const impacts = new Map(docs.map((doc) => [doc.id, impactsOf(doc)]));
  const words = searchWords(text);
  const terms = new Set([...impacts.values()].flatMap((own) => [...own.keys()]));
  const groups = words.map((typed, at) => {
    const isLast = at === words.length - 1;
    const matching = [...terms].filter(
      (term) => term === folded(typed) || (isLast && typed.length > 1 && term.startsWith(typed)),
    );
    let documents = 0;
    for (const own of impacts.values()) documents += matching.filter((term) => own.has(term)).length;
    documents = Math.min(docs.length, documents);
    const rarity = Math.log(1 + (docs.length - documents + 0.5) / (documents + 0.5));
    return {
      documents,
      rarity,
      terms: matching.map((term) => ({ term, worth: (rarity * (term === folded(typed) ? 1 : 0.6)) / 255 })),
    };
  });
  const scores = new Map<string, number>();
  const score = (wanted: typeof groups, enough: number, factor: (hits: number) => number) => {
    const whole = wanted.reduce((sum, { rarity }) => sum + rarity, 0);
    for (const { id } of docs) {
      const own = impacts.get(id) as Map<string, number>;
      const hits = wanted.filter((group) => group.terms.some(({ term }) => own.has(term)));
      if (
        (hits.length === 0 && wanted.length > 0) ||
        hits.reduce((sum, { rarity }) => sum + rarity, 0) < enough * whole - 1e-9
      )
        continue;
      // The best of a word's terms counts, not their sum.
      const sum = hits.reduce(
        (all, group) => all + Math.max(...group.terms.map(({ term, worth }) => worth * (own.get(term) ?? 0))),
        0,
      );
      scores.set(id, sum * factor(hits.length));
    }
  };
  score(groups, 1, () => 1);
  if (groups.length < 2 || scores.size >= 3) return scores;
  scores.clear();
  const known = groups.filter(({ documents }) => documents > 0);
  const telling = known.filter(({ documents }) => documents <= 0.1 * docs.length);
  const asked = telling.length > 0 ? telling : known;
  score(asked, 0.45, (hits) => (hits === groups.length ? 1_024 : 1));
  return scores;
}

function valuesOf(doc: SearchDoc, facet: SearchFacet): string[] {
  const values: Partial<Record<SearchFacet, string | string[]>> = { ...doc.single, ...doc.multi };
  return [values[facet] ?? []].flat();
}

/** Whether a document passes the query's filters, except those of the facet `but`. */
function passes(doc: SearchDoc, query: SearchQuery, but: SearchFacet | null): boolean {
  if (!query.mature && doc.mature) return false;
  if (query.fits) {
    const { box } = doc;
    if (!box || box.narrow > query.fits.narrow || box.wide > query.fits.wide || box.tall > query.fits.tall)
      return false;
  }
  for (const facet of FACETS) {
    if (facet === but) continue;
    const values = valuesOf(doc, facet);
    const wanted = query.include?.[facet] ?? [];
    if (wanted.length > 0 && !values.some((value) => wanted.includes(value))) return false;
    if (values.some((value) => query.exclude?.[facet]?.includes(value))) return false;
  }
  if (but === 'price' || !query.price) return true;
  const { from, to } = query.price;
  return (from === null || doc.priceCents >= from) && (to === null || doc.priceCents <= to);
}
