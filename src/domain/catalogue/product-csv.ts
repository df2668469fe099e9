import { csvText } from '../kernel/csv.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import type { ProductFacets } from './facets.ts';
import type { Licence, ProductState, Sale } from './product.ts';

/** A row of the table of all products of a store. */
export interface ProductTableRow {
  id: string;
  name: string;
  state: ProductState;
  priceCents: Cents;
  free: boolean;
  /** What was said last; it may be over or still to come. */
  sale: Sale | null;
  tags: string[];
  /** Shelves by their addresses, which are each once in a store. */
  shelves: string[];
  facets: ProductFacets;
  licences: Licence[];
}

const listed = (values: readonly string[]) => values.join(', ');
/** A moment in UTC: "2026-11-21T09:30:00.000Z". */
const momentOf = (at: Instant | undefined) => (at === undefined ? '' : new Date(at).toISOString());

/** What stands in each column, in the order of the table. Facets and states by the words of the shop's addresses. */
const CELLS = {
  id: ({ id }: ProductTableRow) => id,
  name: ({ name }: ProductTableRow) => name,
  state: ({ state }: ProductTableRow): string => state,
  price: ({ priceCents }: ProductTableRow) => (priceCents / 100).toFixed(2),
  free: ({ free }: ProductTableRow) => (free ? 'yes' : 'no'),
  salePercent: ({ sale }: ProductTableRow) => (sale ? String(sale.percent) : ''),
  saleFrom: ({ sale }: ProductTableRow) => momentOf(sale?.from),
  saleTo: ({ sale }: ProductTableRow) => momentOf(sale?.to),
  tags: ({ tags }: ProductTableRow) => listed(tags),
  shelves: ({ shelves }: ProductTableRow) => listed(shelves),
  type: ({ facets }: ProductTableRow): string => facets.type ?? '',
  genre: ({ facets }: ProductTableRow) => listed(facets.genre),
  scale: ({ facets }: ProductTableRow): string => facets.scale ?? '',
  supports: ({ facets }: ProductTableRow) => listed(facets.supports),
  printer: ({ facets }: ProductTableRow) => listed(facets.printer),
  parts: ({ facets }: ProductTableRow): string => facets.parts ?? '',
  licences: ({ licences }: ProductTableRow) => listed(licences),
};

/** A column by the title it has in the file. */
export type ProductColumn = keyof typeof CELLS;
export const PRODUCT_COLUMNS = Object.keys(CELLS) as ProductColumn[];

/** What stands in a column of this product's row. */
export function productCell(row: ProductTableRow, column: ProductColumn): string {
  return CELLS[column](row);
}

/** Products as a table for a spreadsheet (RFC 4180); what a spreadsheet would run as a formula is made text. */
export function productsCsv(rows: readonly ProductTableRow[]): string {
  return csvText([
    PRODUCT_COLUMNS,
    ...rows.map((row) => PRODUCT_COLUMNS.map((column) => productCell(row, column))),
  ]);
}
