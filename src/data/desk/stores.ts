import type PocketBase from 'pocketbase';
import { deskSearch } from '../../domain/desk/search-text.ts';
import { ask, first, select } from '../kernel/query.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { flag, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { type DeskPlace, LAST } from './people.ts';

/** Stores as the operator desk lists them. */

const s = tables.stores.as('s');

const OF_STORE = {
  id: s.id,
  slug: s.slug,
  name: s.name,
  ownerId: s.owner,
  ownerName: value(sql`coalesce((SELECT u.username FROM users u WHERE u.id = s.owner), '')`, text),
  state: s.state,
  /** Why it is suspended, as the seller reads it; "" where it is not. */
  suspendedWhy: s.suspendedWhy,
  productCount: s.productCount,
  sellerStatus: s.sellerStatus,
  verified: s.verifiedAt.as((at) => at !== null),
  /** The commission agreed with the seller, in percent; null where the plan's applies. */
  commissionPercent: value(
    sql`(SELECT b.commissionPercent FROM business_accounts b WHERE b.store = s.id)`,
    text,
  ).orNull.as((percent) => (percent === null ? null : Number(percent))),
  /** Whether there is a business account, which the agreed commission is stored with. */
  hasAccount: value(sql`EXISTS (SELECT 1 FROM business_accounts b WHERE b.store = s.id)`, flag),
  /** Whether the desk has stopped its delivery mails, and how many a day it approved; null where the rule decides. */
  mailsOff: s.deliveryMailsOff,
  mailsADay: s.deliveryMailsADay.orNull,
  createdAt: s.created,
};
const BY_AGE = shape({ store: OF_STORE, key: value(sql`s.created`, text) });
const BY_NAME = shape({ store: OF_STORE, key: s.name });

export type DeskStoreRow = RowOf<typeof OF_STORE>;

const NEWEST = sql`SELECT ${BY_AGE} FROM stores s
  WHERE (s.created, s.id) < ({:key}, {:id}) ORDER BY s.created DESC, s.id DESC LIMIT {:limit}`;
const OF_NAME = sql`SELECT ${BY_NAME} FROM stores s
  WHERE s.name COLLATE NOCASE >= {:text} AND s.name COLLATE NOCASE < {:end}
    AND (s.name COLLATE NOCASE, s.id) > ({:key}, {:id})
  ORDER BY s.name COLLATE NOCASE, s.id LIMIT {:limit}`;
const OF_SLUG = sql`SELECT ${BY_AGE} FROM stores s WHERE s.slug = {:text}`;
const OF_ID = sql`SELECT ${BY_AGE} FROM stores s WHERE s.id = {:text}`;
const OF_OWNER = sql`SELECT ${BY_AGE} FROM stores s
  WHERE s.owner IN (SELECT u.id FROM users u WHERE u.email = {:text} COLLATE NOCASE)`;

/** A page of stores: the newest, or those whose id, address, name or owner's address the text names. */
export async function deskStores(
  pb: PocketBase,
  typed: string,
  after: DeskPlace | null,
  limit: number,
  seesAddresses: boolean,
): Promise<{ rows: DeskStoreRow[]; next: DeskPlace | null }> {
  const { text: named, end, isAddress } = deskSearch(typed);
  const place = { key: after?.key ?? '', id: after?.id ?? '', limit: limit + 1 };
  const [rows, bySlug, byId, byOwner] = await ask(
    pb,
    named === ''
      ? select(BY_AGE, NEWEST, { ...place, ...(after ?? LAST) })
      : select(BY_NAME, OF_NAME, { ...place, text: named, end }),
    select(BY_AGE, OF_SLUG, { text: named }),
    select(BY_AGE, OF_ID, { text: named }),
    select(BY_AGE, OF_OWNER, { text: isAddress && seesAddresses ? named : ' ' }),
  );
  const first = after === null && named !== '' ? [...bySlug, ...byId, ...byOwner] : [];
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const all = new Map([...first, ...shown].map(({ store }) => [store.id, store]));
  return {
    rows: [...all.values()],
    next: rows.length > limit && last ? { key: last.key, id: last.store.id } : null,
  };
}

/** One store; null where there is none with this id. */
export async function deskStoreRow(pb: PocketBase, id: string): Promise<DeskStoreRow | null> {
  const row = await first(pb, select(BY_AGE, OF_ID, { text: id }));
  return row?.store ?? null;
}
