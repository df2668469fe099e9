import { csvText } from './csv.ts';
import type { ProductFacets } from './facets.ts';
import type { Cents } from './money.ts';
import type { Licence, ProductState } from './product.ts';

/** A row of the table of all products of a store. */
export interface ProductTableRow {
  id: string;
  name: string;
  state: ProductState;
  priceCents: Cents;
  free: boolean;
  /** 0 where no sale was said; the sale may be over or still to come. */
  salePercent: number;
  tags: string[];
  /** Shelves by their addresses, which are each once in a store. */
  shelves: string[];
  facets: ProductFacets;
  licences: Licence[];
}

const listed = (values: readonly string[]) => values.join(', ');

/** What a column is called, and what stands in it. Facets and states by the words of the shop's addresses. */
const COLUMNS: readonly [string, (row: ProductTableRow) => string][] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['state', ({ state }) => state],
  ['price', ({ priceCents }) => (priceCents / 100).toFixed(2)],
  ['free', ({ free }) => (free ? 'yes' : 'no')],
  ['salePercent', ({ salePercent }) => (salePercent === 0 ? '' : String(salePercent))],
  ['tags', ({ tags }) => listed(tags)],
  ['shelves', ({ shelves }) => listed(shelves)],
  ['type', ({ facets }) => facets.type ?? ''],
  ['genre', ({ facets }) => listed(facets.genre)],
  ['scale', ({ facets }) => facets.scale ?? ''],
  ['supports', ({ facets }) => listed(facets.supports)],
  ['printer', ({ facets }) => listed(facets.printer)],
  ['parts', ({ facets }) => facets.parts ?? ''],
  ['licences', ({ licences }) => listed(licences)],
];

/** Products as a table for a spreadsheet (RFC 4180); what a spreadsheet would run as a formula is made text. */
export function productsCsv(rows: readonly ProductTableRow[]): string {
  return csvText([
    COLUMNS.map(([title]) => title),
    ...rows.map((row) => COLUMNS.map(([, cell]) => cell(row))),
  ]);
}
