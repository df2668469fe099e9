import type PocketBase from 'pocketbase';
import type { ProductTableRow } from '../../domain/catalogue/product-csv.ts';
import { textsOf } from '../kernel/fields.ts';
import type { ProductsRecord } from '../kernel/records.ts';
import { openPriceOf, printOf, saleOf } from './product-fields.ts';
import { shelvesOfStore } from './stores.ts';

const FIELDS =
  'id,name,state,priceCents,free,openPrice,suggestedCents,salePercent,saleFrom,saleTo,tags,shelves,type,genre,scale,supports,printer,parts,printLayerMm,printExposureS,printSupports,printMaterial,printPrinter,licences,ai';

/** All products of a store, including archived ones, by name. */
export async function productTable(pb: PocketBase, storeId: string): Promise<ProductTableRow[]> {
  const [records, shelves] = await Promise.all([
    pb.collection('products').getFullList<ProductsRecord>({
      filter: pb.filter('store = {:storeId}', { storeId }),
      fields: FIELDS,
      sort: 'name,id',
    }),
    shelvesOfStore(pb, storeId),
  ]);
  const slugs = new Map(shelves.map(({ id, slug }) => [id, slug]));
  return records.map((record) => ({
    id: record.id,
    name: record.name,
    state: record.state || 'draft',
    priceCents: record.priceCents,
    free: record.free,
    openPrice: openPriceOf(record),
    sale: saleOf(record),
    tags: textsOf(record.tags),
    shelves: record.shelves.flatMap((id) => slugs.get(id) ?? []),
    facets: {
      type: record.type || null,
      genre: record.genre,
      scale: record.scale || null,
      supports: record.supports,
      printer: record.printer,
      parts: record.parts || null,
    },
    print: printOf(record),
    licences: record.licences,
    ai: record.ai || null,
  }));
}
