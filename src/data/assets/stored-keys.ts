import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { instantOf } from '../kernel/fields.ts';

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

/** When the backend was set up: its oldest superuser is created before any other data. */
export async function backendCreatedAt(pb: PocketBase): Promise<Instant> {
  const first = await pb
    .collection('_superusers')
    .getFirstListItem<{ created: string }>('', { sort: 'created', fields: 'created' });
  return instantOf(first.created) ?? Number.POSITIVE_INFINITY;
}

const KEYS_PER_QUERY = 40;

/** The given storage keys that no record references. */
export async function unreferencedKeys(pb: PocketBase, keys: readonly string[]): Promise<string[]> {
  const referenced = new Set<string>();
  for (let at = 0; at < keys.length; at += KEYS_PER_QUERY) {
    const filter = keys
      .slice(at, at + KEYS_PER_QUERY)
      .map((storageKey) => pb.filter('storageKey = {:storageKey}', { storageKey }))
      .join(' || ');
    const found = await Promise.all(
      STORAGE_KEY_COLLECTIONS.map((collection) =>
        pb.collection(collection).getFullList<{ storageKey: string }>({ filter, fields: 'storageKey' }),
      ),
    );
    for (const { storageKey } of found.flat()) referenced.add(storageKey);
  }
  return keys.filter((key) => !referenced.has(key));
}
