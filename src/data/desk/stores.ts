import type PocketBase from 'pocketbase';
import type { SellerStatusKind } from '../../domain/catalogue/seller-status.ts';
import type { StoreState } from '../../domain/catalogue/store.ts';
import { deskSearch } from '../../domain/desk/search-text.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { sql } from '../kernel/sql.ts';
import { type DeskPlace, LAST } from './people.ts';

/** Stores as the operator desk lists them. */

export interface DeskStoreRow {
  id: string;
  slug: string;
  name: string;
  ownerId: string;
  ownerName: string;
  state: StoreState;
  /** Why it is suspended, as the seller reads it; "" where it is not. */
  suspendedWhy: string;
  productCount: number;
  sellerStatus: SellerStatusKind | null;
  verified: boolean;
  /** The commission agreed with the seller, in percent; null where the plan's applies. */
  commissionPercent: number | null;
  /** Whether there is a business account, which the agreed commission is stored with. */
  hasAccount: boolean;
  /** Whether the desk has stopped its delivery mails, and how many a day it approved; null where the rule decides. */
  mailsOff: boolean;
  mailsADay: number | null;
  createdAt: Instant;
}

interface Row {
  id: string;
  sortKey: string;
  slug: string;
  name: string;
  ownerId: string;
  ownerName: string;
  state: StoreState | '';
  suspendedWhy: string;
  productCount: number;
  sellerStatus: SellerStatusKind | '';
  verifiedAt: string;
  commission: string;
  account: string;
  mailsOff: number;
  mailsADay: number;
  created: string;
}
const COLUMNS = [
  ...(['id', 'sortKey', 'slug', 'name', 'ownerId', 'ownerName', 'state', 'suspendedWhy'] as const),
  ...(['productCount', 'sellerStatus', 'verifiedAt', 'commission', 'account', 'created'] as const),
  ...(['mailsOff', 'mailsADay'] as const),
];
const STORE = sql`s.id AS id, s.slug AS slug, s.name AS name, s.owner AS ownerId,
  coalesce((SELECT u.username FROM users u WHERE u.id = s.owner), '') AS ownerName, s.state AS state,
  s.suspendedWhy AS suspendedWhy, s.productCount AS productCount, s.sellerStatus AS sellerStatus,
  s.verifiedAt AS verifiedAt, s.created AS created, s.deliveryMailsOff AS mailsOff, s.deliveryMailsADay AS mailsADay,
  coalesce((SELECT b.commissionPercent FROM business_accounts b WHERE b.store = s.id), '') AS commission,
  coalesce((SELECT b.id FROM business_accounts b WHERE b.store = s.id), '') AS account`;

const NEWEST = sql`SELECT ${STORE}, s.created AS sortKey FROM stores s
  WHERE (s.created, s.id) < ({:key}, {:id}) ORDER BY s.created DESC, s.id DESC LIMIT {:limit}`;
const BY_NAME = sql`SELECT ${STORE}, s.name AS sortKey FROM stores s
  WHERE s.name COLLATE NOCASE >= {:text} AND s.name COLLATE NOCASE < {:end}
    AND (s.name COLLATE NOCASE, s.id) > ({:key}, {:id})
  ORDER BY s.name COLLATE NOCASE, s.id LIMIT {:limit}`;
const BY_SLUG = sql`SELECT ${STORE}, '' AS sortKey FROM stores s WHERE s.slug = {:text}`;
const BY_ID = sql`SELECT ${STORE}, '' AS sortKey FROM stores s WHERE s.id = {:text}`;
const BY_OWNER = sql`SELECT ${STORE}, '' AS sortKey FROM stores s
  WHERE s.owner IN (SELECT u.id FROM users u WHERE u.email = {:text} COLLATE NOCASE)`;

/** A page of stores: the newest, or those whose id, address, name or owner's address the text names. */
export async function deskStores(
  pb: PocketBase,
  typed: string,
  after: DeskPlace | null,
  limit: number,
  seesAddresses: boolean,
): Promise<{ rows: DeskStoreRow[]; next: DeskPlace | null }> {
  const { text, end, isAddress } = deskSearch(typed);
  const place = { key: after?.key ?? '', id: after?.id ?? '', limit: limit + 1 };
  const exact = { text };
  const [rows, bySlug, byId, byOwner] = await ask(
    pb,
    text === ''
      ? query<Row>(NEWEST, { ...place, ...(after ?? LAST) }, COLUMNS)
      : query<Row>(BY_NAME, { ...place, text, end }, COLUMNS),
    query<Row>(BY_SLUG, exact, COLUMNS),
    query<Row>(BY_ID, exact, COLUMNS),
    query<Row>(BY_OWNER, { text: isAddress && seesAddresses ? text : ' ' }, COLUMNS),
  );
  const first = after === null && text !== '' ? [...bySlug, ...byId, ...byOwner] : [];
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const all = new Map([...first, ...shown].map((row) => [row.id, row]));
  return {
    rows: [...all.values()].map(storeRowOf),
    next: rows.length > limit && last ? { key: last.sortKey, id: last.id } : null,
  };
}

/** One store; null where there is none with this id. */
export async function deskStoreRow(pb: PocketBase, id: string): Promise<DeskStoreRow | null> {
  const [[row]] = await ask(pb, query<Row>(BY_ID, { text: id }, COLUMNS));
  return row ? storeRowOf(row) : null;
}

function storeRowOf(row: Row): DeskStoreRow {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    ownerId: row.ownerId,
    ownerName: row.ownerName,
    state: row.state === '' ? 'draft' : row.state,
    suspendedWhy: row.suspendedWhy,
    productCount: row.productCount,
    sellerStatus: row.sellerStatus === '' ? null : row.sellerStatus,
    verified: row.verifiedAt !== '',
    commissionPercent: row.commission === '' ? null : Number(row.commission),
    hasAccount: row.account !== '',
    mailsOff: row.mailsOff === 1,
    mailsADay: row.mailsADay > 0 ? row.mailsADay : null,
    createdAt: instantOf(row.created) ?? 0,
  };
}
