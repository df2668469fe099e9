import type PocketBase from 'pocketbase';
import type { SellerStatus } from '../../domain/catalogue/seller-status.ts';
import type { Store, StoreFront, StoreState } from '../../domain/catalogue/store.ts';
import { STORE_FIELDS, type StorePlain } from '../../domain/catalogue/store-fields.ts';
import { without } from '../../domain/kernel/fields/field-table.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { foldedName } from '../../domain/kernel/look-alike.ts';
import { storedOf } from '../kernel/field-columns.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { newRecordId } from '../kernel/record-id.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { TransactionRefused, transaction } from '../kernel/transaction.ts';
import { storeOfOwner } from './stores.ts';

const s = tables.stores.as('s');
const ID = shape({ id: s.id });

/** The fields of a new store. Pictures are re-encoded WebP. */
export type StoreOpening = Pick<Store, 'ownerId' | 'slug' | 'name' | 'about' | 'socials' | 'state'> &
  Partial<StorePlain> & {
    id?: string;
    openedAt: Instant | null;
    logo: Uint8Array<ArrayBuffer> | null;
    banner: { bytes: Uint8Array<ArrayBuffer>; alt: string } | null;
  };

/** Creates a store and returns its id. @throws ClientResponseError 400 if the owner has one, or name or slug is taken. */
export async function createStore(pb: PocketBase, opening: StoreOpening): Promise<string> {
  const { logo, banner, openedAt, ownerId, id, ...plain } = opening;
  const form = new FormData();
  for (const [name, value] of Object.entries(plain)) {
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  if (id !== undefined) form.append('id', id);
  form.append('nameFold', foldedName(plain.name));
  form.append('owner', ownerId);
  form.append('openedAt', dateOf(openedAt));
  form.append('bannerAlt', banner?.alt ?? '');
  if (logo) form.append('logo', new File([logo], 'logo.webp', { type: 'image/webp' }));
  if (banner) form.append('banner', new File([banner.bytes], 'banner.webp', { type: 'image/webp' }));
  return (await pb.collection('stores').create<{ id: string }>(form)).id;
}

export type StoreRefusal = 'slug-taken' | 'name-taken' | 'has-store';

/** Creates a user's store as a draft. Returns its id or the refusal. */
export async function openStoreOf(
  pb: PocketBase,
  ownerId: string,
  front: Pick<StoreFront, 'name' | 'slug'>,
): Promise<{ id: string } | { refusal: StoreRefusal }> {
  try {
    const id = newRecordId();
    await transaction(pb)
      .create('stores', {
        ...{ id, ...front, nameFold: foldedName(front.name) },
        ...{ owner: ownerId, state: 'draft', socials: {} },
      })
      .run();
    return { id };
  } catch (reason) {
    if (!(reason instanceof TransactionRefused) || reason.code !== 'conflict') throw reason;
    if (await storeOfOwner(pb, ownerId)) return { refusal: 'has-store' };
    return { refusal: await takenBy(pb, null, front) };
  }
}

/** What another store has: a name that looks like this one, or else the slug. */
async function takenBy(
  pb: PocketBase,
  storeId: string | null,
  { name }: Partial<StoreFront>,
): Promise<'name-taken' | 'slug-taken'> {
  if (name === undefined) return 'slug-taken';
  const [others] = await ask(
    pb,
    select(ID, sql`SELECT ${ID} FROM stores s WHERE s.nameFold = {:fold} AND s.id <> {:storeId} LIMIT 1`, {
      fold: foldedName(name),
      storeId: storeId ?? '',
    }),
  );
  return others.length > 0 ? 'name-taken' : 'slug-taken';
}

/** Saves the seller's changes of the store. Returns what another store has already. */
export async function changeStoreFront(
  pb: PocketBase,
  storeId: string,
  change: Partial<StoreFront>,
): Promise<'name-taken' | 'slug-taken' | null> {
  const fold = change.name === undefined ? {} : { nameFold: foldedName(change.name) };
  try {
    await transaction(pb)
      .update('stores', storeId, {
        ...without(STORE_FIELDS, change),
        ...storedOf(STORE_FIELDS, change),
        ...fold,
      })
      .run();
    return null;
  } catch (reason) {
    if (reason instanceof TransactionRefused && reason.code === 'conflict')
      return takenBy(pb, storeId, change);
    throw reason;
  }
}

/** Saves a store's logo or banner (re-encoded WebP), or removes it. */
export async function changeStorePicture(
  pb: PocketBase,
  storeId: string,
  place: 'logo' | 'banner',
  picture: { bytes: Uint8Array<ArrayBuffer>; alt: string } | null,
): Promise<void> {
  const form = new FormData();
  if (place === 'banner') form.append('bannerAlt', picture?.alt ?? '');
  if (picture) form.append(place, new File([picture.bytes], `${place}.webp`, { type: 'image/webp' }));
  else form.append(place, '');
  await pb.collection('stores').update(storeId, form);
}

/** The guild of a store `s` that its seller has neither paused nor closed by `{:now}`. */
const GUILD_RUNS = sql`EXISTS (SELECT 1 FROM guilds g WHERE g.store = s.id AND (g.state = 'closing' OR (g.state = 'live'
  AND NOT (g.pausesAt <> '' AND g.pausesAt <= {:now} AND g.resumesAt > {:now}))))`;

/** Changes a store's state. False if it is no longer in state `from`, or would close while its guild runs. */
export async function changeStoreState(
  pb: PocketBase,
  storeId: string,
  { from, to, now }: { from: StoreState; to: StoreState; now: Instant },
): Promise<boolean> {
  try {
    await transaction(pb)
      .exec(
        sql`UPDATE stores AS s SET state = {:to}, updated = {:now},
            openedAt = CASE WHEN {:to} = 'open' AND openedAt = '' THEN {:now} ELSE openedAt END
          WHERE id = {:id} AND state = {:from} AND ({:to} <> 'closed' OR NOT ${GUILD_RUNS})`,
        { id: storeId, from, to, now: dateOf(now) },
        { expect: 1, else: 'state' },
      )
      .run();
    return true;
  } catch (reason) {
    if (reason instanceof TransactionRefused && reason.code === 'state') return false;
    throw reason;
  }
}

/** Saves whether the seller is a trader, with a trader's details. */
export async function saveSellerStatus(
  pb: PocketBase,
  storeId: string,
  status: SellerStatus,
  now: Instant,
): Promise<void> {
  const trader = status.kind === 'trader' ? status : { name: '', address: '', contact: '', register: '' };
  await transaction(pb)
    .update('stores', storeId, {
      sellerStatus: status.kind,
      traderName: trader.name,
      traderAddress: trader.address,
      traderContact: trader.contact,
      traderRegister: trader.register,
      sellerStatusAt: dateOf(now),
    })
    .run();
}

/** Creates a store's shelves in this order, all or nothing. @throws Refused "conflict" if an id or slug is taken. */
export async function createShelves(
  pb: PocketBase,
  storeId: string,
  shelves: { id?: string; slug: string; name: string }[],
): Promise<void> {
  if (shelves.length === 0) return;
  const steps = transaction(pb);
  shelves.forEach((shelf, position) => {
    steps.create('shelves', { ...shelf, store: storeId, position, productCount: 0 });
  });
  await steps.run();
}
