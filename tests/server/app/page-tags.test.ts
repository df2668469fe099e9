import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pageTag } from '../../../src/paths.ts';
import { PAGE_TABLES, tagsOf } from '../../../src/server/app/page-tags.ts';

const changed = (collection: string) => tagsOf([{ seq: 1, collection, record: 'x', op: 'put' }]);

const { product, products, questions, store, stores, post, categories, guilds, site, sitemap } = pageTag;

/**
 * Every collection with a feed, and the tags of all pages that show something of it. `x` is the record that the feed names:
 * `products` and `product_partners` name a product, `store_posts` a store.
 */
const TAGS: Record<string, string[]> = {
  products: [product('x'), products(), sitemap()],
  product_partners: [product('x')],
  previews: [product('x')],
  pre_orders: [product('x')],
  reviews: [product('x')],
  product_files: [products()],
  shelves: [products()],
  categories: [categories(), products()],
  stores: [store('x'), stores(), products(), sitemap()],
  product_bundles: [store('x')],
  store_ratings: [store('x')],
  store_posts: [store('x'), sitemap()],
  posts: [post('x')],
  questions: [questions('x')],
  guilds: [guilds(), sitemap()],
  guild_goals: [guilds()],
  guild_polls: [guilds()],
  guild_tiers: [guilds()],
  releases: [guilds()],
  site_settings: [site()],
  legal_texts: [site()],
  search_rules: [products()],
  // No public page changes with these: sessions, the operator desk and the notices of an account follow them.
  users: [],
  roles: [],
  store_staff: [],
  cases: [],
};

/** The collections whose changes the schema writes to the feed. */
function fedCollections(): string[] {
  const schema = readFileSync(new URL('../../pocketbase/schema.txt', import.meta.url), 'utf8');
  const writes = [
    ...schema.matchAll(/INSERT INTO change_feed \(collection, record, op\)\s+(?:VALUES \(|SELECT )'(\w+)'/g),
  ];
  const all = schema.match(/INSERT INTO change_feed\b/g) ?? [];
  // A trigger that writes in another form would escape the table.
  expect(writes).toHaveLength(all.length);
  return [...new Set(writes.map(([, name = '']) => name))].sort();
}

describe('the pages that a change makes outdated', () => {
  it('are named for every collection with a feed, and for no other', () => {
    expect(Object.keys(TAGS).sort()).toEqual(fedCollections());
  });

  it('are told of those that have some', () => {
    const shown = Object.keys(TAGS).filter((name) => TAGS[name]?.length);
    expect([...PAGE_TABLES].sort()).toEqual(shown.sort());
  });

  it.each(Object.entries(TAGS))('of %s are exactly those that show something of it', (collection, tags) => {
    expect(changed(collection).sort()).toEqual([...tags].sort());
  });

  it('are named once for many changes', () => {
    const change = { seq: 1, collection: 'products', record: 'x', op: 'put' } as const;
    const tags = tagsOf([change, change, { ...change, record: 'y' }]);
    expect(tags.sort()).toEqual([product('x'), product('y'), products(), sitemap()].sort());
  });
});
