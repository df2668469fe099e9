import type PocketBase from 'pocketbase';
import { orNull } from '../kernel/client.ts';
import { ask, select } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import type { StoresRecord, UsersRecord } from '../kernel/records.ts';
import { type RowOf, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { users } from '../kernel/tables.ts';

const u = users.as('u');

const OF_RECIPIENT = { id: u.id, username: u.username, email: u.email };
const RECIPIENT = shape(OF_RECIPIENT);

/** Somebody who is named by another person, with the address that only the server sees. */
export type Recipient = RowOf<typeof OF_RECIPIENT>;

/** The username of an account; null where the account no longer exists. */
export async function nameOfUser(pb: PocketBase, userId: string | null): Promise<string | null> {
  if (userId === null || !isRecordId(userId)) return null;
  const user = await orNull(pb.collection('users').getOne<UsersRecord>(userId, { fields: 'username' }));
  return user?.username ?? null;
}

/** The mail address of an account; "" where the account no longer exists. */
export async function addressOfUser(pb: PocketBase, userId: string): Promise<string> {
  const user = await orNull(pb.collection('users').getOne<UsersRecord>(userId, { fields: 'email' }));
  return user?.email ?? '';
}

/** Whether an account has confirmed its address. */
export async function hasConfirmedAddress(pb: PocketBase, userId: string | null): Promise<boolean> {
  if (userId === null || !isRecordId(userId)) return false;
  const user = await orNull(pb.collection('users').getOne<UsersRecord>(userId, { fields: 'verified' }));
  return user?.verified === true;
}

/** The owners of these stores with their mail addresses. Stores that no longer exist are left out. */
export async function sellersOf(
  pb: PocketBase,
  storeIds: readonly string[],
): Promise<{ storeId: string; userId: string; email: string }[]> {
  const wanted = [...new Set(storeIds)].filter(isRecordId);
  if (wanted.length === 0) return [];
  const stores = await pb
    .collection('stores')
    .getFullList<StoresRecord & { expand?: { owner?: UsersRecord } }>({
      filter: wanted.map((id) => pb.filter('id = {:id}', { id })).join(' || '),
      expand: 'owner',
    });
  return stores.flatMap(({ id, expand }) =>
    expand?.owner ? [{ storeId: id, userId: expand.owner.id, email: expand.owner.email }] : [],
  );
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
