import type PocketBase from 'pocketbase';
import { ask, first, select } from '../kernel/query.ts';
import { type RowOf, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';

const u = tables.users.as('u');
const s = tables.stores.as('s');

const OF_RECIPIENT = { id: u.id, username: u.username, email: u.email };
const RECIPIENT = shape(OF_RECIPIENT);
const OF_ACCOUNT = { username: u.username, email: u.email, verified: u.verified };
const ACCOUNT = shape(OF_ACCOUNT);
const OF_SELLER = { storeId: s.id, userId: u.id, email: u.email };
const SELLER = shape(OF_SELLER);

/** Somebody who is named by another person, with the address that only the server sees. */
export type Recipient = RowOf<typeof OF_RECIPIENT>;

/** The account with this id; null for none. */
async function accountOf(pb: PocketBase, userId: string): Promise<RowOf<typeof OF_ACCOUNT> | null> {
  return first(pb, select(ACCOUNT, sql`SELECT ${ACCOUNT} FROM users u WHERE u.id = {:userId}`, { userId }));
}

/** The username of an account; null where the account no longer exists. */
export async function nameOfUser(pb: PocketBase, userId: string | null): Promise<string | null> {
  return userId === null ? null : ((await accountOf(pb, userId))?.username ?? null);
}

/** The mail address of an account; "" where the account no longer exists. */
export async function addressOfUser(pb: PocketBase, userId: string): Promise<string> {
  return (await accountOf(pb, userId))?.email ?? '';
}

/** Whether an account has confirmed its address. */
export async function hasConfirmedAddress(pb: PocketBase, userId: string | null): Promise<boolean> {
  return userId !== null && (await accountOf(pb, userId))?.verified === true;
}

/** The owners of these stores with their mail addresses. Stores that no longer exist are left out. */
export async function sellersOf(
  pb: PocketBase,
  storeIds: readonly string[],
): Promise<RowOf<typeof OF_SELLER>[]> {
  if (storeIds.length === 0) return [];
  const [sellers] = await ask(
    pb,
    select(
      SELLER,
      sql`SELECT ${SELLER} FROM stores s JOIN users u ON u.id = s.owner
        WHERE s.id IN (SELECT value FROM json_each({:storeIds}))`,
      { storeIds },
    ),
  );
  return sellers;
}

/** The account with a username, however its letters are written; null for none. */
export async function userByName(pb: PocketBase, username: string): Promise<Recipient | null> {
  if (username === '') return null;
  const [found] = await ask(
    pb,
    select(
      RECIPIENT,
      sql`SELECT ${RECIPIENT} FROM users u WHERE u.username = {:username} COLLATE NOCASE AND u.suspended = FALSE`,
      { username },
    ),
  );
  return found[0] ?? null;
}
