import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { instantOf, textsOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { sql } from '../kernel/sql.ts';

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

/** The newest changes of a product, newest first: versions whose files are new, and those that have a note. */
export async function newestChanges(pb: PocketBase, productId: string): Promise<ProductChange[]> {
  const [notes, versions] = await ask(
    pb,
    query<{ version: number; note: string; created: string }>(
      sql`SELECT c.version, c.note, c.created FROM product_changes c WHERE c.product = {:productId}
        ORDER BY c.version DESC LIMIT {:shown}`,
      { productId, shown: SHOWN },
      ['version', 'note', 'created'],
    ),
    // Files that were retired since came with their version all the same.
    query<{ version: number; fileCount: number; created: string; files: string }>(
      sql`SELECT f.version, count(*) AS fileCount, min(f.created) AS created,
          (SELECT json_group_array(n.name) || '' FROM (SELECT name FROM product_files
            WHERE product = {:productId} AND version = f.version ORDER BY position LIMIT {:names}) n) AS files
        FROM product_files f WHERE f.product = {:productId} AND f.version > 1
        GROUP BY f.version ORDER BY f.version DESC LIMIT {:shown}`,
      { productId, names: NAMES_SHOWN, shown: SHOWN },
      ['version', 'fileCount', 'created', 'files'],
    ),
  );
  const changes = new Map<number, ProductChange>();
  for (const { version, fileCount, created, files } of versions)
    changes.set(version, {
      ...{ version, note: '', at: instantOf(created) ?? 0, fileCount },
      files: textsOf(JSON.parse(files)),
    });
  for (const { version, note, created } of notes)
    changes.set(version, {
      ...(changes.get(version) ?? { fileCount: 0, files: [] }),
      ...{ version, note, at: instantOf(created) ?? 0 },
    });
  return [...changes.values()].toSorted((a, b) => b.version - a.version).slice(0, SHOWN);
}
