import type PocketBase from 'pocketbase';
import type { SizeMm } from '../../domain/catalogue/product.ts';
import type { MatchFile } from '../../domain/desk/match-file.ts';
import { ask, select } from '../kernel/query.ts';
import { from, type RowOf, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';

/** Matches of models in two stores, as somebody at the desk compares them. */

const m = tables.modelMatches.as('m');
const f = tables.productFiles.as('f');
const p = tables.products.as('p');
const s = tables.stores.as('s');

const OF_SIDE = {
  kind: m.kind,
  outcome: m.outcome,
  foundAt: m.foundAt,
  file: { name: f.name, storageKey: f.storageKey, sha256: f.sha256, sizeBytes: f.sizeBytes },
  model: {
    fileName: f.name,
    since: f.created,
    size: from({ x: f.sizeX, y: f.sizeY, z: f.sizeZ }, (size): SizeMm | null => (size.x > 0 ? size : null)),
    triangles: f.triangles,
    product: { id: p.id, name: p.name, state: p.state },
    origin: { kind: p.originKind.or(''), from: p.originFrom, licence: p.originLicence },
    store: { id: s.id, name: s.name, slug: s.slug, ownerId: s.owner },
  },
};
const SIDE = shape(OF_SIDE);

/** The older side of a match, then the newer one; empty where it is gone. */
async function sidesOf(pb: PocketBase, id: string): Promise<RowOf<typeof OF_SIDE>[]> {
  const [rows] = await ask(
    pb,
    select(
      SIDE,
      sql`SELECT ${SIDE}
        FROM model_matches m JOIN product_files f ON f.id IN (m.olderFile, m.newerFile)
          JOIN products p ON p.id = f.product JOIN stores s ON s.id = p.store
        WHERE m.id = {:id} ORDER BY f.id = m.newerFile`,
      { id },
    ),
  );
  return rows.length === 2 ? rows : [];
}

/** A match with both models, or null. */
export async function matchFile(pb: PocketBase, id: string): Promise<MatchFile | null> {
  const [older, newer] = await sidesOf(pb, id);
  if (!older || !newer) return null;
  const { kind, outcome, foundAt } = older;
  return { id, kind, outcome, foundAt, older: older.model, newer: newer.model };
}

/** One of the two files of a match, to be shown; null where there is none. */
export async function matchedModel(
  pb: PocketBase,
  id: string,
  side: 'older' | 'newer',
): Promise<{ name: string; storageKey: string; sha256: string; sizeBytes: number } | null> {
  const [older, newer] = await sidesOf(pb, id);
  return (side === 'older' ? older : newer)?.file ?? null;
}
