import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  movedBy,
  SHELF_NAME_MAX,
  SHELF_PRODUCTS_MAX,
  SHELF_REFUSAL_TEXTS,
  type ShelfDraft,
  shelfRefusals,
} from '../../../src/domain/catalogue/shelf.ts';

describe('validation of a shelf', () => {
  it.each<[Partial<ShelfDraft>, string[]]>([
    [{ name: 'Ruins', slug: 'ruins', productIds: ['a'] }, []],
    [{ name: 'R' }, []],
    [{ name: 'R'.repeat(SHELF_NAME_MAX) }, []],
    [{ name: '  ' }, ['name']],
    [{ name: 'R'.repeat(SHELF_NAME_MAX + 1) }, ['name']],
    [{ slug: 'constructionset' }, []],
    [{ slug: 'Ruins' }, ['slug']],
    [{ slug: 'ruins-' }, ['slug']],
    [{ slug: '' }, ['slug']],
    [{ name: '', slug: '', productIds: [] }, ['name', 'slug']],
    [{ productIds: Array<string>(SHELF_PRODUCTS_MAX).fill('a') }, []],
    [{ productIds: Array<string>(SHELF_PRODUCTS_MAX + 1).fill('a') }, ['productIds']],
  ])('%#', (draft, fields) => {
    expect(Object.keys(shelfRefusals(draft))).toEqual(fields);
  });

  it('has a sentence for every error', () => {
    const texts = Object.values({
      ...SHELF_REFUSAL_TEXTS,
      ...shelfRefusals({ name: '', slug: 'A', productIds: Array<string>(SHELF_PRODUCTS_MAX + 1) }),
    });
    for (const text of texts) expect(text).toMatch(/^[A-Z].*\.$/);
  });
});

describe('the order of shelves', () => {
  it.each<[string, -1 | 1, string]>([
    ['b', -1, 'bacd'],
    ['b', 1, 'acbd'],
    ['a', -1, 'abcd'],
    ['d', 1, 'abcd'],
    ['x', 1, 'abcd'],
  ])('%s moved by %i: %s', (id, by, order) => {
    expect(movedBy([...'abcd'], id, by).join('')).toBe(order);
  });

  it('is the same after moving one up and down, and no shelf is lost', () => {
    const ids = fc.uniqueArray(fc.string(), { minLength: 2 });
    fc.assert(
      fc.property(ids, fc.nat(), (before, at) => {
        const id = before[at % (before.length - 1)] ?? '';
        const there = movedBy(before, id, 1);
        expect(there).not.toEqual(before);
        expect(movedBy(there, id, -1)).toEqual(before);
      }),
    );
  });
});
