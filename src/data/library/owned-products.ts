import type PocketBase from 'pocketbase';
import type { EntitlementSource } from '../../domain/catalogue/entitlement.ts';
import type { FileRole, Licence } from '../../domain/catalogue/product.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { instantOf, orAbsent, textsIn } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { sql } from '../kernel/sql.ts';

/** A library page by page with every file, for programs. Every question is about one person's own rows. */

/** A file that its owner may download. */
export interface OwnedFile {
  id: string;
  name: string;
  role: FileRole;
  scale: string | null;
  sizeBytes: number;
  /** SHA-256, as hexadecimal digits. */
  sha256: string;
  version: number;
  addedAt: Instant;
  /** Since when there is a newer one in its place; null for a current file. */
  retiredAt: Instant | null;
}

/** A product of a library. */
export interface OwnedProduct {
  id: string;
  name: string;
  /** The store's name. */
  store: string;
  sources: EntitlementSource[];
  licences: Licence[];
  /** The guild releases that it came with. */
  releases: { id: string; title: string }[];
  /** When it was first granted. */
  grantedAt: Instant;
  files: OwnedFile[];
}

/** Which part of a library. */
export interface OwnedQuery {
  /** Products whose ids come after this one; '' for all. */
  after: string;
  /** Products of one page. */
  limit: number;
  /** Only this product; '' for any. */
  productId: string;
  /** Only products of this guild release; '' for any. */
  releaseId: string;
}

/** A page ends behind the product with which it has so many files, so that no answer grows without a bound. */
const FILES_A_PAGE = 4000;

interface OwnedRow {
  product: string;
  name: string;
  store: string;
  sources: string;
  licences: string;
  grantedAt: string;
  files: number;
}

/** A page of what the person owns, by id, and where the next one begins; null after the last. */
export async function ownedProducts(
  pb: PocketBase,
  userId: string,
  { after, limit, productId, releaseId }: OwnedQuery,
): Promise<{ products: OwnedProduct[]; next: string | null }> {
  const [rows] = await ask(
    pb,
    query<OwnedRow>(
      sql`SELECT e.product, p.name, p.store, json_group_array(DISTINCT e.source) AS sources,
          json_group_array(DISTINCT e.licences) AS licences, min(e.grantedAt) AS grantedAt,
          (SELECT count(*) FROM product_files f WHERE f.product = e.product) AS files
        FROM entitlements e JOIN library_products p ON p.product = e.product
        WHERE e.[[user]] = {:userId} AND e.revokedAt = '' AND e.product > {:after}
          AND ({:productId} = '' OR e.product = {:productId})
          AND ({:releaseId} = '' OR e.sourceId IN (SELECT h.id FROM guild_handouts h
            WHERE h.kind = 'release' AND h.what = {:releaseId} AND h.id = e.sourceId))
        GROUP BY e.product ORDER BY e.product LIMIT {:limit}`,
      { userId, after, productId, releaseId, limit: limit + 1 },
      ['product', 'name', 'store', 'sources', 'licences', 'grantedAt', 'files'],
    ),
  );
  const page = withinFiles(rows.slice(0, limit));
  if (page.length === 0) return { products: [], next: null };
  const ids = page.map(({ product }) => product);
  const [files, releases] = await ask(
    pb,
    query<{
      product: string;
      id: string;
      name: string;
      role: FileRole | '';
      scale: string;
      sizeBytes: number;
      sha256: string;
      version: number;
      created: string;
      retiredAt: string;
    }>(
      sql`SELECT f.product, f.id, f.name, f.role, f.scale, f.sizeBytes, f.sha256, f.version, f.created, f.retiredAt
        FROM json_each({:ids}) j CROSS JOIN product_files f ON f.product = j.value
        ORDER BY f.product, f.position, f.name, f.version, f.id`,
      { ids },
      ['product', 'id', 'name', 'role', 'scale', 'sizeBytes', 'sha256', 'version', 'created', 'retiredAt'],
    ),
    query<{ product: string; id: string; title: string }>(
      sql`SELECT DISTINCT e.product, r.id, r.title
        FROM json_each({:ids}) j CROSS JOIN entitlements e ON e.[[user]] = {:userId} AND e.product = j.value
        JOIN guild_handouts h ON h.id = e.sourceId AND h.kind = 'release'
        JOIN releases r ON r.id = h.what
        WHERE e.source = 'release' AND e.revokedAt = '' ORDER BY e.product, r.id`,
      { ids, userId },
      ['product', 'id', 'title'],
    ),
  );
  const filesOf = Map.groupBy(files, ({ product }) => product);
  const releasesOf = Map.groupBy(releases, ({ product }) => product);
  const products = page.map((row) => ({
    id: row.product,
    name: row.name,
    store: row.store,
    sources: textsIn(row.sources) as EntitlementSource[],
    licences: [...new Set(textsIn(row.licences).flatMap(textsIn))] as Licence[],
    releases: (releasesOf.get(row.product) ?? []).map(({ id, title }) => ({ id, title })),
    grantedAt: instantOf(row.grantedAt) ?? 0,
    files: (filesOf.get(row.product) ?? []).map((file) => ({
      id: file.id,
      name: file.name,
      role: file.role === '' ? ('other' as const) : file.role,
      scale: orAbsent(file.scale),
      sizeBytes: file.sizeBytes,
      sha256: file.sha256,
      version: file.version,
      addedAt: instantOf(file.created) ?? 0,
      retiredAt: instantOf(file.retiredAt),
    })),
  }));
  const next = rows.length > page.length ? (ids.at(-1) ?? null) : null;
  return { products, next };
}

/** The products up to the one with which there are enough files. */
function withinFiles(rows: readonly OwnedRow[]): OwnedRow[] {
  let files = 0;
  const end = rows.findIndex((row) => {
    files += row.files;
    return files >= FILES_A_PAGE;
  });
  return rows.slice(0, end < 0 ? rows.length : end + 1);
}
