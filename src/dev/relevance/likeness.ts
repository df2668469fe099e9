import { chanceOf } from '../grown/chance.ts';
import type { Corpus, Model } from './corpus.ts';
import { ndcgOf } from './measure.ts';

/** Answers the ids of the ten models that are most like one. */
export type Liker = (model: Model) => string[];

/** How like another model is, by what both are and not by their texts: 2 for the same being alike in role or look, 1 for kin. */
function likenessOf(one: Model, other: Model): number {
  if (one === other || one.being.family !== other.being.family) return 0;
  const isAlike = [one.role === other.role, one.look === other.look].filter(Boolean).length;
  return one.being === other.being ? (isAlike > 0 ? 2 : 1) : isAlike > 1 ? 1 : 0;
}

/** The mean nDCG@10 of "more like this" over `count` models. The same seed takes the same models. */
export function likenessFigure({ models }: Corpus, seed: number, count: number, like: Liker): number {
  const chance = chanceOf(seed ^ 0x11ce);
  let sum = 0;
  for (let at = 0; at < count; at++) {
    const model = chance.pick(models);
    const grades = new Map(models.map((other) => [other.doc.id, likenessOf(model, other)] as const));
    sum += ndcgOf(like(model), grades);
  }
  return sum / count;
}

/** What pages showed before: the newest of the category, which here is the family, although sellers place half of them elsewhere. */
export function newestOfFamily({ models }: Corpus): Liker {
  const newest = models.toSorted((a, b) => b.doc.createdAt - a.doc.createdAt);
  return (model) =>
    newest
      .filter((other) => other !== model && other.being.family === model.being.family)
      .slice(0, 10)
      .map(({ doc }) => doc.id);
}
