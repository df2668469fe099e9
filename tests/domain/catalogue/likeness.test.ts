import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fusedByRank,
  LIKE_STORE_SHARE,
  mixedStores,
  TOGETHER_BUYERS_MIN,
} from '../../../src/domain/catalogue/likeness.ts';

it('what few people bought together is nobody’s business', () => {
  expect(TOGETHER_BUYERS_MIN).toBeGreaterThanOrEqual(20);
});

describe('two lists in one order', () => {
  it('keep the order of words, which a similar shape moves a little', () => {
    expect(fusedByRank(['a', 'b', 'c'], [])).toEqual(['a', 'b', 'c']);
    expect(fusedByRank(['a', 'b', 'c', 'd'], ['d'])).toEqual(['d', 'a', 'b', 'c']);
    expect(fusedByRank(['a', 'b'], ['z'])).toEqual(['a', 'b', 'z']);
    expect(fusedByRank([], ['y', 'z'])).toEqual(['y', 'z']);
  });
});

describe('stores', () => {
  const item = fc.record({ id: fc.nat(), store: fc.constantFrom('a', 'b', 'c', 'd') });
  const list = fc.uniqueArray(item, { selector: ({ id }) => id, maxLength: 24 });
  const { most, first } = LIKE_STORE_SHARE;

  it('are mixed among the first, unless there is nothing else', () => {
    fc.assert(
      fc.property(list, (items) => {
        const mixed = mixedStores(items, ({ store }) => store);
        expect(mixed.toSorted((a, b) => a.id - b.id)).toEqual(items.toSorted((a, b) => a.id - b.id));
        const front = mixed.slice(0, first);
        const countOf = (of: string, among: typeof items) => among.filter(({ store }) => store === of).length;
        const crowded = ['a', 'b', 'c', 'd'].filter((store) => countOf(store, front) > most);
        // Whoever has more than their share stands there because all others have theirs already.
        if (crowded.length > 0)
          for (const { store } of mixed.slice(first))
            expect(countOf(store, front)).toBeGreaterThanOrEqual(most);
      }),
    );
  });

  it('keep the order of the list where none has more than its share', () => {
    const items = ['a', 'b', 'a', 'c', 'b', 'c', 'd', 'a'].map((store, id) => ({ id, store }));
    expect(mixedStores(items, ({ store }) => store)).toEqual(items);
    const own = ['a', 'a', 'a', 'a', 'b', 'c', 'd'].map((store, id) => ({ id, store }));
    expect(mixedStores(own, ({ store }) => store).map(({ id }) => id)).toEqual([0, 1, 4, 5, 6, 2, 3]);
  });
});
