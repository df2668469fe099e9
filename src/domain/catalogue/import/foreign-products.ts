import { type CsvRow, withoutFormulaGuard } from '../../kernel/csv.ts';
import { columnNamed, droppedColumns, titleKey } from '../../kernel/table-titles.ts';
import type { ImportedRow } from './product-import.ts';

/**
 * Tables of products from other shops. Few shops export products, all export sales: a list of sales becomes a table with
 * each product once.
 */

/** The largest list of sales that is read, in rows without the header and in bytes. */
export const SALES_LIST_LIMITS = { rows: 50_000, bytes: 20 * 1024 * 1024 } as const;

/**
 * Gumroad's sales export, and usual names for a product and its price. MyMiniFactory and Cults3D publish no format: where
 * theirs is not recognised, sellers choose the columns, and `oncePerName` reads the sales.
 */
const NAMES = [
  'Item Name',
  'Product Name',
  'Object Name',
  'Creation Name',
  'Creation',
  'Design',
  'Model',
  'Product',
];
const PRICES = ['Item Price ($)', 'Sale Price ($)', 'Unit Price', 'Price', 'Amount'];
const SALES = [
  'Purchase ID',
  'Order ID',
  'Order Number',
  'Sale ID',
  'Transaction ID',
  'Purchase Date',
  'Sale Date',
];

/**
 * The table with each product once, with the price of its last row, where the table is a list of sales: it names a
 * purchase, a product and a price. Any other table stays as it is. Lines stay those of the file.
 * @returns the table, how many sales it was made of (null where it is no list of sales), and the columns that were left out.
 */
export function productsOfSales(rows: readonly CsvRow[]): {
  rows: CsvRow[];
  sales: number | null;
  dropped: string[];
} {
  const titles = rows[0]?.cells ?? [];
  const name = columnNamed(titles, ...NAMES);
  const price = columnNamed(titles, ...PRICES);
  if (columnNamed(titles, ...SALES) === null || name === null || price === null)
    return { rows: [...rows], sales: null, dropped: [] };
  const products = new Map<string, CsvRow>();
  for (const { line, cells } of rows.slice(1)) {
    const title = withoutFormulaGuard(cells[name] ?? '').trim();
    if (title === '') continue;
    const key = titleKey(title) || title;
    products.set(key, {
      line: products.get(key)?.line ?? line,
      cells: [title, (cells[price] ?? '').trim()],
    });
  }
  const line = rows[0]?.line ?? 1;
  return {
    rows: [{ line, cells: ['name', 'price'] }, ...products.values()],
    sales: rows.length - 1,
    dropped: droppedColumns(rows, [name, price]),
  };
}

/**
 * Rows of sales whose columns a seller has chosen, with each product once: the line of its first row, the cells of its last.
 * Rows without a name stay, so that each is refused by its line.
 */
export function oncePerName(rows: readonly ImportedRow[]): ImportedRow[] {
  const products = new Map<string, ImportedRow>();
  for (const row of rows) {
    const name = (row.cells.name ?? '').trim().toLowerCase();
    const key = name === '' ? `line ${row.line}` : `name ${name}`;
    products.set(key, { ...row, line: products.get(key)?.line ?? row.line });
  }
  return [...products.values()];
}
