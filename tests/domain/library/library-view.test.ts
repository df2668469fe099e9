import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  LIBRARY_FACETS,
  LIBRARY_SORTS,
  type LibraryFilter,
  type LibraryItem,
  type LibrarySort,
  libraryValues,
} from '../../../src/domain/library/library.ts';
import { indexLibrary, viewLibrary, wordsOf } from '../../../src/domain/library/library-view.ts';
import { anItem, DAY, NOW, someItems } from './library-items.ts';

const SORTS = Object.keys(LIBRARY_SORTS) as LibrarySort[];
const names = (items: readonly LibraryItem[]) => items.map(({ name }) => name);
const view = (items: readonly LibraryItem[], filter: LibraryFilter = {}, sort: LibrarySort = 'name') =>
  viewLibrary(indexLibrary(items), filter, sort, NOW);

/** Naive reference: filters each item on its own. */
function fits(item: LibraryItem, filter: LibraryFilter): boolean {
  const own = wordsOf(`${item.name} ${item.store}`);
  const typed = wordsOf(filter.text ?? '');
  if (!typed.every((word) => own.some((one) => one.startsWith(word)))) return false;
  if (item.archived && filter.state !== 'archived') return false;
  return LIBRARY_FACETS.every((facet) => {
    const wanted = filter[facet];
    return wanted === undefined || libraryValues(item, facet, NOW).includes(wanted);
  });
}

const someFilter: fc.Arbitrary<LibraryFilter> = fc.record(
  {
    text: fc.constantFrom('gob', 'ÉL', 'ash 1', 'öR', 'nothing has this', '…'),
    store: fc.constantFrom('Ashgrove', 'Deepdelve', 'Nobody'),
    type: fc.constantFrom('figure', 'vehicle'),
    scale: fc.constantFrom('28', '32'),
    supports: fc.constantFrom('presupported', 'unsupported'),
    source: fc.constantFrom('purchase', 'gift'),
    month: fc.constantFrom('2026-11', '2026-10', 'no month'),
    state: fc.constantFrom('new', 'updated', 'waiting', 'archived', 'no state'),
    print: fc.constantFrom('printed', 'wanted'),
    list: fc.constantFrom('list-a', 'list-b', 'a list that is gone'),
  },
  { requiredKeys: [] },
);

describe('a library', () => {
  it('is filtered like the naive reference', () => {
    fc.assert(
      fc.property(someItems, someFilter, fc.constantFrom(...SORTS), (items, filter, sort) => {
        const found = view(items, filter, sort).items.map(({ id }) => id);
        const expected = items.filter((item) => fits(item, filter)).map(({ id }) => id);
        expect(found.toSorted()).toEqual(expected.toSorted());
      }),
      { numRuns: 500 },
    );
  });

  it('counts what choosing each value gives', () => {
    fc.assert(
      fc.property(someItems, someFilter, (items, filter) => {
        const { counts } = view(items, filter);
        for (const facet of LIBRARY_FACETS) {
          const values = new Set(items.flatMap((item) => libraryValues(item, facet, NOW)));
          for (const value of [...values, 'a value that nothing has']) {
            const left = items.filter((item) => fits(item, { ...filter, [facet]: value })).length;
            expect([facet, value, counts[facet].get(value) ?? 0]).toEqual([facet, value, left]);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('shows what was archived under "Archived" only, and says how much that is', () => {
    const items = [anItem({ name: 'Kept' }), anItem({ name: 'Put away', archived: true, lists: ['a'] })];
    expect(names(view(items).items)).toEqual(['Kept']);
    expect(names(view(items, { text: 'put' }).items)).toEqual([]);
    expect(view(items).counts.state.get('archived')).toBe(1);
    expect(view(items).counts.list.get('a')).toBeUndefined();
    expect(names(view(items, { state: 'archived' }).items)).toEqual(['Put away']);
  });

  it('has no counts of 0', () => {
    fc.assert(
      fc.property(someItems, someFilter, (items, filter) => {
        for (const counted of Object.values(view(items, filter).counts))
          expect([...counted.values()]).not.toContain(0);
      }),
    );
  });

  it.each(SORTS)('stands in the same order "%s" however it came', (sort) => {
    fc.assert(
      fc.property(someItems, fc.infiniteStream(fc.nat()), (items, dice) => {
        const shuffled = items
          .map((item) => ({ item, at: dice.next().value ?? 0 }))
          .sort((a, b) => a.at - b.at)
          .map(({ item }) => item);
        expect(view(shuffled, {}, sort).items).toEqual(view(items, {}, sort).items);
      }),
    );
  });

  it('keeps its order when it is filtered', () => {
    fc.assert(
      fc.property(someItems, someFilter, fc.constantFrom(...SORTS), (items, filter, sort) => {
        const all = view(items, {}, sort).items;
        expect(view(items, filter, sort).items).toEqual(all.filter((item) => fits(item, filter)));
      }),
    );
  });

  it('gives the same result for repeated queries of an index', () => {
    fc.assert(
      fc.property(someItems, someFilter, someFilter, (items, one, other) => {
        const index = indexLibrary(items);
        const first = viewLibrary(index, one, 'newest', NOW);
        viewLibrary(index, other, 'name', NOW + 40 * DAY);
        expect(viewLibrary(index, one, 'newest', NOW)).toEqual(first);
      }),
    );
  });
});

describe('searching', () => {
  const items = [
    anItem({ name: 'Mossback Cairn-Golem', store: 'Ashgrove Miniatures' }),
    anItem({ name: 'Château de l’Étoile', store: 'Deepdelve' }),
    anItem({ name: 'Orc 12 pack', store: 'Öland Foundry' }),
    anItem({ name: 'Ｗｉｄｅ letters', store: 'Deepdelve' }),
  ];
  it.each([
    ['', 4],
    ['   ', 4],
    ['...', 4],
    ['moss', 1],
    ['MOSS', 1],
    ['golem cairn', 1],
    ['cairn-go', 1],
    ['ossback', 0],
    ['moss deep', 0],
    ['moss ashgr', 1],
    ['chateau', 1],
    ['CHÂTEAU', 1],
    ['Étoile', 1],
    ['etoile', 1],
    ['12', 1],
    ['1', 1],
    ['2', 0],
    ['oland', 1],
    ['öland', 1],
    ['wide', 1],
    ['deep', 2],
    ['figure', 0],
  ])('"%s" finds %i', (text, count) => {
    expect(view(items, { text }).items).toHaveLength(count);
  });

  it('finds every item by any prefix of any of its words', () => {
    fc.assert(
      fc.property(someItems, fc.nat(), fc.integer({ min: 1, max: 9 }), (all, which, letters) => {
        const item = all[which % Math.max(1, all.length)];
        const words = item ? wordsOf(`${item.name} ${item.store}`) : [];
        const word = words[which % Math.max(1, words.length)];
        if (!item || !word) return;
        const text = [...word].slice(0, letters).join('');
        const found = view(all, item.archived ? { text, state: 'archived' } : { text });
        expect(found.items).toContain(item);
      }),
      { numRuns: 300 },
    );
  });
});

describe('sorting', () => {
  it('by name ignores case and accents, and orders numbers by value', () => {
    const items = ['goblin 10', 'Zebra', 'Goblin 9', 'émile', 'Eric', 'emil', 'Goblin 009'].map((name) =>
      anItem({ name }),
    );
    expect(names(view(items).items)).toEqual([
      'emil',
      'émile',
      'Eric',
      'Goblin 9',
      'Goblin 009',
      'goblin 10',
      'Zebra',
    ]);
  });

  it('by artist, then by name', () => {
    const items = [
      anItem({ name: 'B', store: 'ashgrove' }),
      anItem({ name: 'A', store: 'Deepdelve' }),
      anItem({ name: 'A', store: 'Ashgrove' }),
    ];
    expect(view(items, {}, 'store').items.map(({ name, store }) => `${store} ${name}`)).toEqual([
      'Ashgrove A',
      'ashgrove B',
      'Deepdelve A',
    ]);
  });

  it('newest first, by grant', () => {
    const items = [3, 1, 2].map((days) => anItem({ name: `${days}`, grantedAt: NOW - days * DAY }));
    expect(names(view(items, {}, 'newest').items)).toEqual(['1', '2', '3']);
  });

  it('updated first, by the newest file; items without files last', () => {
    const items = [
      anItem({ name: 'none', newestFileAt: null }),
      anItem({ name: 'old', newestFileAt: NOW - 9 * DAY }),
      anItem({ name: 'new', newestFileAt: NOW - DAY }),
    ];
    expect(names(view(items, {}, 'updated').items)).toEqual(['new', 'old', 'none']);
  });
});

it('what a search found takes the place of the beginnings of names', () => {
  const items = [
    anItem({ name: 'Mossback' }),
    anItem({ name: 'Hoard' }),
    anItem({ name: 'Tree', archived: true }),
  ];
  const index = indexLibrary(items);
  const found = new Set([items[0]?.id ?? '', items[2]?.id ?? '']);
  const shown = viewLibrary(index, { text: 'tree' }, 'name', NOW, found);
  expect(names(shown.items)).toEqual(['Mossback']);
  expect(shown.counts.state.get('archived')).toBe(1);
});
