import type PocketBase from 'pocketbase';
import type { ProductTableRow } from '../../domain/catalogue/product-csv.ts';
import { PRODUCT_CSV_FIELDS } from '../../domain/catalogue/product-fields.ts';
import { columnsOf } from '../kernel/field-columns.ts';
import { textsOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { facetsIn, openPriceIn, printIn, saleIn } from './product-parts.ts';
import { shelvesOfStore } from './stores.ts';

const p = tables.products.as('p');
const ROW = shape({
  id: p.id,
  name: p.name,
  state: p.state,
  priceCents: p.priceCents,
  free: p.free,
  openPrice: openPriceIn(p),
  sale: saleIn(p),
  tags: p.tags.as(textsOf),
  shelves: p.shelves,
  facets: facetsIn(p),
  print: printIn(p),
  licences: p.licences,
  ai: p.ai,
  ...columnsOf(p, PRODUCT_CSV_FIELDS),
});

/** All products of a store, including archived ones, by name. */
export async function productTable(pb: PocketBase, storeId: string): Promise<ProductTableRow[]> {
  const [[rows], shelves] = await Promise.all([
    ask(
      pb,
      select(ROW, sql`SELECT ${ROW} FROM products p WHERE p.store = {:storeId} ORDER BY p.name, p.id`, {
        storeId,
      }),
    ),
    shelvesOfStore(pb, storeId),
  ]);
  const slugs = new Map(shelves.map(({ id, slug }) => [id, slug]));
  return rows.map((row) => ({ ...row, shelves: row.shelves.flatMap((id) => slugs.get(id) ?? []) }));
}
