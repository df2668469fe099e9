import type PocketBase from 'pocketbase';
import { type DeskSearch, deskSearch } from '../../domain/desk/search-text.ts';
import type { Role } from '../../domain/identity/role.ts';
import { ask, first, select } from '../kernel/query.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { choiceOrNone, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';

/** People as the operator desk lists them. */

const u = tables.users.as('u');

const OF_PERSON = {
  id: u.id,
  username: u.username,
  /** "" for moderators, who do not need it. */
  email: u.email,
  verified: u.verified,
  suspended: u.suspended,
  strikes: u.strikes,
  role: value(sql`coalesce((SELECT r.role FROM roles r WHERE r.user = u.id), '')`, choiceOrNone<Role>()),
  storeId: value(sql`coalesce((SELECT s.id FROM stores s WHERE s.owner = u.id), '')`, text).orNull,
  storeName: value(sql`coalesce((SELECT s.name FROM stores s WHERE s.owner = u.id), '')`, text),
  joinedAt: u.created,
};
const BY_AGE = shape({ person: OF_PERSON, key: value(sql`u.created`, text) });
const BY_NAME = shape({ person: OF_PERSON, key: u.username });
const BY_ADDRESS = shape({ person: OF_PERSON, key: u.email });

export type DeskPersonRow = RowOf<typeof OF_PERSON>;
interface Listed {
  person: DeskPersonRow;
  key: string;
}

/** Where a page of a list ended: the value it is sorted by, and the id. */
export interface DeskPlace {
  key: string;
  id: string;
}

/** Before the first page of a list that has the newest first. */
export const LAST: DeskPlace = { key: '9999', id: '' };

const NEWEST = sql`SELECT ${BY_AGE} FROM users u
  WHERE (u.created, u.id) < ({:key}, {:id}) ORDER BY u.created DESC, u.id DESC LIMIT {:limit}`;
const OF_NAME = sql`SELECT ${BY_NAME} FROM users u
  WHERE u.username COLLATE NOCASE >= {:text} AND u.username COLLATE NOCASE < {:end}
    AND u.username COLLATE NOCASE > {:key}
  ORDER BY u.username COLLATE NOCASE LIMIT {:limit}`;
const OF_ADDRESS = sql`SELECT ${BY_ADDRESS} FROM users u
  WHERE u.email COLLATE NOCASE >= {:text} AND u.email COLLATE NOCASE < {:end}
    AND u.email COLLATE NOCASE > {:key}
  ORDER BY u.email COLLATE NOCASE LIMIT {:limit}`;

const personQuery = (id: string) =>
  select(BY_AGE, sql`SELECT ${BY_AGE} FROM users u WHERE u.id = {:id}`, { id });

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
    byId ? ask(pb, personQuery(search.id)).then(([found]) => found) : [],
  ]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const all = [...exact, ...shown.filter(({ person }) => person.id !== exact[0]?.person.id)];
  return {
    rows: all.map(({ person }) => shownTo(seesAddresses, person)),
    next: rows.length > limit && last ? { key: last.key, id: last.person.id } : null,
  };
}

async function searched(
  pb: PocketBase,
  { text: named, end, isAddress }: DeskSearch,
  after: DeskPlace | null,
  limit: number,
  seesAddresses: boolean,
): Promise<Listed[]> {
  if (isAddress && !seesAddresses) return [];
  const values = { key: after?.key ?? '', limit: limit + 1, text: named, end };
  const [rows] = await ask(
    pb,
    named === ''
      ? select(BY_AGE, NEWEST, { ...(after ?? LAST), limit: limit + 1 })
      : isAddress
        ? select(BY_ADDRESS, OF_ADDRESS, values)
        : select(BY_NAME, OF_NAME, values),
  );
  return rows;
}

/** One person; null where there is none with this id. */
export async function deskPersonRow(
  pb: PocketBase,
  id: string,
  seesAddresses: boolean,
): Promise<DeskPersonRow | null> {
  const row = await first(pb, personQuery(id));
  return row ? shownTo(seesAddresses, row.person) : null;
}

const shownTo = (seesAddresses: boolean, person: DeskPersonRow): DeskPersonRow =>
  seesAddresses ? person : { ...person, email: '' };
