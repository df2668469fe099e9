import type PocketBase from 'pocketbase';
import type { ProductChoice } from '../../domain/catalogue/product.ts';
import type { ProductsRecord } from '../kernel/records.ts';

/** A store's products except archived ones, by name: the choices for a shelf or a coupon. */
export async function productChoices(pb: PocketBase, storeId: string): Promise<ProductChoice[]> {
  const records = await pb
    .collection('products')
    .getFullList<Pick<ProductsRecord, 'id' | 'name' | 'images' | 'state' | 'shelves'>>({
      filter: pb.filter("store = {:storeId} && state != 'archived'", { storeId }),
      fields: 'id,name,images,state,shelves',
      sort: 'name,id',
    });
  return records.map(({ id, name, images, state, shelves }) => ({
    id,
    name,
    mainImage: state === 'published' || state === 'unlisted' ? (images[0] ?? '') : '',
    published: state === 'published',
    shelfCount: shelves.length,
  }));
}
