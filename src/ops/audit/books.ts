import type { DatabaseSync } from 'node:sqlite';
import type { Query } from '../../data/kernel/query.ts';
import { type Broken, promisesOf } from './promises.ts';

/** A broken promise: which, and the first rows that break it. */
export interface AuditFinding {
  promise: string;
  rows: string[];
}

/** Rows named for each broken promise; further ones are counted by nobody. */
const ROWS_NAMED = 10;

/** Answers one question: PocketBase while it runs, or the database's file while it does not. */
export type Reader = (question: Query<Broken>) => Promise<Broken[]> | Broken[];

/**
 * Asks for the rows that break a promise about money or entitlements.
 * @param since only rows created from then on, as the database writes it; "" means all.
 * @returns the broken promises; empty if all hold.
 */
export async function auditBooks(read: Reader, since = ''): Promise<AuditFinding[]> {
  const promises = promisesOf(since);
  // Together: PocketBase answers questions that start at once in one trip.
  const broken = await Promise.all(promises.map((one) => read(one.broken)));
  return promises.flatMap(({ name }, place) => {
    const rows = (broken[place] ?? []).slice(0, ROWS_NAMED).map(({ id }) => id);
    return rows.length === 0 ? [] : [{ promise: name, rows }];
  });
}

/** Reads from the file of a database that nobody writes. */
export function readerOf(database: DatabaseSync): Reader {
  return ({ sql, params }) => {
    // PocketBase's notation for names and values, in SQLite's own.
    const text = String(sql)
      .replace(/\[\[(\w+)\]\]/g, '`$1`')
      .replace(/\{:(\w+)\}/g, ':$1');
    return database.prepare(text).all(params as Record<string, string>) as unknown as Broken[];
  };
}
