import type PocketBase from 'pocketbase';
import { newRecordId } from '../data/kernel/record-id.ts';
import { sql } from '../data/kernel/sql.ts';
import { transaction } from '../data/kernel/transaction.ts';

/** A user that a bench or a drill signed in. */
export interface SignedInUser {
  id: string;
  username: string;
  token: string;
}

/**
 * People who are signed in. Their rows are written directly: hashing a thousand passwords would take a minute.
 * @param name the start of their user names, such as "listener"
 * @param seconds how long their tokens are valid
 */
export async function signedInCrowd(
  pb: PocketBase,
  name: string,
  count: number,
  seconds: number,
): Promise<SignedInUser[]> {
  const rows = Array.from({ length: count }, (_, at) => ({ id: newRecordId(), name: `${name}-${at}` }));
  await transaction(pb)
    .exec(
      sql`INSERT INTO users (id, email, username, password, tokenKey, verified, created, updated)
        SELECT value->>'id', (value->>'name') || '@guildhall.test', value->>'name', '-',
          (value->>'id') || (value->>'id') || (value->>'id'), TRUE, {:now}, {:now} FROM json_each({:rows})`,
      { rows: JSON.stringify(rows), now: new Date().toISOString().replace('T', ' ') },
    )
    .run();
  const people: SignedInUser[] = [];
  for (const row of rows) {
    const { authStore } = await pb.collection('users').impersonate(row.id, seconds);
    people.push({ id: row.id, username: row.name, token: authStore.token });
  }
  return people;
}
