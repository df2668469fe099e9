import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { instantOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { shape, value } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { text } from '../kernel/table.ts';

/** Which records refer to a file of the file store. */

/** Every collection with storage keys of the file store. */
export const STORAGE_KEY_COLLECTIONS = [
  'uploads',
  'product_files',
  'product_zips',
  'previews',
  'message_attachments',
  'invoices',
] as const;

/**
 * When the backend was set up: its oldest superuser is created before any other data. Asked through the SDK: no question may
 * read a table of the engine.
 */
export async function backendCreatedAt(pb: PocketBase): Promise<Instant> {
  const first = await pb
    .collection('_superusers')
    .getFirstListItem<{ created: string }>('', { sort: 'created', fields: 'created' });
  return instantOf(first.created) ?? Number.POSITIVE_INFINITY;
}

const KEYS_PER_QUERY = 1000;

const TABLES: Readonly<Record<(typeof STORAGE_KEY_COLLECTIONS)[number], Sql>> = {
  uploads: sql`uploads`,
  product_files: sql`product_files`,
  product_zips: sql`product_zips`,
  previews: sql`previews`,
  message_attachments: sql`message_attachments`,
  invoices: sql`invoices`,
};
const KEY = shape({ storageKey: value(sql`r.storageKey`, text) });

/** The given storage keys that no record references. */
export async function unreferencedKeys(pb: PocketBase, keys: readonly string[]): Promise<string[]> {
  const referenced = new Set<string>();
  for (let at = 0; at < keys.length; at += KEYS_PER_QUERY) {
    const asked = { keys: keys.slice(at, at + KEYS_PER_QUERY) };
    const found = await ask(
      pb,
      ...STORAGE_KEY_COLLECTIONS.map((collection) =>
        select(
          KEY,
          sql`SELECT ${KEY} FROM json_each({:keys}) j CROSS JOIN ${TABLES[collection]} r ON r.storageKey = j.value
            WHERE r.storageKey <> ''`,
          asked,
        ),
      ),
    );
    for (const { storageKey } of found.flat()) referenced.add(storageKey);
  }
  return keys.filter((key) => !referenced.has(key));
}
