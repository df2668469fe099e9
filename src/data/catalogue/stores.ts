import type PocketBase from 'pocketbase';
import type { SellerStatus } from '../../domain/catalogue/seller-status.ts';
import type { Shelf } from '../../domain/catalogue/shelf.ts';
import { isBackdrop, SOCIALS, type Social, type Store } from '../../domain/catalogue/store.ts';
import { anyOf, partsOf } from '../kernel/any-of.ts';
import { orNull } from '../kernel/client.ts';
import { instantOf, orAbsent, textsIn } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import type { ShelvesRecord, StoresRecord } from '../kernel/records.ts';
import { sql } from '../kernel/sql.ts';
import { starCountsOf } from './product-fields.ts';

const VISIBLE = "(state = 'open' || state = 'vacation')";

/** The publicly visible store with this slug or id, or null. */
export async function visibleStore(pb: PocketBase, slugOrId: string): Promise<Store | null> {
  if (!/^[a-z0-9-]{1,60}$/.test(slugOrId)) return null;
  const [[row]] = await ask(
    pb,
    query<StoreRow>(
      sql`SELECT * FROM stores WHERE id = coalesce((SELECT id FROM stores WHERE slug = {:key}), {:key})
        AND state IN ('open', 'vacation')`,
      { key: slugOrId },
      STORE_COLUMNS,
    ),
  );
  return row ? storeOfRow(row) : null;
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
const STORE_ORDERS = {
  popular: sql`followers DESC, productCount DESC, id DESC`,
  newest: sql`openedAt DESC, id DESC`,
} as const;
export type StoreOrder = keyof typeof STORE_ORDERS;
/** By who looks: "{:mature} OR mature = 0" would keep the database from reading along those indexes. */
const SHOWN_TO = { everybody: sql`mature = 0`, adults: sql`mature IN (0, 1)` } as const;

/** One page (from 1) of the open stores that sell or give away something, and whether there is a further one. */
export async function storesWithModels(
  pb: PocketBase,
  wanted: { page: number; perPage: number; order: StoreOrder; mature?: boolean },
): Promise<{ stores: Store[]; more: boolean }> {
  const { page, perPage, order, mature = false } = wanted;
  const shownTo = mature ? 'adults' : 'everybody';
  const [rows] = await ask(
    pb,
    query<StoreRow>(
      sql`SELECT * FROM stores WHERE state = 'open' AND productCount > 0 AND ${SHOWN_TO[shownTo]}
        ORDER BY ${STORE_ORDERS[order]} LIMIT {:limit} OFFSET {:offset}`,
      { limit: perPage + 1, offset: (page - 1) * perPage },
      STORE_COLUMNS,
    ),
  );
  return { stores: rows.slice(0, perPage).map(storeOfRow), more: rows.length > perPage };
}

/** Open stores that sell or give away something, by id, behind one of them; '' for the first. Mature ones are left out. */
export async function storesAfter(
  pb: PocketBase,
  { after, limit }: { after: string; limit: number },
): Promise<Store[]> {
  const [rows] = await ask(
    pb,
    query<StoreRow>(
      sql`SELECT * FROM stores WHERE id > {:after} AND +state = 'open' AND productCount > 0 AND +mature = 0
        ORDER BY id LIMIT {:limit}`,
      { after, limit },
      STORE_COLUMNS,
    ),
  );
  return rows.map(storeOfRow);
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

/** A store by its id, whatever its state; null where there is none. */
export async function storeById(pb: PocketBase, id: string): Promise<Store | null> {
  const record = await orNull(pb.collection('stores').getOne<StoresRecord>(id));
  return record && storeOf(record);
}

/** A store's shelves in the seller's order. */
export async function shelvesOfStore(pb: PocketBase, storeId: string): Promise<Shelf[]> {
  const [shelves] = await ask(
    pb,
    query<Pick<ShelvesRecord, 'id' | 'slug' | 'name' | 'productCount'>>(
      sql`SELECT id, slug, name, productCount FROM shelves WHERE store = {:store} ORDER BY position, name`,
      { store: storeId },
      ['id', 'slug', 'name', 'productCount'],
    ),
  );
  return shelves;
}

/** Whether the pictures of this store are public. */
export async function storeIsPublic(pb: PocketBase, id: string): Promise<boolean> {
  if (!isRecordId(id)) return false;
  const filter = pb.filter(`id = {:id} && ${VISIBLE}`, { id });
  return (await orNull(pb.collection('stores').getFirstListItem(filter, { fields: 'id' }))) !== null;
}

/** What is read of a store for its pages and for lists. */
const STORE_COLUMNS = [
  ...(['id', 'owner', 'slug', 'name', 'tagline', 'about', 'logo', 'banner', 'bannerAlt', 'socials'] as const),
  ...([
    'vacationNote',
    'backdrop',
    'mature',
    'featured',
    'state',
    'productCount',
    'followers',
    'openedAt',
  ] as const),
  ...(['stars1', 'stars2', 'stars3', 'stars4', 'stars5', 'printCount', 'sellerStatus'] as const),
  ...(['traderName', 'traderAddress', 'traderContact', 'traderRegister', 'verifiedAt'] as const),
];
type StoreFields = Pick<StoresRecord, (typeof STORE_COLUMNS)[number]>;
/** The fields as the database has them. */
type StoreRow = Omit<StoreFields, 'mature' | 'featured' | 'socials'> & {
  mature: number;
  featured: string;
  socials: string | null;
};

function storeOfRow(row: StoreRow): Store {
  const socials: unknown = row.socials ? JSON.parse(row.socials) : null;
  return storeOf({ ...row, mature: row.mature === 1, featured: textsIn(row.featured), socials });
}

function storeOf(record: StoreFields): Store {
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
    backdrop: isBackdrop(record.backdrop) ? record.backdrop : '',
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
