import type PocketBase from 'pocketbase';
import type { Entitlement } from '../../domain/catalogue/entitlement.ts';
import type { PrintSettings } from '../../domain/catalogue/print/print-settings.ts';
import { type Resin, resinOf } from '../../domain/catalogue/print/resin.ts';
import { type Preview, type ProductFile, productIsVisible } from '../../domain/catalogue/product.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { LISTS_MAX, type LibraryList, type PrintState } from '../../domain/library/library.ts';
import { productById } from '../catalogue/products.ts';
import { type GuildSource, guildSources } from '../guild/guild-names.ts';
import { licenceNumbersOf } from '../guild/merchant-licences.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { isRecordId, NEW_ID_SQL } from '../kernel/record-id.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

/** A user's library: products, print states and lists. Every query is scoped to the user. */

const e = tables.entitlements.as('e');
const t = tables.licenceTexts.as('t');
const f = tables.productFiles.as('f');
const d = tables.downloads.as('d');
const m = tables.libraryMarks.as('m');
const l = tables.libraryLists.as('l');

const GRANT = shape({
  grant: {
    ...{ id: e.id, source: e.source, grantedAt: e.grantedAt, licences: e.licences },
    licence: t.body.or(''),
  },
  sourceId: e.sourceId,
});
const OWNED = shape({ id: e.id });
const ADDED = shape({ id: f.id, at: f.created });
const DOWNLOAD = shape({ part: d.part, version: d.version, at: d.lastAt.or(0) });
const MARK = shape({ print: m.print, lists: m.lists, archived: m.archived });
const LIST = shape({ id: l.id, name: l.name });

/** A product of a library with its files, grants and downloads. */
export interface LibraryProduct {
  id: string;
  name: string;
  store: { id: string; name: string };
  pictures: { file: string; alt: string }[];
  /** Its 3D preview, while the product is public; null without one. */
  preview: Preview | null;
  printNotes: string;
  printSettings: PrintSettings;
  /** What one print takes; null if it was not measured. */
  resin: Resin | null;
  /** Whether its seller says that it is for resin printers. */
  isForResin: boolean;
  /** The day that is promised for a pre-order that was not delivered; null for everything else. */
  arrivesBy: Instant | null;
  files: (ProductFile & { addedAt: Instant })[];
  grants: (Pick<Entitlement, 'id' | 'source' | 'grantedAt' | 'licences'> & {
    licence: string;
    /** The number of its public page, for a licence to sell prints that has one. */
    licenceNumber: string | null;
    /** The guild item that granted it; null for every other source. */
    guild: GuildSource | null;
  })[];
  downloads: { part: string; version: number; at: Instant }[];
  print: PrintState | null;
  lists: string[];
  archived: boolean;
}

const GUILD_SOURCES: readonly string[] = ['release', 'entry_bundle', 'loyalty'];

/** A product the user owns now; null if they do not own it. */
export async function libraryProduct(
  pb: PocketBase,
  userId: string,
  productId: string,
): Promise<LibraryProduct | null> {
  if (!isRecordId(productId)) return null;
  const params = { userId, productId };
  const [grants] = await ask(
    pb,
    select(
      GRANT,
      sql`SELECT ${GRANT} FROM entitlements e LEFT JOIN licence_texts t ON t.[[key]] = e.licenceText
        WHERE e.[[user]] = {:userId} AND e.product = {:productId} AND e.revokedAt = '' ORDER BY e.grantedAt`,
      params,
    ),
  );
  if (grants.length === 0) return null;
  const fromGuild = grants.filter(({ grant }) => GUILD_SOURCES.includes(grant.source));
  const [sources, product, numbers, [added, downloads, [mark]]] = await Promise.all([
    guildSources(
      pb,
      fromGuild.map(({ sourceId }) => sourceId),
    ),
    productById(pb, productId),
    licenceNumbersOf(pb, userId),
    ask(
      pb,
      select(ADDED, sql`SELECT ${ADDED} FROM product_files f WHERE f.product = {:productId}`, { productId }),
      select(
        DOWNLOAD,
        // What was only begun is not downloaded yet.
        sql`SELECT ${DOWNLOAD} FROM downloads d
          WHERE d.[[user]] = {:userId} AND d.product = {:productId} AND d.lastAt <> ''`,
        params,
      ),
      select(
        MARK,
        sql`SELECT ${MARK} FROM library_marks m WHERE m.[[user]] = {:userId} AND m.product = {:productId}`,
        params,
      ),
    ),
  ]);
  if (!product) return null;
  const addedAt = new Map(added.map(({ id, at }) => [id, at]));
  return {
    id: product.id,
    name: product.name,
    store: { id: product.store.id, name: product.store.name },
    pictures: product.images,
    preview: productIsVisible(product.state) ? product.preview : null,
    printNotes: product.printNotes,
    printSettings: product.print,
    resin: resinOf({ ...product, supports: product.facets.supports }),
    isForResin: product.facets.printer.includes('resin'),
    arrivesBy: product.preOrder?.promisedDay ?? null,
    // Nothing of a pre-order is shown before it is delivered.
    files: product.preOrder
      ? []
      : product.files.map((file) => ({ ...file, addedAt: addedAt.get(file.id) ?? 0 })),
    grants: grants.map(({ grant, sourceId }) => ({
      ...grant,
      guild: sources.get(sourceId) ?? null,
      licenceNumber: sources.get(sourceId)?.licenceNumber ?? numbers.get(grant.id) ?? null,
    })),
    downloads,
    print: mark?.print ?? null,
    lists: mark?.lists ?? [],
    archived: mark?.archived ?? false,
  };
}

/** Whether the user owns the product now. */
async function owns(pb: PocketBase, userId: string, productId: string): Promise<boolean> {
  if (!isRecordId(productId)) return false;
  const [grants] = await ask(
    pb,
    select(
      OWNED,
      sql`SELECT ${OWNED} FROM entitlements e
        WHERE e.[[user]] = {:userId} AND e.product = {:productId} AND e.revokedAt = '' LIMIT 1`,
      { userId, productId },
    ),
  );
  return grants.length > 0;
}

/** Sets or clears (null) the print state of an owned product. False if the user does not own it. */
export async function setPrintState(
  pb: PocketBase,
  userId: string,
  productId: string,
  print: PrintState | null,
  at: Instant,
): Promise<boolean> {
  if (!(await owns(pb, userId, productId))) return false;
  await transaction(pb)
    .exec(
      sql`INSERT INTO library_marks (id, [[user]], product, print, lists, created, updated)
        VALUES (${NEW_ID_SQL}, {:userId}, {:productId}, {:print}, '[]', {:now}, {:now})
        ON CONFLICT ([[user]], product) DO UPDATE SET print = {:print}, updated = {:now}`,
      { userId, productId, print: print ?? '', now: dateOf(at) },
    )
    .run();
  return true;
}

/** Records that an owner has seen a product in their library. False if they do not own it. */
export async function markSeen(
  pb: PocketBase,
  userId: string,
  productId: string,
  at: Instant,
): Promise<boolean> {
  if (!(await owns(pb, userId, productId))) return false;
  await transaction(pb)
    .exec(
      sql`INSERT INTO library_marks (id, [[user]], product, print, lists, seenAt, created, updated)
        VALUES (${NEW_ID_SQL}, {:userId}, {:productId}, '', '[]', {:now}, {:now}, {:now})
        ON CONFLICT ([[user]], product) DO UPDATE SET seenAt = {:now} WHERE seenAt = ''`,
      { userId, productId, now: dateOf(at) },
    )
    .run();
  return true;
}

/** Puts owned products away, or takes them out again. Returns how many of them the user owns. */
export async function setArchived(
  pb: PocketBase,
  userId: string,
  productIds: readonly string[],
  archived: boolean,
  at: Instant,
): Promise<number> {
  const steps = transaction(pb);
  const marked = steps.count(
    sql`INSERT INTO library_marks (id, [[user]], product, print, lists, archived, created, updated)
      SELECT ${NEW_ID_SQL}, {:userId}, j.value, '', '[]', {:archived}, {:now}, {:now} FROM json_each({:products}) j
      WHERE EXISTS (SELECT 1 FROM entitlements e
        WHERE e.[[user]] = {:userId} AND e.product = j.value AND e.revokedAt = '')
      ON CONFLICT ([[user]], product) DO UPDATE SET archived = {:archived}, updated = {:now}`,
    {
      userId,
      products: JSON.stringify([...new Set(productIds)].filter(isRecordId)),
      archived,
      now: dateOf(at),
    },
  );
  await steps.run();
  return marked.rows;
}

/**
 * Adds an owned product to one of the user's lists; idempotent. It changes only that list, so that concurrent changes do
 * not overwrite each other. False if the user does not own the product or has no such list.
 */
export async function addToList(
  pb: PocketBase,
  userId: string,
  productId: string,
  listId: string,
  at: Instant,
): Promise<boolean> {
  const [isOwned, exists] = await Promise.all([owns(pb, userId, productId), hasList(pb, userId, listId)]);
  if (!isOwned || !exists) return false;
  await transaction(pb)
    .exec(
      sql`INSERT INTO library_marks (id, [[user]], product, print, lists, created, updated)
        SELECT ${NEW_ID_SQL}, {:userId}, {:productId}, '', json_array({:listId}), {:now}, {:now}
        FROM library_lists WHERE id = {:listId} AND [[user]] = {:userId}
        ON CONFLICT ([[user]], product) DO UPDATE
        SET lists = json_insert(library_marks.lists, '$[#]', {:listId}), updated = {:now}
        WHERE NOT EXISTS (SELECT 1 FROM json_each(library_marks.lists) WHERE value = {:listId})`,
      { userId, productId, listId, now: dateOf(at) },
    )
    .run();
  return true;
}

/** Removes a product from one of the user's lists; no effect if it is not on it. */
export async function removeFromList(
  pb: PocketBase,
  userId: string,
  productId: string,
  listId: string,
  at: Instant,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE library_marks SET updated = {:now},
        lists = (SELECT json_group_array(value) FROM json_each(library_marks.lists) WHERE value != {:listId})
        WHERE [[user]] = {:userId} AND product = {:productId}`,
      { userId, productId, listId, now: dateOf(at) },
    )
    .run();
}

/** A user's lists, oldest first. */
export async function listsOf(pb: PocketBase, userId: string): Promise<LibraryList[]> {
  const [lists] = await ask(
    pb,
    select(
      LIST,
      sql`SELECT ${LIST} FROM library_lists l WHERE l.[[user]] = {:userId} ORDER BY l.position, l.created, l.name`,
      { userId },
    ),
  );
  return lists;
}

async function hasList(pb: PocketBase, userId: string, listId: string): Promise<boolean> {
  return (await listsOf(pb, userId)).some(({ id }) => id === listId);
}

/**
 * Appends a list and returns its id.
 * @throws Refused "conflict" if the user has a list of that name, "too-many" if they have LISTS_MAX lists.
 */
export async function createList(pb: PocketBase, userId: string, name: string, at: Instant): Promise<string> {
  await transaction(pb)
    .exec(
      sql`INSERT INTO library_lists (id, [[user]], name, position, created, updated)
        SELECT ${NEW_ID_SQL}, {:userId}, {:name}, coalesce(max(position), 0) + 1, {:now}, {:now}
        FROM library_lists WHERE [[user]] = {:userId} HAVING count(*) < {:most}`,
      { userId, name, most: LISTS_MAX, now: dateOf(at) },
      { expect: 1, else: 'too-many' },
    )
    .run();
  const list = await first(
    pb,
    select(LIST, sql`SELECT ${LIST} FROM library_lists l WHERE l.[[user]] = {:userId} AND l.name = {:name}`, {
      userId,
      name,
    }),
  );
  if (!list) throw new Error(`the list of ${userId} was not stored`);
  return list.id;
}

/** Renames a list. False if the user has no such list. @throws Refused "conflict" if the name is taken. */
export async function renameList(
  pb: PocketBase,
  userId: string,
  listId: string,
  name: string,
  at: Instant,
): Promise<boolean> {
  const steps = transaction(pb);
  const changed = steps.count(
    sql`UPDATE library_lists SET name = {:name}, updated = {:now} WHERE id = {:listId} AND [[user]] = {:userId}`,
    { userId, listId, name, now: dateOf(at) },
  );
  await steps.run();
  return changed.rows === 1;
}

/** Deletes a list; its products stay owned. False if the user has no such list. */
export async function deleteList(pb: PocketBase, userId: string, listId: string): Promise<boolean> {
  const exists = await hasList(pb, userId, listId);
  if (exists) await orNull(pb.collection('library_lists').delete(listId));
  return exists;
}
