import type PocketBase from 'pocketbase';
import { type DeskSearch, deskSearch } from '../../domain/desk/search-text.ts';
import type { Role } from '../../domain/identity/role.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { sql } from '../kernel/sql.ts';

/** People as the operator desk lists them. */

export interface DeskPersonRow {
  id: string;
  username: string;
  /** "" for moderators, who do not need it. */
  email: string;
  verified: boolean;
  suspended: boolean;
  strikes: number;
  role: Role | null;
  storeId: string | null;
  storeName: string;
  joinedAt: Instant;
}

/** Where a page of a list ended: the value it is sorted by, and the id. */
export interface DeskPlace {
  key: string;
  id: string;
}

/** Before the first page of a list that has the newest first. */
export const LAST: DeskPlace = { key: '9999', id: '' };

interface Row {
  id: string;
  sortKey: string;
  username: string;
  email: string;
  verified: number;
  suspended: number;
  strikes: number;
  role: Role | '';
  storeId: string;
  storeName: string;
  created: string;
}
const COLUMNS = [
  ...(['id', 'sortKey', 'username', 'email', 'verified', 'suspended', 'strikes'] as const),
  ...(['role', 'storeId', 'storeName', 'created'] as const),
];
const PERSON = sql`u.id AS id, u.username AS username, u.email AS email, u.verified AS verified,
  u.suspended AS suspended, u.strikes AS strikes, u.created AS created,
  coalesce((SELECT r.role FROM roles r WHERE r.user = u.id), '') AS role,
  coalesce((SELECT s.id FROM stores s WHERE s.owner = u.id), '') AS storeId,
  coalesce((SELECT s.name FROM stores s WHERE s.owner = u.id), '') AS storeName`;

const NEWEST = sql`SELECT ${PERSON}, u.created AS sortKey FROM users u
  WHERE (u.created, u.id) < ({:key}, {:id}) ORDER BY u.created DESC, u.id DESC LIMIT {:limit}`;
const BY_NAME = sql`SELECT ${PERSON}, u.username AS sortKey FROM users u
  WHERE u.username COLLATE NOCASE >= {:text} AND u.username COLLATE NOCASE < {:end}
    AND u.username COLLATE NOCASE > {:key}
  ORDER BY u.username COLLATE NOCASE LIMIT {:limit}`;
const BY_ADDRESS = sql`SELECT ${PERSON}, u.email AS sortKey FROM users u
  WHERE u.email COLLATE NOCASE >= {:text} AND u.email COLLATE NOCASE < {:end}
    AND u.email COLLATE NOCASE > {:key}
  ORDER BY u.email COLLATE NOCASE LIMIT {:limit}`;
const BY_ID = sql`SELECT ${PERSON}, '' AS sortKey FROM users u WHERE u.id = {:id}`;

/**
 * A page of people: the newest, or those whose id, user name or address the text names.
 * @param seesAddresses whether addresses are shown and found, which only operators need
 */
export async function deskPeople(
  pb: PocketBase,
  typed: string,
  after: DeskPlace | null,
  limit: number,
  seesAddresses: boolean,
): Promise<{ rows: DeskPersonRow[]; next: DeskPlace | null }> {
  const search = deskSearch(typed);
  const byId = search.id !== '' && after === null;
  const [rows, exact] = await Promise.all([
    searched(pb, search, after, limit, seesAddresses),
    byId ? ask(pb, query<Row>(BY_ID, { id: search.id }, COLUMNS)).then(([found]) => found) : [],
  ]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const all = [...exact, ...shown.filter(({ id }) => id !== exact[0]?.id)];
  return {
    rows: all.map((row) => personOf(row, seesAddresses)),
    next: rows.length > limit && last ? { key: last.sortKey, id: last.id } : null,
  };
}

async function searched(
  pb: PocketBase,
  { text, end, isAddress }: DeskSearch,
  after: DeskPlace | null,
  limit: number,
  seesAddresses: boolean,
): Promise<Row[]> {
  if (isAddress && !seesAddresses) return [];
  const place = { key: after?.key ?? '', limit: limit + 1 };
  const [rows] = await ask(
    pb,
    text === ''
      ? query<Row>(NEWEST, { ...(after ?? LAST), limit: limit + 1 }, COLUMNS)
      : query<Row>(isAddress ? BY_ADDRESS : BY_NAME, { ...place, text, end }, COLUMNS),
  );
  return rows;
}

/** One person; null where there is none with this id. */
export async function deskPersonRow(
  pb: PocketBase,
  id: string,
  seesAddresses: boolean,
): Promise<DeskPersonRow | null> {
  const [[row]] = await ask(pb, query<Row>(BY_ID, { id }, COLUMNS));
  return row ? personOf(row, seesAddresses) : null;
}

function personOf(row: Row, seesAddresses: boolean): DeskPersonRow {
  return {
    id: row.id,
    username: row.username,
    email: seesAddresses ? row.email : '',
    verified: row.verified === 1,
    suspended: row.suspended === 1,
    strikes: row.strikes,
    role: row.role === '' ? null : row.role,
    storeId: row.storeId === '' ? null : row.storeId,
    storeName: row.storeName,
    joinedAt: instantOf(row.created) ?? 0,
  };
}
