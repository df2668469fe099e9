import { type CsvRow, unguarded } from '../kernel/csv.ts';
import type { Instant } from '../kernel/instant.ts';
import { PRODUCT_COLUMNS, type ProductColumn } from './product-csv.ts';
import type { ProductImportState } from './product-import-state.ts';
import type { ProductPatch } from './product-patch.ts';

/** A table of products on its way into a store: read, looked at, written, undone. */

export const PRODUCT_IMPORT_LIMITS = {
  /** Rows of products; the titles come on top. */
  rows: 2000,
  cellsARow: 100,
  bytes: 2 * 1024 * 1024,
  /** Characters of a cell; nothing that fits a product's column is longer. */
  cell: 4000,
} as const;
/** For so long an import can be undone, in ms. */
export const IMPORT_UNDO_WITHIN_MS = 24 * 3_600_000;
/** Imports are remembered for so long, in ms. */
export const IMPORT_RETENTION_MS = 30 * 24 * 3_600_000;

export const PRODUCT_COLUMN_LABELS: Record<ProductColumn, string> = {
  id: 'Id',
  name: 'Name',
  state: 'State',
  price: 'Price',
  free: 'Free',
  salePercent: 'Sale, percent off',
  saleFrom: 'Sale begins',
  saleTo: 'Sale ends',
  tags: 'Tags',
  shelves: 'Shelves',
  type: 'Type',
  genre: 'Genre',
  scale: 'Scale',
  supports: 'Supports',
  printer: 'Printer',
  parts: 'Parts',
  licences: 'Licences',
};

/** Titles other tables give a column, in small letters without signs. */
const ALSO_CALLED: Partial<Record<ProductColumn, readonly string[]>> = {
  id: ['productid'],
  name: ['title', 'productname', 'model'],
  price: ['priceusd', 'usd', 'listprice'],
  salePercent: ['sale', 'discount', 'percentoff'],
  saleFrom: ['salestart', 'salebegins'],
  saleTo: ['saleend', 'saleends'],
  tags: ['tag', 'keywords'],
  shelves: ['shelf', 'collections'],
  licences: ['licence', 'license', 'licenses'],
};

/** Which column of a table holds what, from 0; what no column holds stays as it is. */
export type ProductMapping = Partial<Record<ProductColumn, number>>;

/** The columns a row of titles names; each is taken once, by the first that is called so. */
export function guessedProductColumns(titles: readonly string[]): ProductMapping {
  const plain = (title: string) =>
    unguarded(title)
      .toLowerCase()
      .replace(/[^a-z]/g, '');
  const said = titles.map(plain);
  const mapping: ProductMapping = {};
  for (const column of PRODUCT_COLUMNS) {
    const names = [column, PRODUCT_COLUMN_LABELS[column], ...(ALSO_CALLED[column] ?? [])].map(plain);
    const at = said.findIndex((title) => names.includes(title));
    if (at >= 0) mapping[column] = at;
  }
  return mapping;
}

/** Why a mapping will not do, or null. */
export function mappingRefusal(mapping: ProductMapping): string | null {
  if (mapping.id === undefined && mapping.name === undefined)
    return 'Choose the column of the id or of the name; without one of them no product can be told.';
  const taken = Object.values(mapping);
  return new Set(taken).size < taken.length ? 'One column of the file is chosen twice.' : null;
}

/** A row of the file: its line, and what stands in each column that was mapped. */
export interface ProductRow {
  line: number;
  cells: Partial<Record<ProductColumn, string>>;
}

/** The rows of a table by a mapping, without the titles, what guarded a cell taken off. */
export function mappedProductRows(rows: readonly CsvRow[], mapping: ProductMapping): ProductRow[] {
  const columns = Object.entries(mapping) as [ProductColumn, number][];
  return rows.slice(1).map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(columns.map(([column, at]) => [column, unguarded(cells[at] ?? '')])),
  }));
}

/** What a column of a product says before and after. */
export interface CellChange {
  column: ProductColumn;
  from: string;
  to: string;
}

/** What would come of one row. Each sentence names row and column. */
export type RowPlan = { line: number; name: string; notes: string[] } & (
  | { kind: 'change'; productId: string; former: ProductPatch; wanted: ProductPatch; changes: CellChange[] }
  | { kind: 'create'; wanted: ProductPatch; changes: CellChange[] }
  | { kind: 'same' }
  | { kind: 'refused'; refusals: string[] }
);

/** A row as its seller looks at it before anything is written. */
export interface CheckedRow {
  line: number;
  name: string;
  kind: RowPlan['kind'];
  changes: CellChange[];
  sentences: string[];
}

/** What a table amounts to. `importId` is null where there is nothing to write. */
export interface ProductImportCheck {
  importId: string | null;
  rows: CheckedRow[];
}

/** An import and how far it is. Counts are of rows that change or create something. */
export interface ProductImport {
  id: string;
  /** "" where it was pasted. */
  fileName: string;
  state: ProductImportState;
  total: number;
  /** Written, and put back or kept since. */
  done: number;
  /** Not written: the product had changed since the look, or the rules had. */
  refused: number;
  undone: number;
  /** Left as they are by the undoing, for somebody edited them since. */
  kept: number;
  startedAt: Instant | null;
  /** Rows that were not written or not put back, each with its reason. */
  notes: { line: number; name: string; note: string }[];
}

export type ProductImportRefusal = 'unknown' | 'too-late' | 'undone' | 'ended';
export const PRODUCT_IMPORT_REFUSAL_TEXTS: Record<ProductImportRefusal, string> = {
  unknown: 'There is no such import any more. Choose the file again.',
  'too-late': 'An import can be undone for 24 hours. Change the products one by one instead.',
  undone: 'This import has been undone already.',
  ended: 'This import was undone or is being undone; nothing more is written of it.',
};

/** Why an import cannot be undone, or null. One that was begun to be undone is finished whenever. */
export function productImportUndoRefusal(
  { state, startedAt }: Pick<ProductImport, 'state' | 'startedAt'>,
  now: Instant,
): ProductImportRefusal | null {
  if (state === 'checked' || startedAt === null) return 'unknown';
  if (state === 'undone') return 'undone';
  if (state === 'undoing') return null;
  return now - startedAt >= IMPORT_UNDO_WITHIN_MS ? 'too-late' : null;
}
