import type PocketBase from 'pocketbase';
import type { Sale } from '../../domain/catalogue/product.ts';
import type { Searchable } from '../../domain/catalogue/search-doc.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf, instantOf, orAbsent, textsOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import type { ProductsRecord } from '../kernel/records.ts';
import { sql } from '../kernel/sql.ts';
import { openPriceOf, saleOf, starCountsOf } from './product-fields.ts';

/** What the search index reads: only the columns it needs, thousands of rows in one question. */

/** A row as the database has it: lists are JSON, booleans 0 or 1. */
type Row = Pick<
  ProductsRecord,
  | 'id'
  | 'name'
  | 'description'
  | 'archetype'
  | 'type'
  | 'scale'
  | 'parts'
  | 'priceCents'
  | 'salePercent'
  | 'saleFrom'
  | 'saleTo'
  | 'ai'
  | 'stars1'
  | 'stars2'
  | 'stars3'
  | 'stars4'
  | 'stars5'
  | 'popularity'
  | 'publishedAt'
  | 'baseMm'
  | 'printCount'
  | 'printSupports'
  | 'printMaterial'
  | 'printLayerMm'
  | 'printExposureS'
> & {
  tags: string;
  genre: string;
  supports: string;
  printer: string;
  licences: string;
  /** Materials and supports of shown prints, with commas; null without prints. */
  printed: string | null;
  /** JSON of the most room that a measured file takes: narrow, wide and tall, in mm; nulls without one. */
  room: string;
  free: number;
  openPrice: number;
  suggestedCents: number;
  mature: number;
  storeSlug: string;
  storeName: string;
  categorySlug: string | null;
  categoryName: string | null;
};

const COLUMNS: readonly (keyof Row)[] = [
  'id',
  'name',
  'description',
  'tags',
  'archetype',
  'type',
  'genre',
  'scale',
  'supports',
  'printer',
  'parts',
  'priceCents',
  'free',
  ...(['openPrice', 'suggestedCents'] as const),
  'salePercent',
  'saleFrom',
  'saleTo',
  'ai',
  'stars1',
  'stars2',
  'stars3',
  'stars4',
  'stars5',
  'popularity',
  'publishedAt',
  'mature',
  ...(['baseMm', 'licences', 'printCount', 'printSupports', 'printMaterial', 'printed'] as const),
  ...(['printLayerMm', 'printExposureS'] as const),
  'room',
  'storeSlug',
  'storeName',
  'categorySlug',
  'categoryName',
];

const SELECTED = sql`p.id, p.name, p.description, p.tags, p.archetype, p.type, p.genre, p.scale, p.supports, p.printer, p.parts,
  p.priceCents, p.free, p.openPrice, p.suggestedCents, p.salePercent, p.saleFrom, p.saleTo, p.ai, p.stars1, p.stars2, p.stars3, p.stars4, p.stars5,
  p.popularity, p.publishedAt, p.mature OR s.mature AS mature, s.slug AS storeSlug, s.name AS storeName,
  c.slug AS categorySlug, c.name AS categoryName, p.baseMm, p.licences, p.printCount, p.printSupports, p.printMaterial,
  p.printLayerMm, p.printExposureS,
  CASE WHEN p.printCount > 0 THEN (SELECT group_concat(r.material || ',' || r.supports) FROM reviews r
    WHERE r.product = p.id AND r.hiddenAt = '' AND r.photoCount > 0) END AS printed,
  (SELECT json_array(max(min(f.sizeX, f.sizeY)), max(max(f.sizeX, f.sizeY)), max(f.sizeZ)) || '' FROM product_files f
    WHERE f.product = p.id AND f.retiredAt = '' AND f.sizeZ > 0) AS room`;

/** The next `limit` listed products after the id `cursor` ("" for the first), by id. */
export async function searchableProductsAfter(
  pb: PocketBase,
  cursor: string,
  limit: number,
): Promise<Searchable[]> {
  const [rows] = await ask(
    pb,
    query<Row>(
      sql`SELECT ${SELECTED} FROM products p CROSS JOIN stores s ON s.id = p.store LEFT JOIN categories c ON c.id = p.category
        WHERE p.state = 'published' AND p.id > {:cursor} AND s.state IN ('open', 'vacation')
        ORDER BY p.id LIMIT {:limit}`,
      { cursor, limit },
      COLUMNS,
    ),
  );
  return rows.map(searchableOf);
}

/** The listed products among `ids`, in no particular order; for up to some thousand ids. */
export async function searchableProductsByIds(pb: PocketBase, ids: readonly string[]): Promise<Searchable[]> {
  const [rows] = await ask(
    pb,
    query<Row>(
      sql`SELECT ${SELECTED} FROM json_each({:ids}) wanted CROSS JOIN products p ON p.id = wanted.value
        CROSS JOIN stores s ON s.id = p.store LEFT JOIN categories c ON c.id = p.category
        WHERE p.state = 'published' AND s.state IN ('open', 'vacation')`,
      { ids },
      COLUMNS,
    ),
  );
  return rows.map(searchableOf);
}

/** Ids of all products, in any state, of these stores and directly in these categories. */
export async function productIdsOf(
  pb: PocketBase,
  { stores, categories }: { stores: readonly string[]; categories: readonly string[] },
): Promise<string[]> {
  const rows = await ask(
    pb,
    query<{ id: string }>(
      sql`SELECT p.id FROM json_each({:stores}) wanted CROSS JOIN products p ON p.store = wanted.value`,
      { stores },
      ['id'],
    ),
    query<{ id: string }>(
      sql`SELECT p.id FROM json_each({:categories}) wanted CROSS JOIN products p ON p.category = wanted.value`,
      { categories },
      ['id'],
    ),
  );
  return [...new Set(rows.flat().map(({ id }) => id))];
}

/** Sales of published products that end after `since`, by the product's id; also those that have not begun. */
export async function salesEndingAfter(
  pb: PocketBase,
  since: Instant,
): Promise<{ id: string; sale: Sale }[]> {
  const [rows] = await ask(
    pb,
    query<Pick<Row, 'id' | 'salePercent' | 'saleFrom' | 'saleTo'>>(
      sql`SELECT id, salePercent, saleFrom, saleTo FROM products
        WHERE state = 'published' AND free = FALSE AND salePercent > 0 AND saleTo > {:since}`,
      { since: dateOf(since) },
      ['id', 'salePercent', 'saleFrom', 'saleTo'],
    ),
  );
  return rows.flatMap(({ id, ...row }) => {
    const sale = saleOf(row);
    return sale ? [{ id, sale }] : [];
  });
}

function searchableOf(row: Row): Searchable {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    tags: listOf(row.tags),
    archetype: orAbsent(row.archetype),
    facets: {
      type: orAbsent(row.type),
      genre: listOf(row.genre) as Searchable['facets']['genre'],
      scale: orAbsent(row.scale),
      supports: listOf(row.supports) as Searchable['facets']['supports'],
      printer: listOf(row.printer) as Searchable['facets']['printer'],
      parts: orAbsent(row.parts),
    },
    baseMm: orAbsent(row.baseMm),
    licences: listOf(row.licences) as Searchable['licences'],
    printCount: row.printCount,
    print: {
      supports: orAbsent(row.printSupports),
      material: orAbsent(row.printMaterial),
      layerMm: orAbsent(row.printLayerMm),
      exposureS: orAbsent(row.printExposureS),
    },
    printed: [...new Set((row.printed ?? '').split(',').filter((value) => value !== ''))],
    room: roomOf(row.room),
    priceCents: row.priceCents,
    free: row.free === 1,
    openPrice: openPriceOf(row),
    sale: saleOf(row),
    ai: row.ai === '' ? 'none' : row.ai,
    stars: starCountsOf(row),
    mature: row.mature === 1,
    publishedAt: instantOf(row.publishedAt),
    popularity: row.popularity,
    store: { slug: row.storeSlug, name: row.storeName },
    category:
      row.categorySlug === null || row.categoryName === null
        ? null
        : { slug: row.categorySlug, name: row.categoryName },
  };
}

function roomOf(json: string): Searchable['room'] {
  const [narrow, wide, tall] = JSON.parse(json) as (number | null)[];
  return narrow == null || wide == null || tall == null ? null : { narrow, wide, tall };
}

/** The texts of a column that holds a JSON array; an absent one is empty or null. */
function listOf(json: string | null): string[] {
  return json === null || json === '' ? [] : textsOf(JSON.parse(json));
}
