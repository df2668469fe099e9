import type PocketBase from 'pocketbase';
import type { User } from '../../domain/identity/user.ts';
import { first, select } from '../kernel/query.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';

const u = tables.users.as('u');

const USER = shape({
  id: u.id,
  username: u.username,
  email: u.email,
  avatar: u.avatar.orNull,
  verified: u.verified,
  theme: u.theme.or('system'),
  showMature: u.showMature,
  hidesAi: u.hidesAi,
  since: u.created,
  strikes: u.strikes,
});

/** Somebody's account as their own pages see it; null where there is none. */
export async function userById(pb: PocketBase, userId: string): Promise<User | null> {
  return first(pb, select(USER, sql`SELECT ${USER} FROM users u WHERE u.id = {:userId}`, { userId }));
}
