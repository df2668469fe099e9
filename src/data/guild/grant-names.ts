import type PocketBase from 'pocketbase';
import type { GrantKind } from '../../domain/guild/grant.ts';
import { ask, select } from '../kernel/query.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { grantedThings } from './guild-names.ts';
import { grantsOfMember } from './membership-periods.ts';

const e = tables.entitlements.as('e');
const MODEL = shape({ grant: e.sourceId, product: e.product });

/** Names of a member's grants, and the models that came with them. */

/** The names of a member's grants that are not revoked, with the number of models in each; newest first. */
export async function grantNamesOfMember(
  pb: PocketBase,
  memberId: string,
): Promise<{ kind: GrantKind; name: string; products: number }[]> {
  const held = (await grantsOfMember(pb, memberId)).filter(({ revokedAt }) => revokedAt === null);
  const kinds = new Map(held.map(({ kind, what }) => [what, kind]));
  const things = await grantedThings(pb, [...kinds.keys()]);
  return [...kinds].map(([what, kind]) => {
    const thing = things.get(what);
    return { kind, name: thing?.name ?? '', products: thing?.models ?? 0 };
  });
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
    select(
      MODEL,
      sql`SELECT ${MODEL} FROM entitlements e
        WHERE e.[[user]] = {:userId} AND e.revokedAt = '' AND e.sourceId IN (SELECT value FROM json_each({:grantIds}))
          AND EXISTS (SELECT 1 FROM product_files f WHERE f.product = e.product)
          AND NOT EXISTS (SELECT 1 FROM pre_orders o WHERE o.product = e.product AND o.state = 'open')
        ORDER BY e.product`,
      { userId, grantIds },
    ),
  );
  return new Map(
    [...Map.groupBy(rows, ({ grant }) => grant)].map(([grant, its]) => [
      grant,
      its.map(({ product }) => product),
    ]),
  );
}
