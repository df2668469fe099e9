import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceClient } from '../../data/kernel/client.ts';
import { NEW_ID_SQL } from '../../data/kernel/record-id.ts';
import { sql } from '../../data/kernel/sql.ts';
import { transaction } from '../../data/kernel/transaction.ts';
import { PRINT_STATES } from '../../domain/library/library.ts';
import type { DevStack } from '../stack.ts';
import type { Person } from './large-product.ts';
import { inventedProducts } from './products.ts';

const LISTS = ['Winter campaign', 'Boards', 'Gifts'];
/** Rows in one statement. */
const ROWS = 1000;
const DAY_MS = 86_400_000;

/** Invented products go through the database as it keeps them: 15 000 records by its doors would take minutes. */
interface Row {
  id: string;
  like: string;
  name: string;
  at: string;
  downloadedAt: string | null;
  print: string;
  list: string | null;
}

/**
 * Gives a person a library of so many products, each with the looks of a demo product and a name of its own: bought over
 * three years, two of three downloaded, some queued for printing, some on lists.
 */
export async function fillShelves(
  { pocketbaseUrl, service, dataDir }: DevStack,
  person: Person,
  count: number,
): Promise<void> {
  const pb = serviceClient({ url: pocketbaseUrl, ...service });
  const likes = await pb
    .collection('products')
    .getFullList<{ id: string; collectionId: string; images: string[] }>({ filter: "images != '[]'" });
  const lists: string[] = [];
  for (const [position, name] of LISTS.entries())
    lists.push((await pb.collection('library_lists').create({ user: person.id, name, position })).id);

  const now = Date.now();
  const timeOf = (daysAgo: number) => new Date(now - daysAgo * DAY_MS).toISOString().replace('T', ' ');
  const rows: Row[] = [];
  for (const { name } of inventedProducts(count)) {
    const at = rows.length;
    const like = likes[at % likes.length];
    if (!like) throw new Error('The demo world has no product with a picture.');
    const daysAgo = (1100 * at) / count;
    const id = `${person.id.slice(0, 6)}${at.toString(36).padStart(9, '0')}`;
    rows.push({
      id,
      like: like.id,
      name: name.charAt(0).toUpperCase() + name.slice(1),
      at: timeOf(daysAgo),
      downloadedAt: at % 3 === 0 ? null : timeOf(daysAgo / 2),
      print: at % 10 < PRINT_STATES.length ? (PRINT_STATES[at % 10] ?? '') : '',
      list: at % 7 === 0 ? (lists[at % lists.length] ?? null) : null,
    });
    const pictures = join(dataDir, 'data', 'storage', like.collectionId);
    await cp(join(pictures, like.id), join(pictures, id), { recursive: true });
  }
  for (let at = 0; at < rows.length; at += ROWS)
    await insert(pb, person.id, JSON.stringify(rows.slice(at, at + ROWS)));
}

async function insert(pb: ReturnType<typeof serviceClient>, user: string, rows: string): Promise<void> {
  const given = sql`FROM (SELECT value->>'id' AS product, value->>'like' AS likeId, value->>'name' AS name,
    value->>'at' AS at, value->>'downloadedAt' AS downloadedAt, value->>'print' AS print, value->>'list' AS list
    FROM json_each({:rows})) AS given`;
  await transaction(pb)
    .exec(
      sql`INSERT INTO products (id, store, name, slug, state, priceCents, licences, images, type, scale, supports, created, updated)
        SELECT given.product, p.store, given.name, given.product, 'unlisted', 500, p.licences, p.images, p.type, p.scale,
          p.supports, given.at, given.at ${given} JOIN products p ON p.id = given.likeId`,
      { rows },
    )
    .exec(
      sql`INSERT INTO product_files (id, product, position, name, role, scale, sizeBytes, sha256, version, storageKey, created, updated)
        SELECT ${NEW_ID_SQL}, given.product, f.position, f.name, f.role, f.scale, f.sizeBytes, f.sha256,
          f.version, f.storageKey, given.at, given.at ${given} JOIN product_files f ON f.product = given.likeId`,
      { rows },
    )
    .exec(
      sql`INSERT INTO entitlements (id, [[user]], product, source, sourceId, licences, licenceText, grantedAt, created, updated)
        SELECT ${NEW_ID_SQL}, {:user}, product, 'purchase', product, '["personal"]', {:licence}, at, at, at ${given}`,
      { rows, user, licence: '0'.repeat(64) },
    )
    .exec(
      sql`INSERT INTO downloads (id, [[user]], product, part, version, times, lastAt, created, updated)
        SELECT ${NEW_ID_SQL}, {:user}, product, 'all', 1, 1, downloadedAt, downloadedAt, downloadedAt
        ${given} WHERE downloadedAt IS NOT NULL`,
      { rows, user },
    )
    .exec(
      sql`INSERT INTO library_marks (id, [[user]], product, print, lists, created, updated)
        SELECT ${NEW_ID_SQL}, {:user}, product, print,
          CASE WHEN list IS NULL THEN '[]' ELSE json_array(list) END, at, at
        ${given} WHERE print != '' OR list IS NOT NULL`,
      { rows, user },
    )
    .run();
}
