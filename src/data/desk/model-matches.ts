import type PocketBase from 'pocketbase';
import type { MatchKind, MatchOutcome } from '../../domain/assets/model-match.ts';
import type { ProductState } from '../../domain/catalogue/product.ts';
import type { MatchFile, MatchSide } from '../../domain/desk/match-file.ts';
import { instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { sql } from '../kernel/sql.ts';

/** Matches of models in two stores, as somebody at the desk compares them. */

interface Row {
  kind: MatchKind;
  outcome: MatchOutcome | '';
  foundAt: string;
  fileId: string;
  fileName: string;
  storageKey: string;
  sha256: string;
  sizeBytes: number;
  since: string;
  x: number;
  y: number;
  z: number;
  triangles: number;
  productId: string;
  productName: string;
  state: ProductState | '';
  originKind: 'own' | 'licensed' | '';
  originFrom: string;
  originLicence: string;
  storeId: string;
  storeName: string;
  storeSlug: string;
  ownerId: string;
}
const COLUMNS = [
  ...(['kind', 'outcome', 'foundAt', 'fileId', 'fileName', 'storageKey', 'sha256', 'sizeBytes'] as const),
  ...(['since', 'x', 'y', 'z', 'triangles', 'productId', 'productName', 'state'] as const),
  ...(['originKind', 'originFrom', 'originLicence', 'storeId', 'storeName', 'storeSlug', 'ownerId'] as const),
];

/** The older side of a match, then the newer one; empty where it is gone. */
async function sidesOf(pb: PocketBase, id: string): Promise<Row[]> {
  const [rows] = await ask(
    pb,
    query<Row>(
      sql`SELECT m.kind AS kind, m.outcome AS outcome, m.foundAt AS foundAt, f.id AS fileId, f.name AS fileName,
          f.storageKey AS storageKey, f.sha256 AS sha256, f.sizeBytes AS sizeBytes, f.created AS since, f.sizeX AS x, f.sizeY AS y,
          f.sizeZ AS z, f.triangles AS triangles, p.id AS productId, p.name AS productName, p.state AS state,
          p.originKind AS originKind, p.originFrom AS originFrom, p.originLicence AS originLicence,
          s.id AS storeId, s.name AS storeName, s.slug AS storeSlug, s.owner AS ownerId
        FROM model_matches m JOIN product_files f ON f.id IN (m.olderFile, m.newerFile)
          JOIN products p ON p.id = f.product JOIN stores s ON s.id = p.store
        WHERE m.id = {:id} ORDER BY f.id = m.newerFile`,
      { id },
      COLUMNS,
    ),
  );
  return rows.length === 2 ? rows : [];
}

/** A match with both models, or null. */
export async function matchFile(pb: PocketBase, id: string): Promise<MatchFile | null> {
  const [older, newer] = await sidesOf(pb, id);
  if (!older || !newer) return null;
  return {
    id,
    kind: older.kind,
    outcome: older.outcome === '' ? null : older.outcome,
    foundAt: instantOf(older.foundAt) ?? 0,
    older: sideOf(older),
    newer: sideOf(newer),
  };
}

const sideOf = (row: Row): MatchSide => ({
  fileName: row.fileName,
  since: instantOf(row.since) ?? 0,
  size: row.x > 0 ? { x: row.x, y: row.y, z: row.z } : null,
  triangles: row.triangles,
  product: { id: row.productId, name: row.productName, state: row.state === '' ? 'draft' : row.state },
  origin: { kind: row.originKind, from: row.originFrom, licence: row.originLicence },
  store: { id: row.storeId, name: row.storeName, slug: row.storeSlug, ownerId: row.ownerId },
});

/** One of the two files of a match, to be shown; null where there is none. */
export async function matchedModel(
  pb: PocketBase,
  id: string,
  side: 'older' | 'newer',
): Promise<{ name: string; storageKey: string; sha256: string; sizeBytes: number } | null> {
  const [older, newer] = await sidesOf(pb, id);
  const row = side === 'older' ? older : newer;
  return row
    ? { name: row.fileName, storageKey: row.storageKey, sha256: row.sha256, sizeBytes: row.sizeBytes }
    : null;
}
