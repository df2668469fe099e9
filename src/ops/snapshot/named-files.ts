import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { STORAGE_KEY_COLLECTIONS } from '../../data/assets/stored-keys.ts';

/** The keys of the file store that a database names, each once. Archives are left out: they are packed again when missing. */
export function namedKeys(database: DatabaseSync): string[] {
  const tables = STORAGE_KEY_COLLECTIONS.filter((name) => name !== 'product_zips');
  const each = tables.map((table) => `SELECT storageKey FROM ${table} WHERE storageKey <> ''`);
  return database
    .prepare(`${each.join(' UNION ')} ORDER BY storageKey`)
    .all()
    .map(({ storageKey }) => String(storageKey));
}

interface FileField {
  name: string;
  type: string;
}

/**
 * The pictures that a database names, as paths below PocketBase's folder of files: collection, record, name. Beside a
 * picture may lie what PocketBase noted about it, such as its type, which belongs to it.
 */
export function* namedPictures(database: DatabaseSync): Generator<string> {
  const collections = database
    .prepare("SELECT id, name, fields FROM _collections WHERE type <> 'view'")
    .all();
  for (const { id, name, fields } of collections) {
    const own = (JSON.parse(String(fields)) as FileField[]).filter(({ type }) => type === 'file');
    for (const field of own) {
      const rows = database.prepare(
        `SELECT id, "${field.name}" AS value FROM "${String(name)}" WHERE value NOT IN ('', '[]')`,
      );
      for (const row of rows.iterate())
        for (const file of filesIn(String(row['value']))) yield `${String(id)}/${String(row['id'])}/${file}`;
    }
  }
}

/** A field of several files holds a list; one of a single file its name. */
function filesIn(value: string): string[] {
  return value.startsWith('[') ? (JSON.parse(value) as string[]) : [value];
}

/** A picture's path, and that of the note beside it where there is one. */
export function withNote(storage: string, path: string): string[] {
  return existsSync(join(storage, `${path}.attrs`)) ? [path, `${path}.attrs`] : [path];
}
