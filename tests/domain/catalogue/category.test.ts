import { describe, expect, it } from 'vitest';
import {
  CATEGORY_TEXTS,
  type CategoryRow,
  categoriesFrom,
  categoryNames,
  categoryRefusals,
  mergeRefusal,
  withMoved,
} from '../../../src/domain/catalogue/category.ts';
import {
  parseSearch,
  searchAddress,
  withChildren,
} from '../../../src/domain/catalogue/search/search-params.ts';

const row = (id: string, more: Partial<CategoryRow> = {}): CategoryRow => ({
  ...{ id, slug: id, name: id, description: '', parentId: null, isHidden: false, mergedIntoId: null },
  ...more,
});
const rows = [
  row('figures', { name: 'Figures' }),
  row('monsters', { name: 'Monsters', parentId: 'figures' }),
  row('terrain', { name: 'Terrain' }),
  row('ruins', { name: 'Ruins', parentId: 'terrain', isHidden: true }),
  row('beasts', { name: 'Beasts', parentId: 'figures', mergedIntoId: 'monsters' }),
];
const draft = { name: 'Dragons', description: '', parentId: 'figures', slug: '' };

describe('categories of the marketplace', () => {
  it('a name is taken once below one parent, an address once in all', () => {
    expect(categoryRefusals(draft, rows, null)).toEqual({});
    expect(categoryRefusals({ ...draft, name: ' monsters' }, rows, null)).toEqual({
      name: CATEGORY_TEXTS['name-taken'],
    });
    // Elsewhere the name is free, the address is not.
    expect(categoryRefusals({ ...draft, name: 'Monsters', parentId: 'terrain' }, rows, null)).toEqual({
      name: CATEGORY_TEXTS['slug-taken'],
    });
    expect(
      categoryRefusals({ ...draft, name: 'Monsters', parentId: 'terrain', slug: 'wild' }, rows, null),
    ).toEqual({});
    expect(categoryRefusals({ ...draft, name: 'Monsters' }, rows, 'monsters')).toEqual({});
  });

  it('the address of a merged category is given to no new one', () => {
    expect(categoryRefusals({ ...draft, name: 'Beasts' }, rows, null)).toEqual({
      name: CATEGORY_TEXTS['slug-taken'],
    });
    expect(categoryRefusals({ ...draft, slug: 'beasts' }, rows, null)).toEqual({
      slug: CATEGORY_TEXTS['slug-taken'],
    });
  });

  it('there is no third level', () => {
    expect(categoryRefusals({ ...draft, parentId: 'monsters' }, rows, null)).toHaveProperty('parentId');
    expect(categoryRefusals({ ...draft, parentId: 'terrain' }, rows, 'figures')).toHaveProperty('parentId');
    expect(categoryRefusals({ ...draft, parentId: 'terrain' }, rows, 'terrain')).toHaveProperty('parentId');
    expect(mergeRefusal(rows, 'figures', 'monsters')).toContain('below it');
    expect(mergeRefusal(rows, 'figures', 'ruins')).toContain('first level');
    expect(mergeRefusal(rows, 'figures', 'terrain')).toBeNull();
    expect(mergeRefusal(rows, 'monsters', 'ruins')).toBeNull();
  });

  it('merges into nothing that is gone, merged or itself', () => {
    for (const into of ['absent', 'beasts'])
      expect(mergeRefusal(rows, 'terrain', into)).toBe(CATEGORY_TEXTS.gone);
    expect(mergeRefusal(rows, 'terrain', 'terrain')).not.toBeNull();
  });

  it('a hidden category is not offered, and its address shows its products', () => {
    const { offered, all, moved } = categoriesFrom(rows);
    expect(offered.map(({ slug, children }) => [slug, children.map((child) => child.slug)])).toEqual([
      ['figures', ['monsters']],
      ['terrain', []],
    ]);
    expect(all[1]?.children.map(({ slug }) => slug)).toEqual(['ruins']);
    expect(categoryNames({ all })['ruins']).toBe('Ruins');
    expect(moved).toEqual({ beasts: 'monsters' });
  });

  it('an old address finds the same after a merge', () => {
    const categories = categoriesFrom(rows);
    const led = (query: string) =>
      searchAddress(withMoved(parseSearch(new URLSearchParams(query)), categories.moved));
    expect(led('category=beasts&category=monsters&scale=32')).toBe('category=monsters&scale=32');
    expect(led('not-category=beasts')).toBe('not-category=monsters');
    expect(led('category=beasts&not-category=monsters')).toBe('category=monsters');
    const other = parseSearch(new URLSearchParams('category=terrain'));
    expect(withMoved(other, categories.moved)).toBe(other);
    // Products that are not moved yet are found under the new address.
    expect(withChildren({ category: ['figures'] }, categories).category).toEqual([
      'figures',
      'monsters',
      'beasts',
    ]);
  });

  it('an address such as "constructor" leads nowhere else', () => {
    const asked = parseSearch(new URLSearchParams('category=constructor'));
    expect(withMoved(asked, categoriesFrom(rows).moved)).toBe(asked);
  });
});
