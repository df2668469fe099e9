import type PocketBase from 'pocketbase';
import { type FullRelease, isSoldAsFullRelease } from '../../domain/commerce/full-release.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { monthOf } from '../../domain/kernel/month.ts';
import { instantOf, textsIn } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { sql } from '../kernel/sql.ts';

/** The full releases that contain one of these products, each with all of its products. */
export async function fullReleasesWith(
  pb: PocketBase,
  productIds: readonly string[],
  now: Instant,
): Promise<FullRelease[]> {
  const [rows] = await ask(
    pb,
    query<{
      id: string;
      title: string;
      month: string;
      backCents: number;
      publishedAt: string;
      products: string;
    }>(
      sql`SELECT r.id AS id, r.title AS title, r.month AS month, r.backCents AS backCents, r.publishedAt AS publishedAt,
          json_group_array(o.product) AS products
        FROM releases r JOIN release_products o ON o.[[release]] = r.id
        WHERE r.id IN (SELECT p.[[release]] FROM release_products p
            WHERE p.product IN (SELECT value FROM json_each({:productIds})))
          AND r.backCents > 0 AND r.state = 'published' AND r.month < {:month}
        GROUP BY r.id ORDER BY r.id`,
      { productIds, month: monthOf(now) },
      ['id', 'title', 'month', 'backCents', 'publishedAt', 'products'],
    ),
  );
  return rows.flatMap(({ id, title, month, backCents, publishedAt, products }) => {
    const at = instantOf(publishedAt);
    const isSold = isSoldAsFullRelease({ state: 'published', publishedAt: at, month, backCents }, now);
    return isSold ? [{ id, title, cents: backCents, productIds: textsIn(products) }] : [];
  });
}
