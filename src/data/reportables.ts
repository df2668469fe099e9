import type PocketBase from 'pocketbase';
import type { CaseSubject } from '../domain/case.ts';
import { publishedProduct } from './products.ts';
import type { Reportable } from './reports.ts';
import { visibleStore } from './stores.ts';

type Finder = (pb: PocketBase, id: string, userId: string) => Promise<Reportable | null>;

const FINDERS: Partial<Record<CaseSubject, Finder>> = {
  async product(pb, id) {
    const product = await publishedProduct(pb, id);
    const store = product && (await visibleStore(pb, product.store.id));
    return (
      product && {
        what: 'product',
        id: product.id,
        name: product.name,
        quote: '',
        accusedId: store?.ownerId ?? null,
        productId: product.id,
        storeId: product.store.id,
      }
    );
  },
  async store(pb, slugOrId) {
    const store = await visibleStore(pb, slugOrId);
    return (
      store && {
        what: 'store',
        id: store.id,
        name: store.name,
        quote: '',
        accusedId: store.ownerId,
        productId: null,
        storeId: store.id,
      }
    );
  },
};

/** What somebody may report under this address: what he can see. Null for anything else. */
export async function reportable(
  pb: PocketBase,
  what: CaseSubject,
  id: string,
  userId: string,
): Promise<Reportable | null> {
  return (await FINDERS[what]?.(pb, id, userId)) ?? null;
}
