import { buildIndex } from '../../search/index-builder.ts';
import { PackedIndex } from '../../search/packed-index.ts';
import { bm25, bm25f, type Ranker } from '../relevance/baselines.ts';
import { corpusOf } from '../relevance/corpus.ts';
import { type Liker, likenessFigure, newestOfFamily } from '../relevance/likeness.ts';
import { relevance } from '../relevance/measure.ts';
import { judgedQueries } from '../relevance/queries.ts';
import { terminalTable } from './figures.ts';

const DOCUMENTS = 12_000;
/** So many models are asked what is like them. */
const LIKED = 200;
const SEED = Number(process.env['RELEVANCE_SEED'] ?? 35);

/** Prints how well searches find what is meant, by class of query, beside plain BM25 and BM25F in the same run. */
export function benchRelevance(): void {
  const corpus = corpusOf(SEED, DOCUMENTS);
  const docs = corpus.models.map(({ doc }) => doc);
  const index = new PackedIndex(buildIndex(docs));
  const ours: Ranker = (text) =>
    index.search({ text, sort: 'relevance', offset: 0, limit: 10, facets: true }).ids;
  const queries = judgedQueries(corpus, SEED);
  const engines = { ours, BM25: bm25(docs), BM25F: bm25f(docs) };
  const figures = Object.values(engines).map((rank) => relevance(queries, rank));
  const [first] = figures;
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  console.log(
    `\nrelevance: ${docs.length} documents, ${corpus.words} different words, ${queries.length} queries, seed ${SEED}`,
  );
  console.log(
    terminalTable(
      ['nDCG@10', 'queries', ...Object.keys(engines), 'ours found nothing'],
      [...(first ?? [])].map(([of, { queries: n, empty }]) => [
        of,
        String(n),
        ...figures.map((all) => (all.get(of)?.ndcg ?? 0).toFixed(3)),
        percent(empty),
      ]),
    ),
  );
  const likers: Record<string, Liker> = {
    ours: ({ doc }) => index.search({ like: { id: doc.id }, sort: 'relevance', offset: 0, limit: 10 }).ids,
    'the engine asked with name and tags': ({ doc }) =>
      ours(`${doc.name} ${doc.tags.join(' ')}`).filter((id) => id !== doc.id),
    'the newest of the family': newestOfFamily(corpus),
  };
  console.log(
    terminalTable(
      ['more like this', 'nDCG@10'],
      Object.entries(likers).map(([name, like]) => [
        name,
        likenessFigure(corpus, SEED, LIKED, like).toFixed(3),
      ]),
    ),
  );
}
