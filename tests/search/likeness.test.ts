import { beforeAll, describe, expect, it } from 'vitest';
import { inventedProducts } from '../../src/dev/bench/products.ts';
import { type Corpus, corpusOf } from '../../src/dev/relevance/corpus.ts';
import { likenessFigure, newestOfFamily } from '../../src/dev/relevance/likeness.ts';
import type { SearchDoc, SearchQuery } from '../../src/search/engine.ts';
import { buildIndex } from '../../src/search/index-builder.ts';
import { PackedIndex } from '../../src/search/packed-index.ts';

const SEED = 35;
/** The least nDCG@10 of "more like this". */
const FLOOR = 0.55;

let corpus: Corpus;
let index: PackedIndex;
beforeAll(() => {
  corpus = corpusOf(SEED, 4_000);
  index = new PackedIndex(buildIndex(corpus.models.map(({ doc }) => doc)));
}, 60_000);

const alike = (of: PackedIndex, id: string, rest: Partial<SearchQuery> = {}) =>
  of.search({ like: { id }, sort: 'relevance', offset: 0, limit: 10, ...rest });

it('what is like a model is of its kind, more often than the newest of its family', () => {
  const ours = likenessFigure(corpus, SEED, 100, ({ doc }) => alike(index, doc.id).ids);
  const newest = likenessFigure(corpus, SEED, 100, newestOfFamily(corpus));
  expect(ours).toBeGreaterThanOrEqual(FLOOR);
  expect(ours).toBeGreaterThan(1.5 * newest);
});

describe('what is like a model', () => {
  const [some] = [...inventedProducts(1)] as [SearchDoc];
  const doc = (id: string, name: string, tags: string[], parts: Partial<SearchDoc> = {}): SearchDoc => ({
    ...some,
    ...{ id, name, tags, description: '', storeName: 'A store', mature: false, popularity: 0 },
    ...parts,
  });
  const small = new PackedIndex(
    buildIndex([
      doc('self', 'Mossback Elder', ['treant', 'tree', '32 mm']),
      doc('kin', 'Winter Grove', ['treant', 'tree', '32 mm']),
      doc('far', 'Gruk', ['orc', '32 mm']),
      doc('mature', 'Bare Dryad', ['treant', 'tree'], { mature: true }),
      doc('synonym', 'Old Woods', ['forest']),
      ...Array.from({ length: 30 }, (_, at) => doc(`plain${at}`, 'Plain', at < 12 ? ['32 mm'] : ['box'])),
    ]),
  );

  it('shares its words, the rarest first, and means the same', () => {
    const { ids } = alike(small, 'self', { limit: 100 });
    expect(ids.slice(0, 2)).toEqual(['kin', 'synonym']);
    expect(ids).toContain('far');
    expect(ids).not.toContain('plain20');
  });

  it('is never the model itself, nor a mature one for who does not see these', () => {
    const { ids } = alike(small, 'self', { mature: true });
    expect(ids).toContain('mature');
    expect(ids).not.toContain('self');
    expect(alike(small, 'self').ids).not.toContain('mature');
  });

  it('is nothing for a model that is not in the index, and nothing that has left it', () => {
    expect(alike(small, 'unknown')).toMatchObject({ ids: [], total: 0 });
    const changing = new PackedIndex(small.data());
    changing.remove('kin');
    expect(alike(changing, 'self').ids[0]).toBe('synonym');
    expect(alike(changing, 'self', { limit: 100 }).ids).not.toContain('kin');
  });

  it('obeys the filters of any search, and comes in pages', () => {
    expect(alike(small, 'self', { exclude: { store: [some.single.store ?? ''] } }).ids).toEqual([]);
    const pages = [0, 1, 2].map((offset) => alike(small, 'self', { offset, limit: 1 }).ids);
    expect(pages.flat()).toEqual(alike(small, 'self', { limit: 3 }).ids);
  });

  it('is found again and again without a trace of the search before', () => {
    const first = corpus.models.slice(0, 30).map((model) => alike(index, model.doc.id).ids);
    expect(corpus.models.slice(0, 30).map((model) => alike(index, model.doc.id).ids)).toEqual(first);
  });
});
