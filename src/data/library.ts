import type PocketBase from 'pocketbase';
import type { Entitlement, EntitlementSource } from '../domain/entitlement.ts';
import type { Instant } from '../domain/instant.ts';
import type { LibraryItem, LibraryList, PrintState } from '../domain/library.ts';
import type { Licence, ProductFile } from '../domain/product.ts';
import { dateOf, instantOf, isRecordId, orAbsent } from './fields.ts';
import { productById } from './products.ts';
import type {
  EntitlementsRecord,
  LibraryListsRecord,
  LicenceTextsRecord,
  ProductsRecord,
} from './records.ts';
import { transaction } from './transaction.ts';

/** What one person owns, and what he keeps about it. Everything here is found through his own rows. */

/** A row of the view library_rows; what SQL computed comes as whatever it is, or null. */
type LibraryRow = Pick<EntitlementsRecord, 'product' | 'source' | 'licences' | 'grantedAt'> &
  Pick<ProductsRecord, 'name' | 'images' | 'type' | 'scale' | 'supports'> & {
    storeName: string;
    newestFileAt: string | null;
    sizeBytes: number | null;
    downloadedAt: string | null;
  };

/** Everything this person owns now, one entry a product, and his lists. */
export async function libraryOf(
  pb: PocketBase,
  userId: string,
): Promise<{ items: LibraryItem[]; lists: LibraryList[] }> {
  const mine = pb.filter('user = {:userId}', { userId });
  const [owned, marks, lists] = await Promise.all([
    pb
      .collection('library_rows')
      .getFullList<LibraryRow>({ filter: mine, sort: 'grantedAt,id', batch: 1000 }),
    pb.collection('library_marks').getFullList<{ product: string; print: PrintState | ''; lists: string[] }>({
      filter: mine,
      fields: 'product,print,lists',
      batch: 1000,
    }),
    listsOf(pb, userId),
  ]);
  const markOf = new Map(marks.map((mark) => [mark.product, mark]));
  const items = new Map<string, LibraryItem>();
  for (const row of owned) {
    if (row.source === '') continue;
    const known = items.get(row.product);
    if (known) {
      known.sources = [...new Set([...known.sources, row.source])];
      known.licences = [...new Set([...known.licences, ...row.licences])];
      continue;
    }
    const mark = markOf.get(row.product);
    items.set(row.product, {
      id: row.product,
      name: row.name,
      store: row.storeName,
      picture: row.images[0] ?? '',
      type: orAbsent(row.type),
      scale: orAbsent(row.scale),
      supports: row.supports,
      sources: [row.source],
      licences: row.licences,
      grantedAt: instantOf(row.grantedAt) ?? 0,
      newestFileAt: instantOf(row.newestFileAt ?? ''),
      sizeBytes: row.sizeBytes ?? 0,
      downloadedAt: instantOf(row.downloadedAt ?? ''),
      print: mark && mark.print !== '' ? mark.print : null,
      lists: mark?.lists ?? [],
    });
  }
  return { items: [...items.values()], lists };
}

/** One product of a library, with everything its owner may fetch and know. */
export interface LibraryProduct {
  id: string;
  name: string;
  store: { id: string; name: string };
  pictures: { file: string; alt: string }[];
  printNotes: string;
  files: (ProductFile & { addedAt: Instant })[];
  grants: (Pick<Entitlement, 'id' | 'source' | 'grantedAt' | 'licences'> & { licence: string })[];
  downloads: { part: string; version: number; at: Instant }[];
  print: PrintState | null;
  lists: string[];
}

/** A product this person owns now; null where he does not. */
export async function libraryProduct(
  pb: PocketBase,
  userId: string,
  productId: string,
): Promise<LibraryProduct | null> {
  if (!isRecordId(productId)) return null;
  const mine = pb.filter('user = {:userId} && product = {:productId}', { userId, productId });
  const grants = await pb
    .collection('entitlements')
    .getFullList<EntitlementsRecord>({ filter: `${mine} && revokedAt = ''`, sort: 'grantedAt' });
  if (grants.length === 0) return null;
  const keys = [...new Set(grants.map(({ licenceText }) => licenceText))];
  const [product, added, texts, downloads, marks] = await Promise.all([
    productById(pb, productId),
    pb.collection('product_files').getFullList<{ id: string; created: string }>({
      filter: pb.filter('product = {:productId}', { productId }),
      fields: 'id,created',
    }),
    pb.collection('licence_texts').getFullList<LicenceTextsRecord>({
      filter: keys.map((key) => pb.filter('key = {:key}', { key })).join(' || '),
    }),
    pb
      .collection('downloads')
      .getFullList<{ part: string; version: number; lastAt: string }>({ filter: mine }),
    pb.collection('library_marks').getFullList<{ print: PrintState | ''; lists: string[] }>({ filter: mine }),
  ]);
  if (!product) return null;
  const addedAt = new Map(added.map(({ id, created }) => [id, instantOf(created) ?? 0]));
  const mark = marks[0];
  return {
    id: product.id,
    name: product.name,
    store: product.store,
    pictures: product.images,
    printNotes: product.printNotes,
    files: product.files.map((file) => ({ ...file, addedAt: addedAt.get(file.id) ?? 0 })),
    grants: grants.map(({ id, source, grantedAt, licences, licenceText }) => ({
      id,
      source: source === '' ? 'operator' : (source as EntitlementSource),
      grantedAt: instantOf(grantedAt) ?? 0,
      licences: licences as Licence[],
      licence: texts.find(({ key }) => key === licenceText)?.body ?? '',
    })),
    downloads: downloads.map(({ part, version, lastAt }) => ({
      part,
      version,
      at: instantOf(lastAt) ?? 0,
    })),
    print: mark && mark.print !== '' ? mark.print : null,
    lists: mark?.lists ?? [],
  };
}

/** A person's own lists, in his order. */
export async function listsOf(pb: PocketBase, userId: string): Promise<LibraryList[]> {
  const records = await pb.collection('library_lists').getFullList<LibraryListsRecord>({
    filter: pb.filter('user = {:userId}', { userId }),
    sort: 'position,name',
  });
  return records.map(({ id, name }) => ({ id, name }));
}

/** Adds a list and answers its id. @throws Refused "conflict" where he has one of that name. */
export async function createList(pb: PocketBase, userId: string, name: string): Promise<string> {
  const [id] = await transaction(pb).create('library_lists', { user: userId, name }).run();
  return String(id);
}

/** Takes a list away; what was on it stays owned. */
export async function deleteList(pb: PocketBase, userId: string, listId: string): Promise<boolean> {
  const mine = (await listsOf(pb, userId)).some(({ id }) => id === listId);
  if (mine) await pb.collection('library_lists').delete(listId);
  return mine;
}

/** Keeps what a person notes about a product: how far the print is, and on which of his lists it stands. */
export async function keepMark(
  pb: PocketBase,
  userId: string,
  productId: string,
  mark: { print: PrintState | null; lists: string[] },
  at: Instant,
): Promise<void> {
  await transaction(pb)
    .exec(
      `INSERT INTO library_marks (id, [[user]], product, print, lists, created, updated)
        VALUES ('k' || lower(hex(randomblob(7))), {:userId}, {:productId}, {:print}, {:lists}, {:now}, {:now})
        ON CONFLICT ([[user]], product) DO UPDATE SET print = {:print}, lists = {:lists}, updated = {:now}`,
      { userId, productId, print: mark.print ?? '', lists: JSON.stringify(mark.lists), now: dateOf(at) },
    )
    .run();
}
