import type PocketBase from 'pocketbase';
import { isVisibleStore } from '../catalogue/product-parts.ts';
import { ask, type Query, type QueryParams, select } from '../kernel/query.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { number, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';

/** What sitemaps list: public products, stores, guilds and posts, each kind by id, so that new entries shift little. */
export const SITEMAP_KINDS = ['products', 'stores', 'guilds', 'posts'] as const;
export type SitemapKind = (typeof SITEMAP_KINDS)[number];

/** Rows a question; one of 50 000 would hold up everybody else's. */
const ROWS_A_QUESTION = 5000;

const p = tables.products.as('p');
const s = tables.stores.as('s');
const g = tables.guilds.as('g');
const o = tables.posts.as('o');

const STORE_FIELDS = { id: s.id, key: s.slug, changed: s.updated };
const PRODUCT = shape({
  id: p.id,
  key: value(sql`iif(${isVisibleStore(s)}, p.id, '')`, text),
  changed: p.updated,
});
const STORE = shape(STORE_FIELDS);
const GUILD = shape({
  id: g.id,
  key: value(sql`iif(${isVisibleStore(s)}, s.slug, '')`, text),
  changed: g.updated,
});
const POST = shape({
  id: o.id,
  key: value(sql`iif(${isVisibleStore(s)}, o.id, '')`, text),
  changed: o.updated,
});

/** A public page: `key` is the product's or post's id, or the slug of the store or of the guild's store. */
export type SitemapRow = RowOf<typeof STORE_FIELDS>;

/**
 * Each kind's own public state decides which file an entry is in, and can be counted by an index alone. Entries whose
 * store is not visible are left out of their file.
 */
const PUBLIC_PRODUCT = sql`p.state = 'published'`;
const PUBLIC_GUILD = sql`g.state IN ('live', 'paused', 'closing')`;
const PUBLIC_POST = sql`o.state = 'published' AND o.hiddenAt = '' AND o.deletedAt = '' AND o.audience = 'everybody'`;
const NUMBERED: Readonly<Record<SitemapKind, Sql>> = {
  products: sql`FROM products p WHERE ${PUBLIC_PRODUCT}`,
  stores: sql`FROM stores s WHERE ${isVisibleStore(s)}`,
  guilds: sql`FROM guilds g WHERE ${PUBLIC_GUILD}`,
  posts: sql`FROM posts o WHERE ${PUBLIC_POST} AND id > ''`,
};
const COUNT = shape({ count: value(sql`count(*)`, number) });
const ID = shape({ id: value(sql`id`, text) });

/** The entries of each kind from an id on; one whose store is not visible has the key "". */
const ENTRIES: Readonly<Record<SitemapKind, (values: QueryParams) => Query<SitemapRow>>> = {
  products: (values) =>
    select(
      PRODUCT,
      sql`SELECT ${PRODUCT} FROM products p INDEXED BY products_sitemap JOIN stores s ON s.id = p.store
        WHERE ${PUBLIC_PRODUCT} AND p.id >= {:from} ORDER BY p.id LIMIT {:limit}`,
      values,
    ),
  stores: (values) =>
    select(
      STORE,
      sql`SELECT ${STORE} FROM stores s WHERE ${isVisibleStore(s)} AND s.id >= {:from} ORDER BY s.id LIMIT {:limit}`,
      values,
    ),
  guilds: (values) =>
    select(
      GUILD,
      sql`SELECT ${GUILD} FROM guilds g JOIN stores s ON s.id = g.store
        WHERE ${PUBLIC_GUILD} AND g.id >= {:from} ORDER BY g.id LIMIT {:limit}`,
      values,
    ),
  posts: (values) =>
    select(
      POST,
      sql`SELECT ${POST} FROM posts o JOIN stores s ON s.id = o.store
        WHERE ${PUBLIC_POST} AND o.id >= {:from} ORDER BY o.id LIMIT {:limit}`,
      values,
    ),
};

/** How many entries of each kind there are; those of hidden stores are counted, too. */
export async function sitemapCounts(pb: PocketBase): Promise<Record<SitemapKind, number>> {
  const [[products], [stores], [guilds], [posts]] = await ask(
    pb,
    select(COUNT, sql`SELECT ${COUNT} ${NUMBERED.products}`, {}),
    select(COUNT, sql`SELECT ${COUNT} ${NUMBERED.stores}`, {}),
    select(COUNT, sql`SELECT ${COUNT} ${NUMBERED.guilds}`, {}),
    select(COUNT, sql`SELECT ${COUNT} ${NUMBERED.posts}`, {}),
  );
  return {
    products: products?.count ?? 0,
    stores: stores?.count ?? 0,
    guilds: guilds?.count ?? 0,
    posts: posts?.count ?? 0,
  };
}

/** The entries of a kind from place `skip` on, `most` places of them, by id. Null where there is no such place. */
export async function sitemapEntries(
  pb: PocketBase,
  kind: SitemapKind,
  { skip, most }: { skip: number; most: number },
): Promise<SitemapRow[] | null> {
  const [first] = await ask(
    pb,
    select(ID, sql`SELECT ${ID} ${NUMBERED[kind]} AND id >= '' ORDER BY id LIMIT 1 OFFSET {:skip}`, {
      skip,
    }),
  );
  if (!first[0]) return null;
  const found: SitemapRow[] = [];
  let places = 0;
  for (let from = first[0].id; places < most; ) {
    const limit = Math.min(ROWS_A_QUESTION, most - places);
    const [rows] = await ask(pb, ENTRIES[kind]({ from, limit }));
    found.push(...rows.filter(({ key }) => key !== ''));
    places += rows.length;
    if (rows.length < limit) break;
    // The smallest text after this id.
    from = `${rows.at(-1)?.id}!`;
  }
  return found;
}
