import type { OpenPrice } from '../../domain/catalogue/price/open-price.ts';
import {
  type Discount,
  type MeshFacts,
  OUTLINE_MAX_POINTS,
  type Outline,
  type Picture,
  type SizeMm,
} from '../../domain/catalogue/product.ts';
import type { StarCounts } from '../../domain/catalogue/rating.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { textsOf } from '../kernel/fields.ts';
import { from } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import type { tables } from '../kernel/tables.ts';

/** Values of a product that are several columns, and who may see it: each is said once, for every query. */

export type ProductColumns = ReturnType<typeof tables.products.as>;
type StoreColumns = ReturnType<typeof tables.stores.as>;
type FileColumns = ReturnType<typeof tables.productFiles.as>;

/** Whether the public may see a store. */
export const isVisibleStore = (s: Pick<StoreColumns, 'state'>) => sql`${s.state} IN ('open', 'vacation')`;

/** Whether a product is public as far as it is concerned: its store may be hidden. */
export const isPublic = (p: Pick<ProductColumns, 'state'>) => sql`${p.state} IN ('published', 'unlisted')`;

/** Whether the public may see a product by its address. */
export const isVisible = (p: Pick<ProductColumns, 'state'>, s: Pick<StoreColumns, 'state'>) =>
  sql`${isPublic(p)} AND ${isVisibleStore(s)}`;

/** Whether a product stands in lists and is found by search. */
export const isListed = (p: Pick<ProductColumns, 'state'>, s: Pick<StoreColumns, 'state'>) =>
  sql`${p.state} = 'published' AND ${isVisibleStore(s)}`;

/** The sale of a product, or of terms of its price; also one that has not begun or is over. */
export const saleIn = (p: Pick<ProductColumns, 'salePercent' | 'saleFrom' | 'saleTo'>) =>
  from({ percent: p.salePercent, from: p.saleFrom, to: p.saleTo }, saleOf);

export function saleOf({
  percent,
  from,
  to,
}: {
  percent: number;
  from: Instant | null;
  to: Instant | null;
}): Discount | null {
  return percent > 0 && from !== null && to !== null ? { percent, from, to } : null;
}

/** Null for a fixed price. */
export const openPriceIn = (p: Pick<ProductColumns, 'openPrice' | 'suggestedCents'>) =>
  from({ isOpen: p.openPrice, suggestedCents: p.suggestedCents.orNull }, openPriceOf);

function openPriceOf({ isOpen, suggestedCents }: OpenPrice & { isOpen: boolean }): OpenPrice | null {
  return isOpen ? { suggestedCents } : null;
}

/** Ratings of a product, or of a store. */
export const starsIn = (p: Pick<ProductColumns, 'stars1' | 'stars2' | 'stars3' | 'stars4' | 'stars5'>) =>
  from(
    { one: p.stars1, two: p.stars2, three: p.stars3, four: p.stars4, five: p.stars5 },
    ({ one, two, three, four, five }): StarCounts => [one, two, three, four, five],
  );

export const facetsIn = (
  p: Pick<ProductColumns, 'type' | 'genre' | 'scale' | 'supports' | 'printer' | 'parts'>,
) => ({
  type: p.type,
  genre: p.genre,
  scale: p.scale,
  supports: p.supports,
  printer: p.printer,
  parts: p.parts,
});

/** How the seller advises to print a product. */
export const printIn = (
  p: Pick<
    ProductColumns,
    'printLayerMm' | 'printExposureS' | 'printSupports' | 'printMaterial' | 'printPrinter'
  >,
) => ({
  layerMm: p.printLayerMm.orNull,
  exposureS: p.printExposureS.orNull,
  supports: p.printSupports,
  material: p.printMaterial,
  printer: p.printPrinter,
});

/** Null for what was not measured. */
export const sizeIn = (p: Pick<ProductColumns, 'sizeX' | 'sizeY' | 'sizeZ'>) =>
  from({ x: p.sizeX, y: p.sizeY, z: p.sizeZ }, sizeOf);

function sizeOf(size: SizeMm): SizeMm | null {
  return size.x > 0 && size.y > 0 && size.z > 0 ? size : null;
}

/** The pictures of a product; one without a text of its own has the product's name. */
export const picturesIn = (p: Pick<ProductColumns, 'images' | 'imageAlts' | 'name'>) =>
  from({ files: p.images, alts: p.imageAlts.as(textsOf), name: p.name }, ({ files, alts, name }): Picture[] =>
    files.map((file, place) => ({ file, alt: alts[place] ?? name })),
  );

/** A file of a product, without what only the server knows of it. */
export const fileIn = (f: FileColumns) => ({
  id: f.id,
  name: f.name,
  role: f.role,
  scale: f.scale,
  part: f.part.orNull,
  sizeBytes: f.sizeBytes,
  sha256: f.sha256,
  version: f.version,
  mesh: from(
    {
      size: sizeIn(f),
      volumeMl: f.volumeMl,
      triangles: f.triangles,
      watertight: f.watertight,
      shells: f.shells,
      crowdedEdges: f.crowdedEdges,
    },
    ({ size, ...facts }): MeshFacts | null => size && { size, ...facts },
  ),
  retiredAt: f.retiredAt,
});

/** Reads a stored outline; empty if it is malformed or has too many points. */
export function readOutline(json: unknown): Outline {
  if (!Array.isArray(json) || !json.every(isRing)) return [];
  const numbers = json.reduce((sum, ring) => sum + ring.length, 0);
  return numbers <= OUTLINE_MAX_POINTS * 2 ? json : [];
}

function isRing(json: unknown): json is number[] {
  return (
    Array.isArray(json) &&
    json.length >= 6 &&
    json.length % 2 === 0 &&
    json.every((value) => Number.isFinite(value) && value >= 0)
  );
}
