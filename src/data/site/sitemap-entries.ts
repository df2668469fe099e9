import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { type Sql, sql } from '../kernel/sql.ts';

/** What sitemaps list: public products, stores, guilds and posts, each kind by id, so that new entries shift little. */
export const SITEMAP_KINDS = ['products', 'stores', 'guilds', 'posts'] as const;
export type SitemapKind = (typeof SITEMAP_KINDS)[number];

/** A public page: `key` is the product's or post's id, or the slug of the store or of the guild's store. */
export interface SitemapRow {
  id: string;
  key: string;
  changed: Instant;
}

/** Rows a question; one of 50 000 would hold up everybody else's. */
const ROWS_A_QUESTION = 5000;

const PUBLIC_POST = sql`r.state = 'published' AND r.hiddenAt = '' AND r.deletedAt = '' AND r.audience = 'everybody'`;
const VISIBLE_STORE = sql`s.state IN ('open', 'vacation')`;

/**
 * Each kind's own public state decides which file an entry is in, and can be counted by an index alone. Entries whose
 * store is not visible are left out of their file.
 */
const PUBLIC: Readonly<Record<SitemapKind, { numbered: Sql; rows: Sql }>> = {
  products: {
    numbered: sql`FROM products r WHERE r.state = 'published'`,
    rows: sql`SELECT r.id, iif(${VISIBLE_STORE}, r.id, '') AS key, r.updated
      FROM products r INDEXED BY products_sitemap JOIN stores s ON s.id = r.store
      WHERE r.state = 'published' AND r.id >= {:from}`,
  },
  stores: {
    numbered: sql`FROM stores r WHERE r.state IN ('open', 'vacation')`,
    rows: sql`SELECT r.id, r.slug AS key, r.updated
      FROM stores r WHERE r.state IN ('open', 'vacation') AND r.id >= {:from}`,
  },
  guilds: {
    numbered: sql`FROM guilds r WHERE r.state IN ('live', 'paused', 'closing')`,
    rows: sql`SELECT r.id, iif(${VISIBLE_STORE}, s.slug, '') AS key, r.updated
      FROM guilds r JOIN stores s ON s.id = r.store
      WHERE r.state IN ('live', 'paused', 'closing') AND r.id >= {:from}`,
  },
  posts: {
    numbered: sql`FROM posts r WHERE ${PUBLIC_POST} AND r.id > ''`,
    rows: sql`SELECT r.id, iif(${VISIBLE_STORE}, r.id, '') AS key, r.updated
      FROM posts r JOIN stores s ON s.id = r.store WHERE ${PUBLIC_POST} AND r.id >= {:from}`,
  },
};

/** How many entries of each kind there are; those of hidden stores are counted, too. */
export async function sitemapCounts(pb: PocketBase): Promise<Record<SitemapKind, number>> {
  const [[products], [stores], [guilds], [posts]] = await ask(
    pb,
    query<{ count: number }>(sql`SELECT count(*) AS count ${PUBLIC.products.numbered}`, {}, ['count']),
    query<{ count: number }>(sql`SELECT count(*) AS count ${PUBLIC.stores.numbered}`, {}, ['count']),
    query<{ count: number }>(sql`SELECT count(*) AS count ${PUBLIC.guilds.numbered}`, {}, ['count']),
    query<{ count: number }>(sql`SELECT count(*) AS count ${PUBLIC.posts.numbered}`, {}, ['count']),
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
    query<{ id: string }>(
      sql`SELECT r.id ${PUBLIC[kind].numbered} AND r.id >= '' ORDER BY r.id LIMIT 1 OFFSET {:skip}`,
      { skip },
      ['id'],
    ),
  );
  if (!first[0]) return null;
  const found: SitemapRow[] = [];
  let places = 0;
  for (let from = first[0].id; places < most; ) {
    const limit = Math.min(ROWS_A_QUESTION, most - places);
    const [rows] = await ask(
      pb,
      query<{ id: string; key: string; updated: string }>(
        sql`${PUBLIC[kind].rows} ORDER BY r.id LIMIT {:limit}`,
        { from, limit },
        ['id', 'key', 'updated'],
      ),
    );
    for (const { id, key, updated } of rows)
      if (key !== '') found.push({ id, key, changed: instantOf(updated) ?? 0 });
    places += rows.length;
    if (rows.length < limit) break;
    // The smallest text after this id.
    from = `${rows.at(-1)?.id}!`;
  }
  return found;
}
