import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inventedProducts } from '../../src/dev/bench/products.ts';
import { SEARCH_SORTS, type SearchDoc, type SearchQuery } from '../../src/search/engine.ts';

import { buildIndex } from '../../src/search/index-builder.ts';
import { PackedIndex } from '../../src/search/packed-index.ts';

import { BANDS_A_DOUBLING } from '../../src/search/ranking.ts';

import { naiveSearch } from './naive.ts';

/** No two words within each other's edit distance, which the naive search does not support. */
const WORDS = ['dragon', 'dragons', 'dragonling', 'lantern', 'knight', 'elf', 'ruin', 'goblin', 'Émile'];
const words = (minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom(...WORDS), { minLength, maxLength });

/** A side in mm, to the hundredth. */
const side = fc.nat(400).map((hundredths) => hundredths / 100);

const doc: fc.Arbitrary<SearchDoc> = fc.record({
  id: fc.nat(25).map((id) => `product${id}`),
  name: words(1, 3).map((list) => list.join(' ')),
  tags: words(0, 2),
  storeName: fc.constantFrom('Elf Works', 'Ruin & Sons', 'Plain'),
  description: words(0, 5).map((list) => list.join(' ')),
  single: fc.record(
    {
      type: fc.constantFrom('figure', 'bust'),
      scale: fc.constantFrom('28', '32'),
      store: fc.nat(70).map((store) => `store-${store}`),
      price: fc.constantFrom('free', 'under-3', '3-6'),
      sale: fc.constantFrom('yes', 'no'),
      base: fc.constantFrom('25', '32', 'other'),
      archetype: fc.constantFrom('golem', 'sea-monster'),
      layer: fc.constantFrom('to-0.03', '0.05-0.1'),
      exposure: fc.constantFrom('to-2', '2-3'),
    },
    { requiredKeys: ['store', 'sale'] },
  ),
  multi: fc.record({
    genre: fc.subarray(['fantasy', 'sci-fi', 'horror']),
    printer: fc.subarray(['resin', 'filament']),
    rating: fc.constantFrom([], ['2-up'], ['3-up', '2-up'], ['4-up', '3-up', '2-up']),
    licence: fc.subarray(['personal', 'merchant']),
    material: fc.subarray(['resin', 'pla'], { maxLength: 1 }),
    prints: fc.constantFrom([], ['yes'], ['yes', 'resin']),
  }),
  priceCents: fc.nat(8),
  popularity: fc.nat(1_000_000),
  ratingScore: fc.nat(5000),
  createdAt: fc.nat(30),
  mature: fc.boolean(),
  box: fc.option(fc.record({ narrow: side, wide: side, tall: side })),
});

const chosen = fc.record(
  {
    type: fc.subarray(['figure', 'bust', 'nothing-of-ours'], { maxLength: 2 }),
    price: fc.subarray(['free', '3-6']),
    sale: fc.subarray(['yes'], { maxLength: 1 }),
    genre: fc.subarray(['fantasy', 'horror']),
    printer: fc.subarray(['resin', 'filament'], { maxLength: 1 }),
    rating: fc.subarray(['4-up', '2-up'], { maxLength: 1 }),
    licence: fc.subarray(['personal', 'merchant'], { maxLength: 1 }),
    base: fc.subarray(['25', 'other'], { maxLength: 1 }),
    archetype: fc.subarray(['golem'], { maxLength: 1 }),
    layer: fc.subarray(['to-0.03', '0.05-0.1']),
    exposure: fc.subarray(['2-3'], { maxLength: 1 }),
    prints: fc.subarray(['yes', 'resin'], { maxLength: 1 }),
  },
  { requiredKeys: [] },
);
const end = fc.option(fc.nat(8));
const text = fc.constantFrom(
  '',
  '!',
  'dragon',
  'dra',
  'knight',
  'goblin dragon',
  'elf dr',
  'Emile',
  'elf ruin dr',
);
const query: fc.Arbitrary<SearchQuery> = fc.record({
  text,
  include: chosen,
  exclude: chosen,
  price: fc.record({ from: end, to: end }),
  fits: fc.option(fc.record({ narrow: side, wide: side, tall: side })),
  mature: fc.boolean(),
  sort: fc.constantFrom(...SEARCH_SORTS),
  offset: fc.constant(0),
  limit: fc.constant(1000),
  facets: fc.constant(true),
});

/** Every word often enough that no search falls back to typos. */
const OFTEN = WORDS.flatMap((word) =>
  ['a', 'b', 'c'].map((id) => ({
    ...([...inventedProducts(1)][0] as SearchDoc),
    id: `${word}-${id}`,
    name: word,
    tags: [],
    storeName: '',
    description: '',
  })),
);

function expectAlike(index: PackedIndex, docs: SearchDoc[], request: SearchQuery): void {
  const found = index.search(request);
  const expected = naiveSearch(docs, request);
  expect([...found.ids].sort()).toEqual([...expected.ids].sort());
  expect(found.total).toBe(expected.ids.length);
  expect(found.facets).toEqual(expected.facets);
  const keys = found.ids.map((id) => expected.keys.get(id) as number);
  // In "Best match" what is better by less than a band counts as equal.
  const equal = request.sort === 'relevance' && request.text ? 1 + 1 / BANDS_A_DOUBLING : 1;
  let least = Number.POSITIVE_INFINITY;
  for (const key of keys) {
    // Sums in another order may differ in the last digits.
    expect(key).toBeLessThanOrEqual(least * (least < 0 ? 1 : equal) + 1e-6);
    least = Math.min(least, key);
  }
  const pages = Array.from({ length: Math.ceil(found.total / 7) }, (_, page) =>
    index.search({ ...request, offset: 7 * page, limit: 7 }),
  );
  expect(pages.flatMap(({ ids }) => ids)).toEqual(found.ids);
}

it('finds, counts and orders like a search without an index', () => {
  fc.assert(
    fc.property(fc.uniqueArray(doc, { selector: ({ id }) => id }), query, (some, request) => {
      const docs = [...OFTEN, ...some];
      expectAlike(new PackedIndex(buildIndex(docs)), docs, request);
    }),
    { numRuns: 300 },
  );
});

it('ranks the same for packed and later added documents', () => {
  // Short texts without filters: many documents differ only by a term, its field or their popularity.
  const some = fc.array(fc.record({ name: words(1, 2), description: words(0, 2), popularity: fc.nat(1e6) }), {
    maxLength: 60,
  });
  const docOf = (
    at: number,
    { name, description, popularity }: { name: string[]; description: string[]; popularity: number },
  ) => ({
    ...(OFTEN[0] as SearchDoc),
    id: `p${at}`,
    name: name.join(' '),
    description: description.join(' '),
    popularity,
  });
  fc.assert(
    fc.property(some, fc.nat(60), text, (all, early, words) => {
      const docs = [...OFTEN, ...all.map((one, at) => docOf(at, one))];
      const index = new PackedIndex(buildIndex(docs.slice(0, OFTEN.length + early)));
      for (const one of docs.slice(OFTEN.length + early)) index.put(one);
      expectAlike(index, docs, {
        text: words,
        sort: 'relevance',
        offset: 0,
        limit: 1000,
        mature: true,
        facets: true,
      });
    }),
    { numRuns: 200 },
  );
});

it('shows the counts of the most frequent values among hundreds', () => {
  const docs = [...inventedProducts(500)];
  const everything: SearchQuery = { sort: 'newest', offset: 0, limit: 1000, facets: true };
  expect(new Set(docs.map(({ single }) => single.store)).size).toBeGreaterThan(200);
  expectAlike(new PackedIndex(buildIndex(docs)), docs, everything);
});

it('stays equal through any changes, with or without repacking', () => {
  const change = fc.oneof(
    { weight: 6, arbitrary: fc.record({ put: doc }) },
    { weight: 2, arbitrary: fc.record({ del: fc.nat(25).map((id) => `product${id}`) }) },
    // What is kept of a search of all documents has to follow the changes.
    { weight: 1, arbitrary: fc.constant('look' as const) },
    { weight: 1, arbitrary: fc.constant('pack' as const) },
  );
  // Scores depend on all documents ever added until the index is repacked, so relevance is not compared here.
  const sorted = query.filter(({ sort, text }) => sort !== 'relevance' || text === '');
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), sorted, (changes, request) => {
      const docs = new Map<string, SearchDoc>(OFTEN.map((one) => [one.id, one]));
      let index = new PackedIndex(buildIndex(OFTEN));
      const { mature } = request;
      const all: SearchQuery = {
        sort: 'newest',
        offset: 0,
        limit: 1000,
        facets: true,
        mature: mature === true,
      };
      for (const one of changes) {
        if (one === 'pack') index = new PackedIndex(index.data());
        else if (one === 'look') index.search(all);
        else if ('put' in one) {
          index.put(one.put);
          docs.set(one.put.id, one.put);
        } else {
          index.remove(one.del);
          docs.delete(one.del);
        }
      }
      expect(index.size).toBe(docs.size);
      for (const asked of [request, all]) expectAlike(index, [...docs.values()], asked);
    }),
    { numRuns: 300 },
  );
});
