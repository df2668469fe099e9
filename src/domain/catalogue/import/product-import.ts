import { type CsvRow, withoutFormulaGuard } from '../../kernel/csv.ts';
import { labelsOf } from '../../kernel/fields/field-table.ts';
import type { Instant } from '../../kernel/instant.ts';
import { PRODUCT_COLUMNS, type ProductColumn } from '../product-csv.ts';
import { PRODUCT_CSV_FIELDS } from '../product-fields.ts';
import type { ProductPatch } from '../product-patch.ts';
import type { ProductImportState } from './product-import-state.ts';

/** Product imports: a table is checked, written and, on request, undone. */

export const PRODUCT_IMPORT_LIMITS = {
  /** Rows of products, without the header. */
  rows: 2000,
  cellsARow: 100,
  bytes: 2 * 1024 * 1024,
  /** Characters of a cell; no valid value of a product is longer. */
  cell: 4000,
} as const;
/** How long an import can be undone, in ms. */
export const IMPORT_UNDO_WITHIN_MS = 24 * 3_600_000;
/** How long imports are stored, in ms. */
export const IMPORT_RETENTION_MS = 30 * 24 * 3_600_000;

export const PRODUCT_COLUMN_LABELS: Record<ProductColumn, string> = {
  id: 'Id',
  name: 'Name',
  state: 'State',
  price: 'Price',
  free: 'Free',
  openPrice: 'Pay what you want',
  suggestedPrice: 'Suggested price',
  salePercent: 'Sale, percent off',
  saleFrom: 'Sale starts',
  saleTo: 'Sale ends',
  tags: 'Tags',
  shelves: 'Store categories',
  type: 'Type',
  genre: 'Genre',
  scale: 'Scale',
  supports: 'Supports',
  printer: 'Printer',
  parts: 'Parts',
  layerMm: 'Layer height, mm',
  exposureS: 'Exposure, s',
  printSupports: 'Printed with supports',
  material: 'Material',
  printPrinter: 'Printed on',
  licences: 'Licences',
  ai: 'Use of AI',
  ...labelsOf(PRODUCT_CSV_FIELDS),
};

/** Other titles of a column, lower case, letters only. */
const ALIASES: Partial<Record<ProductColumn, readonly string[]>> = {
  id: ['productid'],
  name: ['title', 'productname', 'model', 'itemname', 'objectname', 'creationname', 'designname'],
  price: ['priceusd', 'usd', 'listprice', 'regularprice', 'itemprice', 'unitprice'],
  salePercent: ['sale', 'discount', 'percentoff'],
  saleFrom: ['salestart', 'salebegins'],
  saleTo: ['saleend', 'saleends'],
  tags: ['tag', 'keywords'],
  shelves: ['shelf', 'collections'],
  layerMm: ['layerheight'],
  exposureS: ['exposure', 'exposuretime'],
  licences: ['licence', 'license', 'licenses'],
  ai: ['generativeai', 'aiused', 'aideclaration'],
};

/** The index (from 0) of the table's column for each product column; unmapped columns stay unchanged. */
export type ProductMapping = Partial<Record<ProductColumn, number>>;

/**
 * Guesses the mapping from a header row; the first matching title wins. A column of ids is ours only where every cell of
 * `rows` looks like one of our ids or is empty: another shop's ids would match no product.
 */
export function guessedProductColumns(
  titles: readonly string[],
  rows: readonly CsvRow[] = [],
): ProductMapping {
  const plain = (title: string) =>
    withoutFormulaGuard(title)
      .toLowerCase()
      .replace(/[^a-z]/g, '');
  const plainTitles = titles.map(plain);
  const mapping: ProductMapping = {};
  for (const column of PRODUCT_COLUMNS) {
    const names = [column, PRODUCT_COLUMN_LABELS[column], ...(ALIASES[column] ?? [])].map(plain);
    const at = plainTitles.findIndex((title) => names.includes(title));
    if (at >= 0) mapping[column] = at;
  }
  const { id } = mapping;
  if (
    id === undefined ||
    rows.slice(1).every(({ cells }) => /^(?:[a-z0-9]{15})?$/.test((cells[id] ?? '').trim()))
  )
    return mapping;
  const { id: _, ...others } = mapping;
  return others;
}

/** Why a mapping cannot be used, or null. */
export function mappingRefusal(mapping: ProductMapping): string | null {
  if (mapping.id === undefined && mapping.name === undefined)
    return 'Choose the column of the id or of the name, so that rows can be matched to products.';
  const used = Object.values(mapping);
  return new Set(used).size < used.length ? 'One column of the file is chosen twice.' : null;
}

/** A row of the file: its line number and the cells of the mapped columns. */
export interface ImportedRow {
  line: number;
  cells: Partial<Record<ProductColumn, string>>;
}

/** The rows of a table by a mapping, without the header and without the formula guard of cells. */
export function mappedProductRows(rows: readonly CsvRow[], mapping: ProductMapping): ImportedRow[] {
  const columns = Object.entries(mapping) as [ProductColumn, number][];
  return rows.slice(1).map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(columns.map(([column, at]) => [column, withoutFormulaGuard(cells[at] ?? '')])),
  }));
}

/** The value of a column before and after. */
export interface CellChange {
  column: ProductColumn;
  from: string;
  to: string;
}

/** What one row would do. Each sentence names row and column. */
export type RowPlan = { line: number; name: string; notes: string[] } & (
  | { kind: 'change'; productId: string; former: ProductPatch; wanted: ProductPatch; changes: CellChange[] }
  | { kind: 'create'; wanted: ProductPatch; changes: CellChange[] }
  | { kind: 'same' }
  | { kind: 'refused'; refusals: string[] }
);

/** A row of the preview. */
export interface CheckedRow {
  line: number;
  name: string;
  kind: RowPlan['kind'];
  changes: CellChange[];
  sentences: string[];
}

/** The result of checking a table. `importId` is null if there is nothing to write. */
export interface ProductImportCheck {
  importId: string | null;
  rows: CheckedRow[];
}

/** An import and its progress. Counts are of rows that change or create a product. */
export interface ProductImport {
  id: string;
  /** "" if the table was pasted. */
  fileName: string;
  state: ProductImportState;
  total: number;
  /** Rows written, including those undone or left since. */
  done: number;
  /** Rows not written because the product or the rules had changed since the check. */
  refused: number;
  undone: number;
  /** Rows that the undo left unchanged because the product was edited since. */
  kept: number;
  startedAt: Instant | null;
  /** Rows that were not written or not undone, with the reason. */
  notes: { line: number; name: string; note: string }[];
}

export type ProductImportRefusal = 'unknown' | 'too-late' | 'undone' | 'ended';
export const PRODUCT_IMPORT_REFUSAL_TEXTS: Record<ProductImportRefusal, string> = {
  unknown: 'This import no longer exists. Choose the file again.',
  'too-late': 'An import can be undone for 24 hours. Change the products one by one instead.',
  undone: 'This import has already been undone.',
  ended: 'This import was undone or is being undone, so no more rows are written.',
};

/** Why an import cannot be undone, or null. An undo that has begun can always be finished. */
export function productImportUndoRefusal(
  { state, startedAt }: Pick<ProductImport, 'state' | 'startedAt'>,
  now: Instant,
): ProductImportRefusal | null {
  if (state === 'checked' || startedAt === null) return 'unknown';
  if (state === 'undone') return 'undone';
  if (state === 'undoing') return null;
  return now - startedAt >= IMPORT_UNDO_WITHIN_MS ? 'too-late' : null;
}
