import { sql } from './sql.ts';

/** Ids of records: 15 characters of [a-z0-9], as PocketBase makes them. */

/** 32 of the 36 allowed characters, so that each is equally likely. */
const CHARACTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/** Whether this has the form of a record id. Saves a query for paths like /product/wp-login.php. */
export function isRecordId(id: string): boolean {
  return /^[a-z0-9]{15}$/.test(id);
}

/** A new id, known before the row exists. */
export function newRecordId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(15)), (byte) => CHARACTERS[byte % 32]).join('');
}

/** The SQL expression for a new id. It is evaluated for each row of a statement. */
export const NEW_ID_SQL = sql`'r' || lower(hex(randomblob(7)))`;
