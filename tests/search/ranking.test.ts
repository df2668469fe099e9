import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inventedProducts } from '../../src/dev/bench/products.ts';
import type { SearchDoc } from '../../src/search/engine.ts';
import { buildIndex } from '../../src/search/index-builder.ts';
import { PackedIndex } from '../../src/search/packed-index.ts';
import {
  BANDS_A_DOUBLING,
  liftOf,
  QUALITY_WEIGHTS,
  Ranking,
  STORE_RUN_MOST,
  STORE_SHARE,
} from '../../src/search/ranking.ts';

const YEAR = 365 * 86_400_000;
const NOW = Date.UTC(2026, 10, 28);
const [some] = [...inventedProducts(1)] as [SearchDoc];
const PLAIN = { ...some, tags: [], description: '', popularity: 0, ratingScore: 0, createdAt: NOW };

const doc = (id: string, name: string, parts: Partial<SearchDoc> = {}): SearchDoc => {
  const of = { ...PLAIN, id, name, ...parts };
  return { ...of, single: { ...PLAIN.single, store: of.storeName } };
};
const indexOf = (docs: readonly SearchDoc[]) => new PackedIndex(buildIndex(docs));
const best = (docs: readonly SearchDoc[], text: string, limit = 100) =>
  indexOf(docs).search({ text, sort: 'relevance', offset: 0, limit }).ids;

describe('in "Best match"', () => {
  it.each([
    ['the more popular', { popularity: 50 }, { popularity: 5 }],
    ['the better rated', { ratingScore: 4_800 }, { ratingScore: 3_600 }],
    ['what nobody rated before what was rated badly', { ratingScore: 0 }, { ratingScore: 1_500 }],
    ['the newer', { createdAt: NOW }, { createdAt: NOW - YEAR }],
    ['the popular before the new', { popularity: 40, createdAt: NOW - YEAR }, { popularity: 4 }],
  ])('of two equal matches %s comes first', (_, first, second) => {
    const docs = [doc('second', 'Moss Dragon', second), doc('first', 'Moss Dragon', first)];
    expect(best(docs, 'dragon')).toEqual(['first', 'second']);
    expect(best(docs.toReversed(), 'dragon')).toEqual(['first', 'second']);
  });

  it('no popularity outvotes a better match', () => {
    const loved = { popularity: 10_000_000, ratingScore: 5_000 };
    const docs = [
      doc('named', 'Dragon'),
      doc('described', 'Statue', { description: 'It holds a dragon.', ...loved }),
      doc('long', 'The Great and Terrible Old Red Dragon of the Mountain', loved),
    ];
    expect(best(docs, 'dragon')).toEqual(['named', 'long', 'described']);
  });

  it('a match is never before one that is better by more than a band', () => {
    const score = fc.double({ min: 1e-3, max: 50, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(score, fc.nat(1e6)), { minLength: 2, maxLength: 40 }), (pairs) => {
        const scores = Float64Array.from(pairs, ([own]) => own);
        const lift = Float64Array.from(pairs, ([, popularity]) =>
          liftOf({ popularity, ratingScore: 0, createdAt: NOW }),
        );
        const documents = { ids: Uint32Array.from(pairs.keys()), count: pairs.length };
        const order = new Ranking().ranked(documents, { scores, lift }, pairs.length, null);
        let least = Number.POSITIVE_INFINITY;
        for (const ordinal of order) {
          const own = scores[ordinal] as number;
          expect(own).toBeLessThanOrEqual(least * (1 + 1 / BANDS_A_DOUBLING) * (1 + 1e-6));
          least = Math.min(least, own);
        }
      }),
    );
  });

  it('what decides among equal matches is weighed to a whole', () => {
    const sum = Object.values(QUALITY_WEIGHTS).reduce((all, weight) => all + weight, 0);
    expect(sum).toBeCloseTo(1, 12);
    const most = liftOf({ popularity: 1e9, ratingScore: 5_000, createdAt: Date.UTC(2100, 0) });
    expect(most).toBeLessThan(1.05);
    expect(liftOf({ popularity: 0, ratingScore: 1, createdAt: 0 })).toBeGreaterThanOrEqual(1);
  });
});

describe('stores among equal matches', () => {
  /** One store with many popular dragons, others with one each. */
  const crowd = (own: number, others: number) => [
    ...Array.from({ length: own }, (_, at) =>
      doc(`own${at}`, 'Dragon', { storeName: 'Crowded', popularity: 9_000 + at }),
    ),
    ...Array.from({ length: others }, (_, at) => doc(`other${at}`, 'Dragon', { storeName: `Store ${at}` })),
  ];
  const ofCrowd = (ids: readonly string[]) => ids.filter((id) => id.startsWith('own')).length;

  it('no store has more than its share of a page, nor more neighbours in a row', () => {
    const ids = best(crowd(40, 60), 'dragon', STORE_SHARE.of);
    expect(ofCrowd(ids)).toBe(STORE_SHARE.most);
    for (let at = 0; at + STORE_RUN_MOST < ids.length; at++)
      expect(ofCrowd(ids.slice(at, at + STORE_RUN_MOST + 1))).toBeLessThanOrEqual(STORE_RUN_MOST);
    expect(ids.slice(0, STORE_RUN_MOST)).toEqual(['own39', 'own38', 'own37']);
  });

  it('a store alone fills the page, and a better match is not put behind for it', () => {
    expect(ofCrowd(best(crowd(30, 0), 'dragon', STORE_SHARE.of))).toBe(STORE_SHARE.of);
    const weaker = Array.from({ length: 20 }, (_, at) =>
      doc(`weaker${at}`, 'A Long Name of Many Words with a Dragon in it', { storeName: `Store ${at}` }),
    );
    expect(ofCrowd(best([...crowd(10, 0), ...weaker], 'dragon', 10))).toBe(10);
  });

  it('pages follow each other without gaps or repetitions', () => {
    const index = indexOf(crowd(70, 90));
    const page = (offset: number, limit: number) =>
      index.search({ text: 'dragon', sort: 'relevance', offset, limit }).ids;
    const all = page(0, 200);
    expect(new Set(all).size).toBe(160);
    for (const size of [1, 7, 24])
      expect(Array.from({ length: Math.ceil(160 / size) }, (_, at) => page(at * size, size)).flat()).toEqual(
        all,
      );
  });

  it('a search within stores keeps their order', () => {
    const index = indexOf(crowd(10, 5));
    const { ids } = index.search({
      ...{ text: 'dragon', sort: 'relevance', offset: 0, limit: 10 },
      include: { store: ['Crowded', 'Store 1'] },
    });
    expect(ofCrowd(ids)).toBe(10);
  });
});
