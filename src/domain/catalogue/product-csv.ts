import { csvText } from '../kernel/csv.ts';
import { cellsOf, namesOf, type ValuesOf } from '../kernel/fields/field-table.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import type { ProductFacets } from './facets.ts';
import type { OpenPrice } from './price/open-price.ts';
import type { PrintSettings } from './print/print-settings.ts';
import type { AiDeclaration, Discount, Licence, ProductState } from './product.ts';
import { PRODUCT_CSV_FIELDS } from './product-fields.ts';

/** A row of the product table of a store. */
export interface ProductTableRow extends ValuesOf<typeof PRODUCT_CSV_FIELDS> {
  id: string;
  name: string;
  state: ProductState;
  priceCents: Cents;
  free: boolean;
  openPrice: OpenPrice | null;
  /** The latest sale; it may have ended or not begun yet. */
  sale: Discount | null;
  tags: string[];
  /** Slugs of shelves, unique within a store. */
  shelves: string[];
  facets: ProductFacets;
  print: PrintSettings;
  licences: Licence[];
  ai: AiDeclaration | null;
}

const listed = (values: readonly string[]) => values.join(', ');
/** A number as people type it; nothing where none was given. */
const numberOf = (value: number | null) => (value === null ? '' : String(value));
/** Dollars and cents, as people type them. */
const dollarsOf = (cents: Cents | null) => (cents === null ? '' : (cents / 100).toFixed(2));
/** A moment in UTC: "2026-11-21T09:30:00.000Z". */
const momentOf = (at: Instant | undefined) => (at === undefined ? '' : new Date(at).toISOString());

/** The text of each column, in the order of the table. Facets and states are written as stored. */
const CELLS = {
  id: ({ id }: ProductTableRow) => id,
  name: ({ name }: ProductTableRow) => name,
  state: ({ state }: ProductTableRow): string => state,
  price: ({ priceCents }: ProductTableRow) => dollarsOf(priceCents),
  free: ({ free }: ProductTableRow) => (free ? 'yes' : 'no'),
  // Whether buyers choose the price; the price is their minimum then.
  openPrice: ({ openPrice }: ProductTableRow) => (openPrice ? 'yes' : 'no'),
  suggestedPrice: ({ openPrice }: ProductTableRow) => dollarsOf(openPrice?.suggestedCents ?? null),
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
  layerMm: ({ print }: ProductTableRow) => numberOf(print.layerMm),
  exposureS: ({ print }: ProductTableRow) => numberOf(print.exposureS),
  printSupports: ({ print }: ProductTableRow): string => print.supports ?? '',
  material: ({ print }: ProductTableRow): string => print.material ?? '',
  printPrinter: ({ print }: ProductTableRow) => print.printer,
  licences: ({ licences }: ProductTableRow) => listed(licences),
  ai: ({ ai }: ProductTableRow): string => ai ?? '',
  ...cellsOf(PRODUCT_CSV_FIELDS),
};

/** A column, by its title in the file. */
export type ProductColumn = keyof typeof CELLS;
export const PRODUCT_COLUMNS = namesOf(CELLS);

/** The text of one cell. */
export function productCell(row: ProductTableRow, column: ProductColumn): string {
  return CELLS[column](row);
}

/** Products as CSV (RFC 4180). Cells that a spreadsheet would run as a formula are escaped. */
export function productsCsv(rows: readonly ProductTableRow[]): string {
  return csvText([
    PRODUCT_COLUMNS,
    ...rows.map((row) => PRODUCT_COLUMNS.map((column) => productCell(row, column))),
  ]);
}
