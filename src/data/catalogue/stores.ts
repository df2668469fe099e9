import type PocketBase from 'pocketbase';
import type { SellerStatus } from '../../domain/catalogue/seller-status.ts';
import type { Shelf } from '../../domain/catalogue/shelf.ts';
import { SOCIALS, type Social, type Store } from '../../domain/catalogue/store.ts';
import { anyOf, partsOf } from '../kernel/any-of.ts';
import { orNull } from '../kernel/client.ts';
import { instantOf, orAbsent } from '../kernel/fields.ts';
import { isRecordId } from '../kernel/record-id.ts';
import type { ShelvesRecord, StoresRecord } from '../kernel/records.ts';
import { starCountsOf } from './product-fields.ts';

const VISIBLE = "(state = 'open' || state = 'vacation')";

/** The publicly visible store with this slug or id, or null. */
export async function visibleStore(pb: PocketBase, slugOrId: string): Promise<Store | null> {
  if (!/^[a-z0-9-]{1,60}$/.test(slugOrId)) return null;
  const filter = pb.filter(`(slug = {:key} || id = {:key}) && ${VISIBLE}`, { key: slugOrId });
  const record = await orNull(pb.collection('stores').getFirstListItem<StoresRecord>(filter));
  return record && storeOf(record);
}

/** The visible stores among these slugs, by name, in no particular order. */
export async function storeNames(
  pb: PocketBase,
  slugs: readonly string[],
): Promise<Pick<StoresRecord, 'id' | 'slug' | 'name'>[]> {
  const found: Pick<StoresRecord, 'id' | 'slug' | 'name'>[] = [];
  // Slugs are longer than ids: fewer fit into one filter.
  for (const part of partsOf(slugs, 40)) {
    const list = await pb.collection('stores').getList<(typeof found)[number]>(1, part.length, {
      filter: `${anyOf(pb, 'slug', part)} && ${VISIBLE}`,
      fields: 'id,slug,name',
      skipTotal: true,
    });
    found.push(...list.items);
  }
  return found;
}

/** The orders of the list of artists, each with an index of its own. */
const STORE_ORDERS = { popular: '-followers,-productCount,-id', newest: '-openedAt,-id' } as const;
export type StoreOrder = keyof typeof STORE_ORDERS;

/** One page (from 1) of the open stores that sell or give away something, and whether there is a further one. */
export async function storesWithModels(
  pb: PocketBase,
  wanted: { page: number; perPage: number; order: StoreOrder; mature?: boolean },
): Promise<{ stores: Store[]; more: boolean }> {
  const { page, perPage, order, mature = false } = wanted;
  const options = {
    filter: `state = 'open' && productCount > 0${mature ? '' : ' && mature = false'}`,
    sort: STORE_ORDERS[order],
    skipTotal: true,
  };
  const [list, next] = await Promise.all([
    pb.collection('stores').getList<StoresRecord>(page, perPage, options),
    pb.collection('stores').getList(page * perPage + 1, 1, { ...options, fields: 'id' }),
  ]);
  return { stores: list.items.map(storeOf), more: next.items.length > 0 };
}

/** The open stores with models among these ids (at most a dozen), in the order of `ids`. */
export async function openStoresAmong(
  pb: PocketBase,
  ids: readonly string[],
  mature = false,
): Promise<Store[]> {
  if (ids.length === 0) return [];
  const { items } = await pb.collection('stores').getList<StoresRecord>(1, ids.length, {
    filter: `${anyOf(pb, 'id', ids)} && state = 'open' && productCount > 0${mature ? '' : ' && mature = false'}`,
    skipTotal: true,
  });
  return items.map(storeOf).sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

export async function storeOfOwner(pb: PocketBase, ownerId: string): Promise<Store | null> {
  const record = await orNull(
    pb.collection('stores').getFirstListItem<StoresRecord>(pb.filter('owner = {:ownerId}', { ownerId })),
  );
  return record && storeOf(record);
}

/** A store's shelves in the seller's order. */
export async function shelvesOfStore(pb: PocketBase, storeId: string): Promise<Shelf[]> {
  const records = await pb.collection('shelves').getFullList<ShelvesRecord>({
    filter: pb.filter('store = {:storeId}', { storeId }),
    sort: 'position,name',
  });
  return records.map(({ id, slug, name, productCount }) => ({ id, slug, name, productCount }));
}

/** Whether the pictures of this store are public. */
export async function storeIsPublic(pb: PocketBase, id: string): Promise<boolean> {
  if (!isRecordId(id)) return false;
  const filter = pb.filter(`id = {:id} && ${VISIBLE}`, { id });
  return (await orNull(pb.collection('stores').getFirstListItem(filter, { fields: 'id' }))) !== null;
}

function storeOf(record: StoresRecord): Store {
  return {
    id: record.id,
    ownerId: record.owner,
    slug: record.slug,
    name: record.name,
    tagline: record.tagline,
    about: record.about,
    logo: orAbsent(record.logo),
    banner: record.banner === '' ? null : { file: record.banner, alt: record.bannerAlt },
    socials: socialsOf(record.socials),
    vacationNote: record.vacationNote,
    mature: record.mature,
    featured: record.featured,
    state: record.state === '' ? 'draft' : record.state,
    productCount: record.productCount,
    followers: record.followers,
    openedAt: instantOf(record.openedAt),
    stars: starCountsOf(record),
    printCount: record.printCount,
    sellerStatus: sellerStatusOf(record),
    verifiedAt: instantOf(record.verifiedAt),
  };
}

/** The declared status of a store's record; null where there is none. */
export function sellerStatusOf(
  record: Pick<
    StoresRecord,
    'sellerStatus' | 'traderName' | 'traderAddress' | 'traderContact' | 'traderRegister'
  >,
): SellerStatus | null {
  if (record.sellerStatus === '') return null;
  if (record.sellerStatus === 'private') return { kind: 'private' };
  return {
    kind: 'trader',
    name: record.traderName,
    address: record.traderAddress,
    contact: record.traderContact,
    register: record.traderRegister,
  };
}

/** Only known kinds and only https addresses, because a seller's link must never run as a script. */
function socialsOf(json: unknown): Partial<Record<Social, string>> {
  const socials: Partial<Record<Social, string>> = {};
  if (typeof json !== 'object' || json === null) return socials;
  for (const kind of Object.keys(SOCIALS) as Social[]) {
    const address = (json as Record<string, unknown>)[kind];
    if (typeof address === 'string' && /^https:\/\/[^\s"'<>]+$/.test(address)) socials[kind] = address;
  }
  return socials;
}
