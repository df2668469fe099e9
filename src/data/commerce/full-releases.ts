import type PocketBase from 'pocketbase';
import { type FullRelease, isSoldAsFullRelease } from '../../domain/commerce/full-release.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { monthOf } from '../../domain/kernel/month.ts';
import { ask, select } from '../kernel/query.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { texts } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';

const r = tables.releases.as('r');

const RELEASE = shape({
  full: {
    id: r.id,
    title: r.title,
    cents: r.backCents,
    productIds: value(sql`json_group_array(o.product)`, texts),
  },
  offered: { state: r.state, publishedAt: r.publishedAt, month: r.month, backCents: r.backCents },
});

/** The full releases that contain one of these products, each with all of its products. */
export async function fullReleasesWith(
  pb: PocketBase,
  productIds: readonly string[],
  now: Instant,
): Promise<FullRelease[]> {
  const [rows] = await ask(
    pb,
    select(
      RELEASE,
      sql`SELECT ${RELEASE}
        FROM releases r JOIN release_products o ON o.[[release]] = r.id
        WHERE r.id IN (SELECT p.[[release]] FROM release_products p
            WHERE p.product IN (SELECT value FROM json_each({:productIds})))
          AND r.backCents > 0 AND r.state = 'published' AND r.month < {:month}
        GROUP BY r.id ORDER BY r.id`,
      { productIds, month: monthOf(now) },
    ),
  );
  return rows.flatMap(({ full, offered }) => (isSoldAsFullRelease(offered, now) ? [full] : []));
}
