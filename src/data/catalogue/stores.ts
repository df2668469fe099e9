import type PocketBase from 'pocketbase';
import type { SellerStatus } from '../../domain/catalogue/seller-status.ts';
import type { Shelf } from '../../domain/catalogue/shelf.ts';
import { isBackdrop, type OwnStore, SOCIALS, type Social, type Store } from '../../domain/catalogue/store.ts';
import { STORE_FIELDS } from '../../domain/catalogue/store-fields.ts';
import { pick } from '../../domain/kernel/fields/field-table.ts';
import { columnsOf } from '../kernel/field-columns.ts';
import { ask, first, type QueryParams, select } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import { from, type RowOf, shape } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { isVisibleStore, starsIn } from './product-parts.ts';

const s = tables.stores.as('s');
const h = tables.shelves.as('h');

/** What its seller works with. */
const OWN = {
  id: s.id,
  ownerId: s.owner,
  slug: s.slug,
  name: s.name,
  ...columnsOf(s, STORE_FIELDS),
  about: s.about,
  logo: s.logo.orNull,
  banner: from({ file: s.banner, alt: s.bannerAlt }, (banner) => (banner.file === '' ? null : banner)),
  socials: s.socials.as(socialsOf),
  backdrop: s.backdrop.as((backdrop) => (isBackdrop(backdrop) ? backdrop : '')),
  featured: s.featured,
  state: s.state,
  productCount: s.productCount,
  openedAt: s.openedAt,
  sellerStatus: from(
    {
      kind: s.sellerStatus,
      name: s.traderName,
      address: s.traderAddress,
      contact: s.traderContact,
      register: s.traderRegister,
    },
    ({ kind, ...trader }): SellerStatus | null =>
      kind === 'trader' ? { kind, ...trader } : kind && { kind },
  ),
  verifiedAt: s.verifiedAt,
};
/** What is read of a store for its pages and for lists. */
const STORE = shape({ ...OWN, followers: s.followers, stars: starsIn(s), printCount: s.printCount });
const NAMES = { id: s.id, slug: s.slug, name: s.name };
const NAMED = shape(NAMES);
const ID = shape({ id: s.id });
const SHELF = shape({ id: h.id, slug: h.slug, name: h.name, productCount: h.productCount });

/** A store without what visitors count up. */
export const ownStoreOf = (store: Store): OwnStore => pick(OWN, store);

/** The first of some stores. */
async function firstStore(pb: PocketBase, which: Sql, params: QueryParams): Promise<Store | null> {
  return first(pb, select(STORE, sql`SELECT ${STORE} FROM stores s WHERE ${which} LIMIT 1`, params));
}

/** The publicly visible store with this slug or id, or null. */
export async function visibleStore(pb: PocketBase, slugOrId: string): Promise<Store | null> {
  if (!/^[a-z0-9-]{1,60}$/.test(slugOrId)) return null;
  return firstStore(
    pb,
    sql`s.id = coalesce((SELECT id FROM stores WHERE slug = {:key}), {:key}) AND ${isVisibleStore(s)}`,
    { key: slugOrId },
  );
}

/** The visible stores among these slugs, by name, in no particular order. */
export async function storeNames(pb: PocketBase, slugs: readonly string[]): Promise<RowOf<typeof NAMES>[]> {
  const [found] = await ask(
    pb,
    select(
      NAMED,
      sql`SELECT ${NAMED} FROM json_each({:slugs}) j CROSS JOIN stores s ON s.slug = j.value WHERE ${isVisibleStore(s)}`,
      { slugs },
    ),
  );
  return found;
}

/** The orders of the list of artists, each with an index of its own. */
const STORE_ORDERS = {
  popular: sql`s.followers DESC, s.productCount DESC, s.id DESC`,
  newest: sql`s.openedAt DESC, s.id DESC`,
} as const;
export type StoreOrder = keyof typeof STORE_ORDERS;
/** By who looks: "{:mature} OR mature = 0" would keep the database from reading along those indexes. */
const SHOWN_TO = { everybody: sql`s.mature = 0`, adults: sql`s.mature IN (0, 1)` } as const;

/** One page (from 1) of the open stores that sell or give away something, and whether there is a further one. */
export async function storesWithModels(
  pb: PocketBase,
  wanted: { page: number; perPage: number; order: StoreOrder; mature?: boolean },
): Promise<{ stores: Store[]; more: boolean }> {
  const { page, perPage, order, mature = false } = wanted;
  const shownTo = mature ? 'adults' : 'everybody';
  const [rows] = await ask(
    pb,
    select(
      STORE,
      sql`SELECT ${STORE} FROM stores s WHERE s.state = 'open' AND s.productCount > 0 AND ${SHOWN_TO[shownTo]}
        ORDER BY ${STORE_ORDERS[order]} LIMIT {:limit} OFFSET {:offset}`,
      { limit: perPage + 1, offset: (page - 1) * perPage },
    ),
  );
  return { stores: rows.slice(0, perPage), more: rows.length > perPage };
}

/** Open stores that sell or give away something, by id, behind one of them; '' for the first. Mature ones are left out. */
export async function storesAfter(
  pb: PocketBase,
  { after, limit }: { after: string; limit: number },
): Promise<Store[]> {
  const [rows] = await ask(
    pb,
    select(
      STORE,
      sql`SELECT ${STORE} FROM stores s WHERE s.id > {:after} AND +s.state = 'open' AND s.productCount > 0 AND +s.mature = 0
        ORDER BY s.id LIMIT {:limit}`,
      { after, limit },
    ),
  );
  return rows;
}

/** The open stores with models among these ids (at most a dozen), in the order of `ids`. */
export async function openStoresAmong(
  pb: PocketBase,
  ids: readonly string[],
  mature = false,
): Promise<Store[]> {
  if (ids.length === 0) return [];
  const [rows] = await ask(
    pb,
    select(
      STORE,
      sql`SELECT ${STORE} FROM json_each({:ids}) j CROSS JOIN stores s ON s.id = j.value
        WHERE s.state = 'open' AND s.productCount > 0 AND ({:mature} OR s.mature = 0) ORDER BY j.key`,
      { ids: [...new Set(ids)], mature },
    ),
  );
  return rows;
}

export const storeOfOwner = (pb: PocketBase, ownerId: string): Promise<Store | null> =>
  firstStore(pb, sql`s.owner = {:ownerId}`, { ownerId });

/** A store by its id, whatever its state; null where there is none. */
export const storeById = (pb: PocketBase, id: string): Promise<Store | null> =>
  firstStore(pb, sql`s.id = {:id}`, { id });

/** A store's shelves in the seller's order. */
export async function shelvesOfStore(pb: PocketBase, storeId: string): Promise<Shelf[]> {
  const [rows] = await ask(
    pb,
    select(SHELF, sql`SELECT ${SHELF} FROM shelves h WHERE h.store = {:store} ORDER BY h.position, h.name`, {
      store: storeId,
    }),
  );
  return rows;
}

/** Whether the pictures of this store are public. */
export async function storeIsPublic(pb: PocketBase, id: string): Promise<boolean> {
  if (!isRecordId(id)) return false;
  const [found] = await ask(
    pb,
    select(ID, sql`SELECT ${ID} FROM stores s WHERE s.id = {:id} AND ${isVisibleStore(s)}`, { id }),
  );
  return found.length > 0;
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
