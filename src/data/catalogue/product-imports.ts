import type PocketBase from 'pocketbase';
import type { ProductImport } from '../../domain/catalogue/import/product-import.ts';
import type {
  ImportRowState,
  ProductImportState,
} from '../../domain/catalogue/import/product-import-state.ts';
import type { Product } from '../../domain/catalogue/product.ts';
import type { ProductText } from '../../domain/catalogue/product-editing.ts';
import type { ProductPatch } from '../../domain/catalogue/product-patch.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { isRecordId, newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type RowOf, shape } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import { type ProductDraft, withNewDraft } from './product-drafts.ts';
import { withProductText } from './seller-products.ts';

const i = tables.productImports.as('i');
const r = tables.productImportRows.as('r');

const IMPORT_FIELDS = {
  id: i.id,
  fileName: i.fileName,
  total: i.total,
  done: i.done,
  refused: i.refused,
  undone: i.undone,
  kept: i.kept,
  state: i.state,
  startedAt: i.startedAt,
};
const IMPORT = shape(IMPORT_FIELDS);
const NOTE = shape({ line: r.line, name: r.name, note: r.note });
const ROW_FIELDS = {
  id: r.id,
  importId: r.productImport,
  line: r.line,
  name: r.name,
  kind: r.kind,
  /** The product it changes or creates. */
  productId: r.product,
  wanted: r.wanted.as((patch) => patch as ProductPatch),
  former: r.former.as((patch) => patch as ProductPatch),
  writtenAt: r.writtenAt,
};
const ROW = shape(ROW_FIELDS);

/** Product imports. Each row is written, and undone, in one transaction with its product. */

/** A row that will write something. */
export interface PlannedRow {
  line: number;
  name: string;
  kind: 'change' | 'create';
  /** The product it changes; null if it creates one. */
  productId: string | null;
  wanted: ProductPatch;
  former: ProductPatch;
}

/**
 * Saves a checked import and returns its id. It replaces the store's earlier checks that were never started; imports
 * created before `deleteBefore` are deleted.
 */
export async function saveProductImport(
  pb: PocketBase,
  list: { storeId: string; fileName: string; rows: readonly PlannedRow[] },
  at: Instant,
  deleteBefore: Instant,
): Promise<string> {
  const id = newRecordId();
  const { storeId } = list;
  const obsolete = sql`store = {:storeId} AND (state = 'checked' OR created < {:before})`;
  const params = { storeId, before: dateOf(deleteBefore) };
  const rows = list.rows.map(({ productId, ...row }) => ({
    ...row,
    id: newRecordId(),
    product: productId ?? newRecordId(),
  }));
  await transaction(pb)
    .exec(
      sql`DELETE FROM product_import_rows WHERE productImport IN (SELECT id FROM product_imports WHERE ${obsolete})`,
      params,
    )
    .exec(sql`DELETE FROM product_imports WHERE ${obsolete}`, params)
    .exec(
      sql`INSERT INTO product_imports (id, store, fileName, state, total, done, refused, undone, kept, startedAt, created, updated)
        VALUES ({:id}, {:storeId}, {:fileName}, 'checked', {:total}, 0, 0, 0, 0, '', {:now}, {:now})`,
      { id, storeId, fileName: list.fileName.slice(0, 200), total: rows.length, now: dateOf(at) },
    )
    .exec(
      sql`INSERT INTO product_import_rows (id, productImport, line, product, name, kind, wanted, former, state, note, writtenAt, created, updated)
        SELECT value ->> '$.id', {:id}, value ->> '$.line', value ->> '$.product', value ->> '$.name', value ->> '$.kind',
          value -> '$.wanted', value -> '$.former', 'waiting', '', '', {:now}, {:now} FROM json_each({:rows})`,
      { id, rows: JSON.stringify(rows), now: dateOf(at) },
    )
    .run();
  return id;
}

/** The store's imports that were started, the newest first. */
export async function importsOfStore(
  pb: PocketBase,
  storeId: string,
  limit: number,
): Promise<ProductImport[]> {
  const [found] = await ask(
    pb,
    select(
      IMPORT,
      sql`SELECT ${IMPORT} FROM product_imports i WHERE i.store = {:storeId} AND i.state <> 'checked'
        ORDER BY i.startedAt DESC, i.id LIMIT {:limit}`,
      { storeId, limit },
    ),
  );
  return Promise.all(found.map((each) => withNotes(pb, each)));
}

/** An import of this store; null if it has no import with this id. */
export async function importOfStore(
  pb: PocketBase,
  storeId: string,
  importId: string,
): Promise<ProductImport | null> {
  if (!isRecordId(importId)) return null;
  const found = await first(
    pb,
    select(
      IMPORT,
      sql`SELECT ${IMPORT} FROM product_imports i WHERE i.id = {:importId} AND i.store = {:storeId}`,
      { importId, storeId },
    ),
  );
  return found ? withNotes(pb, found) : null;
}

const NOTES_SHOWN = 100;

async function withNotes(pb: PocketBase, found: RowOf<typeof IMPORT_FIELDS>): Promise<ProductImport> {
  if (found.refused + found.kept === 0) return { ...found, notes: [] };
  const [notes] = await ask(
    pb,
    select(
      NOTE,
      sql`SELECT ${NOTE} FROM product_import_rows r WHERE r.productImport = {:id} AND r.note <> ''
        ORDER BY r.line LIMIT {:most}`,
      { id: found.id, most: NOTES_SHOWN },
    ),
  );
  return { ...found, notes };
}

/** Starts a checked import; a running one continues. False if it is in another state. */
export async function beginProductImport(
  pb: PocketBase,
  storeId: string,
  importId: string,
  at: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE product_imports SET state = 'running', updated = {:now},
        startedAt = CASE startedAt WHEN '' THEN {:now} ELSE startedAt END
      WHERE id = {:importId} AND store = {:storeId} AND state IN ('checked', 'running')`,
    { importId, storeId, now: dateOf(at) },
    { expect: 1, else: 'state' },
  );
  return (await refusalOf(steps, ['state'])) === null;
}

/** Starts undoing an import, also one that is still running; no more of its rows are written. False if already undone. */
export async function beginImportUndo(
  pb: PocketBase,
  storeId: string,
  importId: string,
  at: Instant,
): Promise<boolean> {
  const params = { importId, storeId, now: dateOf(at) };
  const steps = transaction(pb).exec(
    sql`UPDATE product_imports SET state = 'undoing', updated = {:now}
      WHERE id = {:importId} AND store = {:storeId} AND state IN ('running', 'done', 'undoing')`,
    params,
    { expect: 1, else: 'state' },
  );
  finishImportIfDone(steps, importId, at);
  return (await refusalOf(steps, ['state'])) === null;
}

/** A stored row of an import. */
export type StoredImportRow = RowOf<typeof ROW_FIELDS>;

/** The order in which rows of a state are taken. */
const TURN = { waiting: sql`r.line, r.id`, done: sql`r.line DESC, r.id` } as const;

/** The next rows in this state, in the file's order; written rows in reverse order, for undoing. */
export async function nextImportRows(
  pb: PocketBase,
  importId: string,
  state: 'waiting' | 'done',
  limit: number,
): Promise<StoredImportRow[]> {
  const [rows] = await ask(
    pb,
    select(
      ROW,
      sql`SELECT ${ROW} FROM product_import_rows r WHERE r.productImport = {:importId} AND r.state = {:state}
        ORDER BY ${TURN[state]} LIMIT {:limit}`,
      { importId, state, limit },
    ),
  );
  return rows;
}

/** Why a row could not be processed: its product, or the state of the import or the row, changed at the same time. */
export type RowConflict = 'changed-meanwhile' | 'elsewhere';

/** For each final state of a row: the counter, and the states that import and row must be in before. */
const ROW_TRANSITIONS = {
  done: { counter: sql`done`, during: 'running', from: 'waiting' },
  refused: { counter: sql`refused`, during: 'running', from: 'waiting' },
  undone: { counter: sql`undone`, during: 'undoing', from: 'done' },
  kept: { counter: sql`kept`, during: 'undoing', from: 'done' },
} as const satisfies Partial<
  Record<ImportRowState, { counter: Sql; during: ProductImportState; from: ImportRowState }>
>;
type FinalRowState = keyof typeof ROW_TRANSITIONS;

/** Skips a row without changing its product, and stores the reason. */
export function skipRow(
  pb: PocketBase,
  row: StoredImportRow,
  as: 'refused' | 'kept',
  note: string,
  at: Instant,
): Promise<RowConflict | null> {
  return finishRow(pb, row, as, note, at, () => {});
}

/** Writes the values of a row, or restores the previous ones, and updates the row. */
export function writeRow(
  pb: PocketBase,
  row: StoredImportRow,
  as: 'done' | 'undone',
  product: Product,
  text: Partial<ProductText>,
  at: Instant,
): Promise<RowConflict | null> {
  return finishRow(pb, row, as, '', at, (steps) => withProductText(steps, product, text, at));
}

/** Creates the draft of a row and updates the row. Both get the same time, which detects later edits of the draft. */
export function writeDraftRow(
  pb: PocketBase,
  row: StoredImportRow,
  draft: ProductDraft,
  at: Instant,
): Promise<RowConflict | null> {
  return finishRow(pb, row, 'done', '', at, (steps) =>
    withNewDraft(steps, { ...draft, id: row.productId }).exec(
      sql`UPDATE products SET updated = {:now} WHERE id = {:id}`,
      { id: row.productId, now: dateOf(at) },
    ),
  );
}

/** Deletes the draft that a row created, unless it was edited since: then `changed-meanwhile`. */
export function removeDraftRow(
  pb: PocketBase,
  storeId: string,
  row: StoredImportRow,
  at: Instant,
): Promise<RowConflict | null> {
  return finishRow(pb, row, 'undone', '', at, (steps) =>
    steps
      .exec(
        sql`UPDATE products SET updated = {:now} WHERE id = {:id} AND store = {:storeId} AND state = 'draft'
          AND updated = {:written} AND NOT EXISTS (SELECT 1 FROM product_files WHERE product = {:id})`,
        { id: row.productId, storeId, now: dateOf(at), written: dateOf(row.writtenAt) },
        { expect: 1, else: 'changed-meanwhile' },
      )
      .delete('products', row.productId),
  );
}

/** Claims a row by updating its state, then runs `work`, in one transaction. */
function finishRow(
  pb: PocketBase,
  row: StoredImportRow,
  as: FinalRowState,
  note: string,
  at: Instant,
  work: (steps: Transaction) => void,
): Promise<RowConflict | null> {
  const { counter, during, from } = ROW_TRANSITIONS[as];
  const params = { id: row.id, importId: row.importId, now: dateOf(at) };
  const steps = transaction(pb)
    .exec(
      sql`UPDATE product_imports SET ${counter} = ${counter} + 1, updated = {:now} WHERE id = {:importId} AND state = {:during}`,
      { importId: row.importId, now: dateOf(at), during },
      { expect: 1, else: 'elsewhere' },
    )
    .exec(
      sql`UPDATE product_import_rows SET state = {:as}, note = {:note}, updated = {:now},
          writtenAt = CASE {:as} WHEN 'done' THEN {:now} ELSE writtenAt END
        WHERE id = {:id} AND productImport = {:importId} AND state = {:from}`,
      { ...params, as, from, note: note.slice(0, 500) },
      { expect: 1, else: 'elsewhere' },
    );
  work(steps);
  finishImportIfDone(steps, row.importId, at);
  return refusalOf(steps, ['changed-meanwhile', 'elsewhere']);
}

/** Finishes an import that has no rows left. */
function finishImportIfDone(steps: Transaction, importId: string, at: Instant): void {
  const params = { importId, now: dateOf(at) };
  steps
    .exec(
      sql`UPDATE product_imports SET state = 'done', updated = {:now}
        WHERE id = {:importId} AND state = 'running' AND done + refused >= total`,
      params,
    )
    .exec(
      sql`UPDATE product_imports SET state = 'undone', updated = {:now}
        WHERE id = {:importId} AND state = 'undoing' AND undone + kept >= done`,
      params,
    );
}
