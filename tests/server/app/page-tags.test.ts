import { describe, expect, it } from 'vitest';
import { pageTag } from '../../../src/paths.ts';
import { tagsOf } from '../../../src/server/app/page-tags.ts';

const changed = (collection: string) => tagsOf([{ seq: 1, collection, record: 'x', op: 'put' }]);

describe('the pages a change makes untrue', () => {
  it.each([
    ['products', [pageTag.product('x'), pageTag.products(), pageTag.sitemap()]],
    ['stores', [pageTag.store('x'), pageTag.stores(), pageTag.products(), pageTag.sitemap()]],
    ['questions', [pageTag.questions('x')]],
    ['categories', [pageTag.categories(), pageTag.products()]],
    ['guilds', [pageTag.guilds()]],
    ['guild_tiers', [pageTag.guilds()]],
    ['releases', [pageTag.guilds()]],
    ['reviews', [pageTag.product('x')]],
    ['store_ratings', [pageTag.store('x')]],
  ])('of %s are those that show it or list it', (collection, tags) => {
    expect(changed(collection)).toEqual(expect.arrayContaining(tags));
  });

  it('are none when a person changes himself', () => {
    expect(changed('users')).toEqual([]);
  });

  it('are named once for many changes', () => {
    const change = { seq: 1, collection: 'products', record: 'x', op: 'put' } as const;
    const tags = tagsOf([change, change, { ...change, record: 'y' }]);
    expect(new Set(tags).size).toBe(tags.length);
  });
});
