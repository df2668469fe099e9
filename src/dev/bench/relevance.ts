import { buildIndex } from '../../search/index-builder.ts';
import { PackedIndex } from '../../search/packed-index.ts';
import { bm25, bm25f, type Ranker } from '../relevance/baselines.ts';
import { corpusOf } from '../relevance/corpus.ts';
import { relevance } from '../relevance/measure.ts';
import { judgedQueries } from '../relevance/queries.ts';
import { terminalTable } from './figures.ts';

const DOCUMENTS = 12_000;
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
}
