import type { Ranker } from './baselines.ts';
import type { JudgedQuery, QueryClass } from './queries.ts';

/** How well a ranker answers the queries of a class. */
export interface ClassFigures {
  queries: number;
  /** Mean of nDCG@10, 0 to 1. Of queries without an answer: the share that found nothing. */
  ndcg: number;
  /** Share of the queries that found nothing, 0 to 1. */
  empty: number;
}

/** The figures of each class, in the order of the queries, and of all that have an answer under "all". */
export function relevance(
  queries: readonly JudgedQuery[],
  rank: Ranker,
): Map<QueryClass | 'all', ClassFigures> {
  const sums = new Map<QueryClass | 'all', ClassFigures>();
  const add = (of: QueryClass | 'all', ndcg: number, isEmpty: boolean) => {
    const sum = sums.get(of) ?? { queries: 0, ndcg: 0, empty: 0 };
    sums.set(of, { queries: sum.queries + 1, ndcg: sum.ndcg + ndcg, empty: sum.empty + (isEmpty ? 1 : 0) });
  };
  for (const { of, text, grades } of queries) {
    const found = rank(text);
    const hasAnswer = grades.size > 0;
    const points = hasAnswer ? ndcgOf(found, grades) : found.length === 0 ? 1 : 0;
    add(of, points, found.length === 0);
    if (hasAnswer) add('all', points, found.length === 0);
  }
  return new Map(
    [...sums].map(([of, { queries: n, ndcg, empty }]) => [
      of,
      { queries: n, ndcg: ndcg / n, empty: empty / n },
    ]),
  );
}

/** Normalised discounted cumulative gain of the first ten (Järvelin and Kekäläinen, 2002), with 2^grade − 1 as gain. */
export function ndcgOf(found: readonly string[], grades: ReadonlyMap<string, number>): number {
  const gain = (grade: number, at: number) => (2 ** grade - 1) / Math.log2(at + 2);
  const reached = found.slice(0, 10).reduce((sum, id, at) => sum + gain(grades.get(id) ?? 0, at), 0);
  const ideal = [...grades.values()]
    .sort((a, b) => b - a)
    .slice(0, 10)
    .reduce((sum, grade, at) => sum + gain(grade, at), 0);
  return ideal === 0 ? 0 : reached / ideal;
}
