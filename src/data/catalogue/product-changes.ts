import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { ask, select } from '../kernel/query.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { date, number, texts } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';

const c = tables.productChanges.as('c');
const f = tables.productFiles.as('f');

/** A version of a product's files, which files came with it, and what its seller says is new in it. */
export interface ProductChange {
  version: number;
  /** "" where the seller said nothing. */
  note: string;
  at: Instant;
  /** How many files came with it, and the names of the first of them. */
  fileCount: number;
  files: string[];
}

/** Changes that the public page of a product shows, and names of files of each. */
const SHOWN = 10;
const NAMES_SHOWN = 6;

const NOTE = shape({ version: c.version, note: c.note, at: c.created });
const VERSION = shape({
  version: f.version,
  fileCount: value(sql`count(*)`, number),
  at: value(sql`min(f.created)`, date),
  files: value(
    sql`(SELECT json_group_array(n.name) || '' FROM (SELECT name FROM product_files
      WHERE product = {:productId} AND version = f.version ORDER BY position LIMIT {:names}) n)`,
    texts,
  ),
});

/** The newest changes of a product, newest first: versions whose files are new, and those that have a note. */
export async function newestChanges(pb: PocketBase, productId: string): Promise<ProductChange[]> {
  const [notes, versions] = await ask(
    pb,
    select(
      NOTE,
      sql`SELECT ${NOTE} FROM product_changes c WHERE c.product = {:productId}
        ORDER BY c.version DESC LIMIT {:shown}`,
      { productId, shown: SHOWN },
    ),
    // Files that were retired since came with their version all the same.
    select(
      VERSION,
      sql`SELECT ${VERSION} FROM product_files f WHERE f.product = {:productId} AND f.version > 1
        GROUP BY f.version ORDER BY f.version DESC LIMIT {:shown}`,
      { productId, names: NAMES_SHOWN, shown: SHOWN },
    ),
  );
  const changes = new Map<number, ProductChange>();
  for (const version of versions) changes.set(version.version, { ...version, note: '' });
  for (const note of notes)
    changes.set(note.version, {
      ...(changes.get(note.version) ?? { fileCount: 0, files: [] }),
      ...note,
    });
  return [...changes.values()].toSorted((a, b) => b.version - a.version).slice(0, SHOWN);
}
