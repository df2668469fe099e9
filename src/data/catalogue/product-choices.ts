import type PocketBase from 'pocketbase';
import type { ProductChoice } from '../../domain/catalogue/product.ts';
import { ask, query } from '../kernel/query.ts';
import { sql } from '../kernel/sql.ts';

interface Row {
  id: string;
  name: string;
  mainImage: string;
  published: number;
  shelfCount: number;
}

/** A store's products except archived ones, by name: the choices for a shelf or a coupon. */
export async function productChoices(pb: PocketBase, storeId: string): Promise<ProductChoice[]> {
  const [rows] = await ask(
    pb,
    query<Row>(
      sql`SELECT id, name, state = 'published' AS published,
          iif(state IN ('published', 'unlisted'), coalesce(json_extract(iif(images = '', '[]', images), '$[0]'), ''), '') AS mainImage,
          json_array_length(iif(shelves = '', '[]', shelves)) AS shelfCount
        FROM products WHERE store = {:storeId} AND state <> 'archived' ORDER BY name, id`,
      { storeId },
      ['id', 'name', 'mainImage', 'published', 'shelfCount'],
    ),
  );
  return rows.map(({ id, name, mainImage, published, shelfCount }) => ({
    id,
    name,
    mainImage,
    published: published === 1,
    shelfCount,
  }));
}

/** Which of these products are the store's own. */
export async function ownProductIds(
  pb: PocketBase,
  storeId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const [rows] = await ask(
    pb,
    query<{ id: string }>(
      sql`SELECT p.id FROM json_each({:ids}) i CROSS JOIN products p ON p.id = i.value WHERE p.store = {:storeId}`,
      { storeId, ids: JSON.stringify(ids) },
      ['id'],
    ),
  );
  return new Set(rows.map(({ id }) => id));
}
