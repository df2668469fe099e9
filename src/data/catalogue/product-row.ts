import type PocketBase from 'pocketbase';
import type { Product, ProductFile } from '../../domain/catalogue/product.ts';
import { textsIn } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import type { ProductFilesRecord } from '../kernel/records.ts';
import { sql } from '../kernel/sql.ts';
import { fileOf, type ProductFields, productOf } from './product-fields.ts';

/**
 * What a product's page shows as one row: the product with its store, category and preview. A record with all it refers to
 * takes the backend several times as long.
 */

const TEXTS = [
  ...(['id', 'name', 'slug', 'description', 'saleFrom', 'saleTo', 'type', 'archetype', 'scale'] as const),
  ...(['parts', 'printNotes', 'ai', 'state', 'publishedAt', 'updated'] as const),
  ...(['printSupports', 'printMaterial', 'printPrinter', 'video'] as const),
];
const NUMBERS = [
  ...([
    'priceCents',
    'suggestedCents',
    'salePercent',
    'baseMm',
    'sizeX',
    'sizeY',
    'sizeZ',
    'volumeMl',
  ] as const),
  ...(['stars1', 'stars2', 'stars3', 'stars4', 'stars5', 'printCount'] as const),
  ...(['printLayerMm', 'printExposureS'] as const),
];
const FLAGS = ['free', 'openPrice', 'mature', 'previewOff'] as const;
const LISTS = ['shelves', 'genre', 'supports', 'printer', 'licences', 'images'] as const;
const JSONS = ['tags', 'imageAlts', 'outline'] as const;
const STORE = ['storeId', 'storeSlug', 'storeName', 'storeLogo'] as const;
const OTHERS = [
  ...(['categoryId', 'categorySlug', 'categoryName', 'parentId', 'parentSlug', 'parentName'] as const),
  ...(['previewHash', 'promisedDay', 'movedFrom'] as const),
];
const PREVIEW = ['storeMature', 'previewX', 'previewY', 'previewZ', 'previewBytes'] as const;

type ProductRow = Pick<ProductFields, (typeof TEXTS)[number] | (typeof NUMBERS)[number]> &
  Record<(typeof FLAGS)[number] | 'storeMature', number> &
  Record<(typeof LISTS)[number] | (typeof STORE)[number], string> &
  Record<(typeof JSONS)[number] | (typeof OTHERS)[number], string | null> &
  Record<Exclude<(typeof PREVIEW)[number], 'storeMature'>, number | null>;

const PRODUCT_COLUMNS = [...TEXTS, ...NUMBERS, ...FLAGS, ...LISTS, ...JSONS, ...STORE, ...OTHERS, ...PREVIEW];

/** The product of `{:id}` where the public may see it. */
const VISIBLE_PRODUCT = sql`SELECT p.*, s.id AS storeId, s.slug AS storeSlug, s.name AS storeName,
    s.logo AS storeLogo, s.mature AS storeMature, c.id AS categoryId, c.slug AS categorySlug, c.name AS categoryName,
    t.id AS parentId, t.slug AS parentSlug, t.name AS parentName, v.sha256 AS previewHash, v.sizeX AS previewX,
    v.sizeY AS previewY, v.sizeZ AS previewZ, v.sizeBytes AS previewBytes, w.promisedDay AS promisedDay,
    w.movedFrom AS movedFrom
  FROM products p JOIN stores s ON s.id = p.store LEFT JOIN categories c ON c.id = p.category AND c.hidden = FALSE
    LEFT JOIN categories t ON t.id = c.parent AND t.hidden = FALSE LEFT JOIN previews v ON v.product = p.id AND v.state = 'ready'
    LEFT JOIN pre_orders w ON w.product = p.id AND w.state = 'open'
  WHERE p.id = {:id} AND p.state IN ('published', 'unlisted') AND s.state IN ('open', 'vacation') LIMIT 1`;

/** A publicly visible product with its current files; null if there is none. */
export async function visibleProduct(pb: PocketBase, id: string): Promise<Product | null> {
  const [[row], files] = await ask(
    pb,
    query<ProductRow>(VISIBLE_PRODUCT, { id }, PRODUCT_COLUMNS),
    query<FileRow>(CURRENT_FILES, { id }, FILE_COLUMNS),
  );
  return row ? productOfRow(row, files.map(fileOfRow)) : null;
}

function productOfRow(row: ProductRow, files: ProductFile[]): Product | null {
  const lists = Object.fromEntries(LISTS.map((name) => [name, textsIn(row[name])])) as Record<
    (typeof LISTS)[number],
    never[]
  >;
  const jsons = Object.fromEntries(
    JSONS.map((name) => [name, row[name] ? JSON.parse(row[name]) : null]),
  ) as Record<(typeof JSONS)[number], unknown>;
  const { storeId, storeSlug, storeName, storeLogo, categoryId, categorySlug, categoryName } = row;
  const { parentId, parentSlug, parentName, previewHash, previewX, previewY, previewZ, previewBytes } = row;
  const { promisedDay, movedFrom } = row;
  return productOf(
    {
      ...{ ...row, ...lists, ...jsons },
      ...{
        free: row.free === 1,
        openPrice: row.openPrice === 1,
        mature: row.mature === 1,
        previewOff: row.previewOff === 1,
      },
      expand: {
        store: {
          ...{ id: storeId, slug: storeSlug, name: storeName, logo: storeLogo },
          mature: row.storeMature === 1,
        },
        ...(categoryId !== null && {
          category: {
            ...{ id: categoryId, slug: categorySlug ?? '', name: categoryName ?? '' },
            expand:
              parentId === null
                ? {}
                : { parent: { id: parentId, slug: parentSlug ?? '', name: parentName ?? '' } },
          },
        }),
        ...(promisedDay !== null && {
          pre_orders_via_product: { state: 'open' as const, promisedDay, movedFrom: movedFrom ?? '' },
        }),
        ...(previewHash !== null && {
          previews_via_product: [
            {
              ...{ state: 'ready' as const, sha256: previewHash, sizeBytes: previewBytes ?? 0 },
              ...{ sizeX: previewX ?? 0, sizeY: previewY ?? 0, sizeZ: previewZ ?? 0 },
            },
          ],
        }),
      },
    },
    files,
  );
}

/** The current files of `{:id}`. */
const CURRENT_FILES = sql`SELECT * FROM product_files WHERE product = {:id} AND retiredAt = ''
  ORDER BY position, name`;

const FILE_COLUMNS = [
  ...(['id', 'name', 'role', 'scale', 'part', 'sizeBytes', 'sha256', 'version', 'sizeX', 'sizeY'] as const),
  ...(['sizeZ', 'volumeMl', 'triangles', 'watertight', 'shells', 'crowdedEdges', 'retiredAt'] as const),
];
type FileRow = Omit<Pick<ProductFilesRecord, (typeof FILE_COLUMNS)[number]>, 'watertight'> & {
  watertight: number;
};

function fileOfRow(row: FileRow): ProductFile {
  return fileOf({ ...row, watertight: row.watertight === 1 });
}
