import type PocketBase from 'pocketbase';
import type { GrantKind } from '../../domain/guild/grant.ts';
import { orNull } from '../kernel/client.ts';
import { ask, query } from '../kernel/query.ts';
import { sql } from '../kernel/sql.ts';
import { grantsOfMember } from './membership-periods.ts';

/** Names of a member's grants, and the models that came with them. */

const TABLES = {
  release: { table: 'releases', name: 'title', products: 'release_products', column: 'release' },
  entry_bundle: { table: 'entry_bundles', name: 'name', products: 'entry_bundle_products', column: 'bundle' },
  loyalty: { table: 'loyalty_rewards', name: 'name', products: 'loyalty_reward_products', column: 'reward' },
} as const satisfies Record<GrantKind, object>;

/** The names of a member's grants that are not revoked, with the number of models in each; newest first. */
export async function grantNamesOfMember(
  pb: PocketBase,
  memberId: string,
): Promise<{ kind: GrantKind; name: string; products: number }[]> {
  const held = (await grantsOfMember(pb, memberId)).filter(({ revokedAt }) => revokedAt === null);
  const kinds = new Map(held.map(({ kind, what }) => [what, kind]));
  return Promise.all(
    [...kinds].map(async ([what, kind]) => {
      const { table, name, products, column } = TABLES[kind];
      const [row, list] = await Promise.all([
        orNull(pb.collection(table).getOne<Record<string, string>>(what)),
        pb.collection(products).getList(1, 1, {
          filter: pb.filter(`${column} = {:what}`, { what }),
          fields: 'id',
        }),
      ]);
      return { kind, name: row?.[name] ?? '', products: list.totalItems };
    }),
  );
}

/** The models of the person that came with grants and have files, by the grant's id. A grant without any is left out. */
export async function modelsOfGrants(
  pb: PocketBase,
  userId: string,
  grantIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (grantIds.length === 0) return new Map();
  const [rows] = await ask(
    pb,
    query<{ grant: string; product: string }>(
      sql`SELECT e.sourceId AS grant, e.product FROM entitlements e
        WHERE e.[[user]] = {:userId} AND e.revokedAt = '' AND e.sourceId IN (SELECT value FROM json_each({:grantIds}))
          AND EXISTS (SELECT 1 FROM product_files f WHERE f.product = e.product)
          AND NOT EXISTS (SELECT 1 FROM pre_orders o WHERE o.product = e.product AND o.state = 'open')
        ORDER BY e.product`,
      { userId, grantIds },
      ['grant', 'product'],
    ),
  );
  return new Map(
    [...Map.groupBy(rows, ({ grant }) => grant)].map(([grant, its]) => [
      grant,
      its.map(({ product }) => product),
    ]),
  );
}
