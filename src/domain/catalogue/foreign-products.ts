import { type CsvRow, withoutFormulaGuard } from '../kernel/csv.ts';
import { columnNamed, titleKey } from '../kernel/table-titles.ts';

/**
 * Tables of products from other shops. Few shops export products, all export sales: a list of sales becomes a table with
 * each product once.
 */

/** The largest list of sales that is read, in rows without the header and in bytes. */
export const SALES_LIST_LIMITS = { rows: 50_000, bytes: 20 * 1024 * 1024 } as const;

/** The site names' usual titles: Gumroad's sales export, and what shops for models call a product and its price. */
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
 * @returns the table, and how many sales it was made of; null where it is no list of sales.
 */
export function productsOfSales(rows: readonly CsvRow[]): { rows: CsvRow[]; sales: number | null } {
  const titles = rows[0]?.cells ?? [];
  const name = columnNamed(titles, ...NAMES);
  const price = columnNamed(titles, ...PRICES);
  if (columnNamed(titles, ...SALES) === null || name === null || price === null)
    return { rows: [...rows], sales: null };
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
  return { rows: [{ line, cells: ['name', 'price'] }, ...products.values()], sales: rows.length - 1 };
}
